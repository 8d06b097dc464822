import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm, runTool } from '../../tools/node/run-tool.ts';

const sources = fileURLToPath(new URL('pages', import.meta.url));

/** Creates a new application in a folder and installs the packages from their tarballs. */
export function createApplication(folder: string, tarballs: readonly string[]): void {
  mkdirSync(folder);
  cpSync(sources, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  runNpm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
}

export type CompilerOptions = Readonly<Record<string, unknown>>;

const strict: CompilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
};

/** Compiles modules of the application against the published types with strict options, and emits JavaScript into `outDir`. */
export function compile(
  app: string,
  outDir: string,
  options: CompilerOptions,
  files: readonly string[] = ['main.ts', 'diary.worker.ts'],
): void {
  const emit = { outDir, rewriteRelativeImportExtensions: true, skipLibCheck: true };
  runCompiler('typescript/bin/tsc', app, { ...strict, ...emit, ...options }, files);
}

/** Checks modules of the application and all types that they use. `compiler`: path such as `typescript/bin/tsc`. */
export function checkTypes(
  app: string,
  compiler: string,
  options: CompilerOptions,
  files: readonly string[],
): void {
  const check = { noEmit: true, allowImportingTsExtensions: true, skipLibCheck: false };
  runCompiler(compiler, app, { ...strict, ...check, ...options }, files);
}

function runCompiler(
  compiler: string,
  app: string,
  compilerOptions: CompilerOptions,
  files: readonly string[],
): void {
  writeFileSync(join(app, 'project.json'), JSON.stringify({ compilerOptions, files }));
  runTool(compiler, ['-p', 'project.json'], app);
}

/** Writes the application's page into a folder, for bundlers that do not process HTML. */
export function writePage(folder: string): void {
  const html = readFileSync(join(sources, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), html.replace('./main.ts', './main.js'));
}
