import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTest, layerViolations, type SourceFile } from './layer-violations.ts';
import { readModule } from './read-module.ts';
import { repositoryFiles } from './repository-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('no file of the repository breaks the rules for imports, names and indexes', () => {
  const files = ['packages', 'demos', 'examples', 'e2e'].flatMap(sourceFiles);
  expect(files.length).toBeGreaterThan(20);
  expect(layerViolations(files).join('\n')).toBe('');
});

test('no folder of e2e has more than 25 entries', () => {
  const folders = [...new Set(repositoryFiles('e2e').map((path) => dirname(path)))];
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter((folder) => readdirSync(join(root, folder)).length > 25)).toEqual([]);
});

test('every package declares the packages that it imports', () => {
  for (const name of packageNames()) {
    const imported = sourceFiles(`packages/${name}/src`)
      .filter((file) => !isTest(file.path))
      .flatMap((file) => readModule(file.path, file.text).imports)
      .flatMap(({ specifier }) => /^@doha\/[a-z]+/.exec(specifier) ?? []);
    expect(declaredBy(name), `packages/${name}/package.json`).toEqual([...new Set(imported)].toSorted());
  }
});

test.each<[string, string, string]>([
  ['the loop imports another package', 'packages/loop/src/a.ts', "import { x } from '@doha/adapt';"],
  [
    'the loop imports only types of another package',
    'packages/loop/src/a.ts',
    "import type { X } from '@doha/adapt';",
  ],
  ['the loop imports from npm', 'packages/loop/src/a.ts', "import heap from 'heap-js';"],
  ['the loop imports from Node', 'packages/loop/src/a.ts', "import { setImmediate } from 'node:timers';"],
  [
    'a package imports a file of another package by its path',
    'packages/multiproc/src/a.ts',
    "import { x } from '../../loop/src/b.ts';",
  ],
  ['paceline imports multiproc', 'packages/paceline/src/a.ts', "import { x } from '@doha/multiproc';"],
  ['a policy imports a value of the loop', 'packages/adapt/src/a.ts', "import { Task } from '@doha/loop';"],
  [
    'a policy re-exports a value of the loop',
    'packages/adapt/src/a.ts',
    "export { Task } from '@doha/loop';",
  ],
  [
    'a policy imports a type by a statement that still loads the module',
    'packages/adapt/src/a.ts',
    "import { type Task } from '@doha/loop';",
  ],
  [
    'a policy imports the loop dynamically',
    'packages/adapt/src/a.ts',
    "export const f = () => import('@doha/loop');",
  ],
  [
    'the monitor imports a value of the pool',
    'packages/monitor/src/a.ts',
    "import { MultiProc } from '@doha/multiproc';",
  ],
  ['a policy reads a clock', 'packages/adapt/src/a.ts', 'export const age = () => performance.now();'],
  [
    'a package imports a package that does not exist',
    'packages/multiproc/src/a.ts',
    "import { x } from '@doha/utility';",
  ],
  ['a package imports a test', 'packages/loop/src/a.ts', "import { x } from './b.test.ts';"],
  [
    'a package imports a setup file of its tests',
    'packages/loop/src/a.ts',
    "import { x } from './b.test.setup.ts';",
  ],
  ['a package imports a storm', 'packages/loop/src/a.ts', "import { run } from './b.storm.ts';"],
  [
    'a package imports the setup file of all tests',
    'packages/loop/src/a.ts',
    "import { runs } from '../../runs.test.setup.ts';",
  ],
  [
    'a test imports a setup file of another package’s tests',
    'packages/loop/src/a.test.ts',
    "import { x } from '../../multiproc/src/b.test.setup.ts';",
  ],
  ['a package is not one of the known packages', 'packages/magic/src/a.ts', "import { x } from './b.ts';"],
  ['a demo imports another demo', 'demos/tandem/a.ts', "import { x } from '../raytracer/b.ts';"],
  [
    'a demo starts the worker of another',
    'demos/tandem/a.ts',
    "new URL('../raytracer/w.ts', import.meta.url);",
  ],
  [
    'the threads of the game import its loops',
    'demos/tandem/concurrent/a.ts',
    "import { x } from '../versions/b.ts';",
  ],
  [
    'the simulation of the game imports its rendering',
    'demos/tandem/world/map/a.ts',
    "import { x } from '../../draw/b.ts';",
  ],
  ['a demo imports its tools', 'demos/tandem/a.ts', "import { x } from '../tandem-tools/b.ts';"],
  ['tools import another demo', 'demos/tandem-tools/a.ts', "import { x } from '../raytracer/b.ts';"],
  ['demos/lib imports a demo', 'demos/lib/a.ts', "import { x } from '../tandem/b.ts';"],
  ['a demo imports from Node', 'demos/tandem/a.ts', "import { readFileSync } from 'node:fs';"],
  ['a demo imports from packages', 'demos/tandem/a.ts', "import { x } from '../../packages/loop/src/b.ts';"],
  ['an example imports another', 'examples/list/a.ts', "import { x } from '../terrain/b.ts';"],
  ['an example imports from demos/lib', 'examples/list/a.ts', "import { x } from '../../demos/lib/b.ts';"],
  ['an example imports a file directly in `examples`', 'examples/list/a.ts', "import { x } from '../b.ts';"],
  [
    'an example starts the worker of another',
    'examples/script/a.mjs',
    "new URL('../list/w.mjs', import.meta.url);",
  ],
  ['an example imports from npm', 'examples/list/a.ts', "import heap from 'heap-js';"],
  ['the page of an example imports from Node', 'examples/list/a.ts', "import { join } from 'node:path';"],
  ['a demo imports an example', 'demos/tandem/a.ts', "import { x } from '../../examples/list/b.ts';"],
  ['a spec imports a value of a package', 'e2e/tests/a.spec.ts', "import { EventLoop } from '@doha/loop';"],
  [
    'a spec imports a value of a demo',
    'e2e/tests/a.spec.ts',
    "import { world } from '../../demos/tandem/world.ts';",
  ],
  [
    'a test page imports a demo',
    'e2e/tests/pages/a.ts',
    "import { world } from '../../../demos/tandem/world.ts';",
  ],
  ['a program under test imports Node', 'e2e/tests/programs/a.ts', "import { join } from 'node:path';"],
  ['a demo imports a file of e2e', 'demos/tandem/a.ts', "import { x } from '../../e2e/lab/b.ts';"],
  [
    'a plugin of Vite imports a value of a demo',
    'demos/vite-plugins/a.ts',
    "import { x } from '../paceline/b.ts';",
  ],
  [
    'a page loads the script of another demo',
    'demos/tandem/index.html',
    '<script type="module" src="../raytracer/main.ts"></script>',
  ],
  [
    'an inline script of a page imports another demo',
    'demos/tandem/index.html',
    "<script type='module'>import '../raytracer/main.ts';</script>",
  ],
  ['an index declares something', 'packages/loop/src/index.ts', 'export const slice = 4;'],
  ['an index re-exports with a star', 'packages/loop/src/index.ts', "export * from './task.ts';"],
  [
    'an index has more than 60 lines',
    'packages/loop/src/index.ts',
    "export { x } from './task.ts';\n".repeat(61),
  ],
  ['an index is in a subfolder', 'packages/loop/src/host/index.ts', "export { x } from './host.ts';"],
  ['a file is called utils', 'packages/loop/src/utils.ts', ''],
  ['a folder is called helpers', 'demos/tandem/helpers/angle.ts', ''],
  ['a file is called types', 'e2e/types.d.ts', ''],
])('a violation is found if %s', (_, path, text) => {
  expect(layerViolations([{ path, text }])).toHaveLength(1);
});

test.each<[string, string]>([
  [
    'packages/loop/src/index.ts',
    "export { Task } from './task.ts';\nexport type { Clock } from './clock.ts';",
  ],
  ['packages/loop/src/task.test.ts', "import fc from 'fast-check';\nimport { Task } from './task.ts';"],
  ['packages/loop/src/host/host.ts', "import type { Clock } from '../clock.ts';"],
  ['packages/multiproc/src/a.ts', "import { EventLoop } from '@doha/loop';"],
  [
    'packages/adapt/src/a.ts',
    "import type { Task } from '@doha/loop';\nexport const f = (at: { now: number }) => at.now;",
  ],
  ['packages/adapt/src/a.ts', "export type { Probe } from '@doha/loop';"],
  ['packages/monitor/src/a.ts', "import type { MultiProc } from '@doha/multiproc';"],
  ['packages/adapt/src/a.test.setup.ts', "import { EventLoop } from '@doha/loop';"],
  ['packages/adapt/src/a.test.ts', "import { EventLoop } from '@doha/loop';"],
  ['packages/loop/src/a.test.ts', "import { x } from './b.test.setup.ts';"],
  ['packages/loop/src/a.storm.ts', "import fc from 'fast-check';\nimport { x } from './b.test.setup.ts';"],
  ['packages/loop/src/a.test.ts', "import { runs } from '../../runs.test.setup.ts';"],
  ['demos/tandem/a.test.ts', "import { runs } from '../../packages/runs.test.setup.ts';"],
  ['e2e/tests/a.spec.ts', "import { isLong } from '../../packages/runs.test.setup.ts';"],
  ['packages/size.test.ts', "import { build } from 'vite';"],
  [
    'demos/tandem/main.ts',
    "import { Frame } from '@doha/loop';\nimport { x } from '../lib/seeded-chance.ts';",
  ],
  [
    'demos/tandem/versions/a.ts',
    "import { x } from '../concurrent/b.ts';\nimport type { Y } from '../app/c.ts';",
  ],
  ['demos/tandem-tools/a.ts', "import { x } from '../tandem/b.ts';"],
  ['demos/tandem-tools/a.test.ts', "import { x } from '../tandem/b.test.setup.ts';"],
  ['examples/fish/a.ts', "import { Application } from 'pixi.js';\nimport { Scene } from 'three';"],
  ['demos/tandem/index.html', '<script type="module" src="main.ts"></script><script>let x = 1;</script>'],
  [
    'examples/list/a.ts',
    "import { Task } from '@doha/loop';\nimport { Scene } from 'three';\nimport './b.ts';",
  ],
  [
    'examples/script/a.mjs',
    "import { join } from 'node:path';\nimport { MultiProc } from '@doha/multiproc';",
  ],
  [
    'e2e/tests/pages/a.ts',
    "import { Frame } from '@doha/loop';\nimport { leaveReport } from '../../tools/pages/b.ts';",
  ],
  [
    'demos/vite-plugins/a.ts',
    "import { join } from 'node:path';\nimport { Lab } from '../../e2e/lab/lab.ts';",
  ],
  ['demos/vite-plugins/a.ts', "import type { X } from '../paceline/b.ts';"],
  [
    'e2e/tests/a.spec.ts',
    "import type { Report } from './pages/a.ts';\nimport { test } from '@playwright/test';",
  ],
])('no violation is found in this example of %s', (path, text) => {
  expect(layerViolations([{ path, text }])).toEqual([]);
});

function sourceFiles(folder: string): SourceFile[] {
  return repositoryFiles(folder)
    .filter((path) => /\.([cm]?[jt]s|html)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function packageNames(): string[] {
  const entries = readdirSync(join(root, 'packages'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function declaredBy(name: string): string[] {
  const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8');
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(text) as Manifest;
  const all = Object.keys({ ...dependencies, ...peerDependencies });
  return all.filter((dependency) => dependency.startsWith('@doha/')).toSorted();
}

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}
