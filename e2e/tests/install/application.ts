import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm, runTool } from '../../tools/node/run-tool.ts';

const sources = fileURLToPath(new URL('pages', import.meta.url));

/** Makes a new application in a folder, with the packages installed from their tarballs. */
export function createApplication(folder: string, tarballs: readonly string[]): void {
  mkdirSync(folder);
  cpSync(sources, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  runNpm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
}

/** Checks modules of the application against the published types as a stranger's TypeScript does, and emits JavaScript into `outDir`. */
export function compile(
  app: string,
  outDir: string,
  options: Readonly<Record<string, unknown>>,
  files: readonly string[] = ['main.ts', 'diary.worker.ts'],
): void {
  const compilerOptions = {
    outDir,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    ...options,
  };
  const project = `${outDir}.json`;
  writeFileSync(join(app, project), JSON.stringify({ compilerOptions, files }));
  runTool('typescript/bin/tsc', ['-p', project], app);
}

/** Puts the application's page into a folder, for bundlers that leave that to their users. */
export function writePage(folder: string): void {
  const html = readFileSync(join(sources, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), html.replace('./main.ts', './main.js'));
}
