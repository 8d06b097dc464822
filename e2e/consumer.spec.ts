import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import * as esbuild from 'esbuild';
import * as vite from 'vite';
import webpack from 'webpack';
import type { ConsumerReport } from './pages/consumer/main.ts';
import { readReport } from './report.ts';
import { runNpm, runTool } from './run-tool.ts';
import { serveFolder } from './static-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = readdirSync(join(root, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

const expected: ConsumerReport = { updated: [0, 10, 20, 30], dispatched: ['timer', 'major', 'minor'] };

/** A folder outside the workspace, so that nothing of it is found by walking up. */
let outside: string;
let packed: readonly Packed[];

interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

test.beforeAll(() => {
  test.setTimeout(180_000);
  outside = mkdtempSync(join(tmpdir(), 'doha-consumer-'));
  packed = JSON.parse(
    runNpm(['pack', '--workspaces', '--json', '--pack-destination', outside], root),
  ) as Packed[];
});

test.afterAll(() => rmSync(outside, { recursive: true, force: true }));

test('the tarballs hold what they should and nothing else', () => {
  expect(packed.map(({ name }) => name)).toEqual(packages.map((name) => `@doha/${name}`));
  for (const { name, files } of packed) {
    const modules = files.flatMap(({ path }) => /^src\/(.+)\.ts$/.exec(path)?.[1] ?? []);
    const wanted = modules.flatMap((module) => [
      `src/${module}.ts`,
      ...['.js', '.js.map', '.d.ts', '.d.ts.map'].map((ending) => `dist/${module}${ending}`),
    ]);
    wanted.push('LICENSE', 'README.md', 'package.json');
    expect(modules, name).toContain('index');
    expect(modules.filter((module) => module.includes('.'))).toEqual([]);
    expect(files.map(({ path }) => path).toSorted(), name).toEqual(wanted.toSorted());
  }
});

test('every export of a package leads to a file that is in its tarball', () => {
  for (const { name, files } of packed) {
    const paths = files.map(({ path }) => `./${path}`);
    const manifest = readFileSync(
      join(root, 'packages', name.slice('@doha/'.length), 'package.json'),
      'utf8',
    );
    const { exports } = JSON.parse(manifest) as { exports: Record<string, Record<string, string>> };
    const targets = Object.values(exports).flatMap((conditions) => Object.values(conditions));
    expect(targets.length, name).toBeGreaterThan(0);
    for (const target of targets) expect(paths, name).toContain(target);
  }
});

test('an application for Vite builds with the packages and runs', async ({ page }) => {
  const app = createApplication('vite');
  await vite.build({ root: app, configFile: false, logLevel: 'error', build: { outDir: 'built' } });
  expect(await reportOf(page, join(app, 'built'))).toEqual(expected);
});

test('an application for webpack builds with the packages and runs', async ({ page }) => {
  const app = createApplication('webpack');
  compile(app, { moduleResolution: 'bundler', module: 'esnext' });
  await runWebpack({
    context: app,
    mode: 'production',
    entry: './main.js',
    output: { path: join(app, 'built'), filename: 'main.js' },
  });
  writePage(join(app, 'built'));
  expect(await reportOf(page, join(app, 'built'))).toEqual(expected);
});

test('an application for esbuild builds with the packages and runs', async ({ page }) => {
  const app = createApplication('esbuild');
  const { metafile } = await esbuild.build({
    absWorkingDir: app,
    entryPoints: ['main.ts'],
    outdir: 'built',
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
  });
  expect(Object.keys(metafile.inputs)).toContain('node_modules/@doha/loop/dist/index.js');
  writePage(join(app, 'built'));
  expect(await reportOf(page, join(app, 'built'))).toEqual(expected);
});

test('an application for Node imports the packages as they are', () => {
  const app = createApplication('node');
  compile(app, { moduleResolution: 'nodenext', module: 'nodenext' });
  writeFileSync(
    join(app, 'run.js'),
    "import './main.js';\nprocess.on('exit', () => console.log(JSON.stringify(globalThis.report)));\n",
  );
  const output = execFileSync(process.execPath, ['run.js'], { cwd: app, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual(expected);
});

test('the published types stand on their own, down to the libraries they name', () => {
  const app = createApplication('types');
  compile(app, { moduleResolution: 'bundler', module: 'esnext', skipLibCheck: false });
});

/** A new application with the packages installed from their tarballs. */
function createApplication(name: string): string {
  const app = join(outside, name);
  mkdirSync(app);
  cpSync(join(root, 'e2e/pages/consumer'), app, { recursive: true });
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  const tarballs = packed.map(({ filename }) => `../${filename}`);
  runNpm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], app);
  return app;
}

/** Checks the application against the published types as a stranger's TypeScript does, and emits its JavaScript. */
function compile(app: string, options: Readonly<Record<string, unknown>>): void {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'esnext.disposable', 'dom'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    ...options,
  };
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  runTool('typescript/bin/tsc', ['-p', '.'], app);
}

function runWebpack(configuration: webpack.Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack(configuration, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString()));
      else resolve();
    });
  });
}

/** The page of an application whose bundler leaves that to its user. */
function writePage(folder: string): void {
  const html = readFileSync(join(root, 'e2e/pages/consumer/index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), html.replace('./main.ts', './main.js'));
}

async function reportOf(page: Page, folder: string): Promise<ConsumerReport> {
  const site = await serveFolder(folder);
  try {
    return await readReport<ConsumerReport>(page, `${site.origin}/`);
  } finally {
    await site.close();
  }
}
