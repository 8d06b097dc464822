import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { publint } from 'publint';
import * as vite from 'vite';
import { isLong } from '../../../packages/runs.test.setup.ts';
import { expectAnimation } from '../../tools/browsers/expect-animation.ts';
import { readReport } from '../../tools/browsers/read-report.ts';
import { runNpm, runTool } from '../../tools/node/run-tool.ts';
import { startInNode } from '../../tools/node/start-in-node.ts';
import { root } from '../../tools/repository.mjs';
import { serveFolder } from '../../tools/servers/static-server.ts';
import { checkTypes, compile, createApplication } from './application.ts';
import { bundlers } from './bundlers.ts';
import { intermediateVersions, compilerOf, installCompilers, oldestAndNewest } from './compilers.ts';
import type { ConsumerReport } from './pages/application.ts';

const packages = readdirSync(join(root, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

const expected: ConsumerReport = {
  loop: { updated: [0, 10, 20, 30], dispatched: ['timer', 'major', 'minor'] },
  workers: {
    backend: 'worker',
    lines: ['three', 'one', 'zero', 'first', 'second', 'third'],
    letters: [5, 3, 4, 5, 6, 5],
    answer: { status: 'done', value: '6 lines so far' },
  },
};

/** The two current module resolution modes of TypeScript. */
const resolutions = {
  bundler: { moduleResolution: 'bundler', module: 'esnext' },
  nodenext: { moduleResolution: 'nodenext', module: 'nodenext' },
};

/** Additional compiler options of an application for Node. */
const forNode = { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };

/** A folder outside the workspace, so that the workspace's packages are not found in parent folders. */
let outside: string;
let app: string;
let compilers: string;
let packed: readonly Packed[];

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

test.beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'doha-consumer-'));
  app = join(outside, 'application');
  compilers = join(outside, 'compilers');
  packed = JSON.parse(
    runNpm(['pack', '--workspaces', '--json', '--pack-destination', outside], root),
  ) as Packed[];
  createApplication(
    app,
    packed.map(({ filename }) => join(outside, filename)),
  );
  if (isLong) installCompilers(compilers);
});

test.afterAll(() => rmSync(outside, { recursive: true, force: true }));

/** Files that only one package has, besides its modules and the files that every package has. */
const extraFiles: Readonly<Record<string, readonly string[]>> = {
  '@doha/paceline': ['src/wire/golden-vectors.json'], // test data for other implementations of the protocol
};

test('the tarballs contain exactly the expected files', () => {
  expect(packed.map(({ name }) => name)).toEqual(packages.map((name) => `@doha/${name}`));
  for (const { name, files } of packed) {
    const modules = files.flatMap(({ path }) => /^src\/(.+)\.ts$/.exec(path)?.[1] ?? []);
    const wanted = modules.flatMap((module) => [
      `src/${module}.ts`,
      ...['.js', '.d.ts', '.d.ts.map'].map((ending) => `dist/${module}${ending}`),
    ]);
    wanted.push('CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', ...(extraFiles[name] ?? []));
    expect(modules, name).toContain('index');
    expect(modules.filter((module) => module.includes('.'))).toEqual([]);
    expect(files.map(({ path }) => path).toSorted(), name).toEqual(wanted.toSorted());
  }
});

test('npm would publish all packages', () => {
  // The packages have just been built.
  const answer = runNpm(
    ['publish', '--dry-run', '--workspaces', '--ignore-scripts', '--offline', '--json'],
    root,
  );
  for (const { name } of packed) expect(answer).toContain(`"name": "${name}"`);
});

test('every export of a package is a file of its tarball', () => {
  for (const { name, files } of packed) {
    const paths = files.map(({ path }) => `./${path}`);
    const manifest = readFileSync(
      join(root, 'packages', name.slice('@doha/'.length), 'package.json'),
      'utf8',
    );
    const { exports } = JSON.parse(manifest) as { exports: Record<string, Conditions> };
    const targets = Object.values(exports).flatMap(targetsOf);
    expect(targets.length, name).toBeGreaterThan(0);
    for (const target of targets) expect(paths, name).toContain(target);
  }
});

test('publint finds no problem in the tarballs', async () => {
  for (const { filename } of packed) {
    const tarball = readFileSync(join(outside, filename));
    const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } });
    expect(messages, filename).toEqual([]);
  }
});

if (isLong) {
  test('“Are the types wrong?” finds no problem in the tarballs', () => {
    // The packages have no CommonJS.
    const options = ['--profile', 'esm-only', '--no-definitely-typed', '--no-color', '--format', 'ascii'];
    for (const { filename } of packed)
      runTool('@arethetypeswrong/cli/dist/index.js', [join(outside, filename), ...options], outside);
  });
}

/** Bundlers whose tests are part of `npm test`. */
const bundlersInGate = new Set(['Vite']);

for (const [bundler, bundle] of Object.entries(bundlers)) {
  if (!isLong && !bundlersInGate.has(bundler)) continue; // four seconds for each
  test(`an application runs after a build by ${bundler}, and its worker does not contain code of the page`, async ({
    page,
  }) => {
    const outDir = `built-by-${bundler}`;
    await bundle(app, outDir);

    const site = await serveFolder(join(app, outDir));
    try {
      expect(await readReport<ConsumerReport>(page, `${site.origin}/`)).toEqual(expected);
    } finally {
      await site.close();
    }

    // Texts that occur only in the page, only in its worker, and only in the part of the package for the page.
    const [ofPage, ofWorker, ofPool] = ['morning', 'lines so far', 'the workers could not be started'].map(
      (text) => modulesWith(text, join(app, outDir)),
    );
    expect([ofPage, ofWorker]).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect(ofWorker).not.toEqual(ofPage);
    expect(ofPool).toEqual(ofPage);
  });
}

test('the page of the guide without a bundler draws, with the packages of the application in place of the CDN', async ({
  page,
}) => {
  const code = readFileSync(join(root, 'site/samples/no-bundler/page.html'), 'utf8');
  const local = code.replaceAll(
    /https:\/\/cdn\.jsdelivr\.net\/npm\/(@doha\/\w+)@[\d.]+/g,
    './node_modules/$1',
  );
  expect(local).not.toContain('https://');
  writeFileSync(join(app, 'no-bundler.html'), `<!doctype html><link rel="icon" href="data:,">${local}`);
  const site = await serveFolder(app);
  try {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${site.origin}/no-bundler.html`);
    await expectAnimation(page);
    expect(errors).toEqual([]);
  } finally {
    await site.close();
  }
});

test('the starter passes its types and its test, and its game runs with two players after a build', async ({
  context,
  page,
}) => {
  const starter = join(app, 'starter');
  cpSync(join(root, 'starter'), starter, { recursive: true });
  for (const name of ['vitest', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(app, 'node_modules', name));
  runTool('typescript/bin/tsc', ['-p', '.'], starter);
  runTool('vitest/vitest.mjs', ['run', '--root', starter], starter);
  await vite.build({ root: starter, configFile: false, logLevel: 'error', base: './' });

  const server = await startInNode(join(root, 'starter/server.mjs'), { PORT: '0' });
  const address = `ws://localhost:${/\d+/.exec(server.said)![0]}`;
  const site = await serveFolder(join(starter, 'dist'));
  try {
    const other = await context.newPage();
    for (const one of [page, other]) {
      await one.goto(`${site.origin}/?server=${encodeURIComponent(address)}`);
      await expect(one.getByRole('status')).toHaveText('You play with others.');
    }
    const colorAt = (x: number): Promise<string> =>
      other.evaluate((at) => {
        const { data } = document.querySelector('canvas')!.getContext('2d')!.getImageData(at, 300, 1, 1);
        return [...data.subarray(0, 3)].join();
      }, x);
    await page.keyboard.down('ArrowRight');
    await expect.poll(() => colorAt(416)).toBe('255,210,122'); // the first player, at the wall, in the page of the second
  } finally {
    server.stop();
    await site.close();
  }
});

test('an application for Node imports the packages without a build', () => {
  const main = `import { Worker } from 'node:worker_threads';
    import { runApplication } from './application.ts';
    const report = await runApplication(() => new Worker(new URL('./diary.worker.js', import.meta.url)));
    console.log(JSON.stringify(report));`;
  writeFileSync(join(app, 'node-main.ts'), main);
  compile(app, 'for-node', { ...forNode, ...resolutions.nodenext }, ['node-main.ts', 'diary.worker.ts']);
  const output = execFileSync(process.execPath, ['for-node/node-main.js'], { cwd: app, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual(expected);
});

test('the example script for Node finds equal files and exits', () => {
  const script = join(app, 'node-script');
  cpSync(join(root, 'examples/node-script'), script, { recursive: true });
  const folder = join(outside, 'files');
  const large = Buffer.alloc(2_500_000, 'x');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  writeFileSync(join(folder, 'one'), large);
  writeFileSync(join(folder, 'inner/same'), large);
  writeFileSync(join(folder, 'last-byte-differs'), Buffer.concat([large.subarray(1), Buffer.from('y')]));
  writeFileSync(join(folder, 'short'), 'x');
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(script, 'main.mjs'), folder], {
    encoding: 'utf8',
    timeout: 60_000, // kills a script that does not exit
  });
  expect(stderr).toContain('3 of 3 files hashed');
  expect(stdout.trim().split('\n').toSorted()).toEqual(
    [
      '2 × 2500000 bytes',
      `  ${join(folder, 'inner/same')}`,
      `  ${join(folder, 'one')}`,
      '4 files, groups of equal ones: 1',
    ].toSorted(),
  );
  expect(status).toBe(0);
});

test('the packages warn of unknown options under the condition development, and not otherwise', () => {
  const main = `import { staticGrid } from '@doha/adapt';
    import { EventLoop } from '@doha/loop';
    import { MultiProc } from '@doha/multiproc';
    import { expose } from '@doha/multiproc/worker';
    staticGrid({ width: 1, height: 1, parts: 1, rows: 1 });
    new EventLoop({ slices: 1 }).dispose();
    const inThread = () => expose({ five: () => 5 });
    const proc = await MultiProc.start({ workers: 0, inThread, retries: 1 });
    await proc.task('five').submit([], { delay: 1 }).result;
    proc.dispose();`;
  writeFileSync(join(app, 'misspelled.mjs'), main);
  const warningsWith = (...options: string[]): string[] => {
    const { status, stderr } = spawnSync(process.execPath, [...options, 'misspelled.mjs'], {
      cwd: app,
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    return [...stderr.matchAll(/^@doha: (.+);/gm)].map(([, warning]) => warning!);
  };
  expect(warningsWith()).toEqual([]);
  expect(warningsWith('--conditions=development')).toEqual([
    'staticGrid: there is no option rows',
    'EventLoop: there is no option slices',
    'MultiProc.start: there is no option retries',
    'submit: there is no option delay',
  ]);
});

/** `npm test` tries the oldest version with `bundler`, and the newest one with `nodenext`. */
const inGate = new Set(['bundler', 'nodenext'].map((name, i) => `${oldestAndNewest[i]} ${name}`));

for (const version of [...oldestAndNewest, ...(isLong ? intermediateVersions : [])]) {
  for (const [name, resolution] of Object.entries(resolutions)) {
    if (!isLong && !inGate.has(`${version} ${name}`)) continue;

    test(`TypeScript ${version} with ${name} finds no error in the types of a page, including libraries`, () => {
      const compiler = compilerOf(version, compilers);
      checkTypes(app, compiler, resolution, [
        'main.ts',
        'diary.worker.ts',
        'paceline-page.ts',
        'protocol-page.ts',
      ]);
    });

    if (!isLong && version === oldestAndNewest[0]) continue; // six seconds for each of these tests

    test(`TypeScript ${version} with ${name} needs no DOM types for the loop and a server of Paceline`, () => {
      // Node's own types have errors under `exactOptionalPropertyTypes`.
      const options = { ...resolution, ...forNode, lib: ['es2022'], exactOptionalPropertyTypes: false };
      checkTypes(app, compilerOf(version, compilers), options, ['paceline-server.ts', 'use-loop.ts']);
    });

    if (!isLong) continue; // two seconds for each of these tests

    test(`TypeScript ${version} with ${name} needs no DOM types for a pool in Node`, () => {
      const main = `import { Worker } from 'node:worker_threads';
        import { MultiProc } from '@doha/multiproc';
        import type { Diary } from './pool-anywhere.ts';
        const spawn = (): Worker => new Worker(new URL('./diary.worker.js', import.meta.url));
        await using proc = await MultiProc.start<Diary>({ spawn, script: new URL('https://example.com/') });
        const { signal } = new AbortController();
        export const line: string = await proc.run('write', ['one'], { signal });
        proc.worker(0).connect('anybody', () => {}).postMessage(line);`;
      writeFileSync(join(app, 'pool-in-node.ts'), main);
      const options = { ...resolution, ...forNode, lib: ['es2023'], exactOptionalPropertyTypes: false };
      checkTypes(app, compilerOf(version, compilers), options, ['pool-in-node.ts', 'pool-anywhere.ts']);
    });

    test(`TypeScript ${version} with ${name} needs neither DOM types nor types of Node for a pool`, () => {
      const options = { ...resolution, lib: ['es2023'] };
      checkTypes(app, compilerOf(version, compilers), options, ['pool-anywhere.ts']);
    });
  }
}

/** Names of the modules of a folder that contain a text. */
function modulesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes(text),
  );
}

/** A condition of an export is a file or contains further conditions. */
interface Conditions {
  readonly [condition: string]: string | Conditions;
}

function targetsOf(conditions: Conditions): string[] {
  return Object.values(conditions).flatMap((target) =>
    typeof target === 'string' ? [target] : targetsOf(target),
  );
}
