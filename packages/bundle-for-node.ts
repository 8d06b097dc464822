import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules/.cache/doha-workers');

/**
 * Makes a module of the repository into one that Node can run, as a worker for instance; returns its path. There is one file for each module, so
 * that a test run that is killed leaves nothing that the next one does not replace.
 */
export async function bundleForNode(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, path)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    write: false,
  });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${basename(path, '.ts')}.mjs`);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, outputFiles[0]!.contents);
  renameSync(draft, file); // another process may be loading it
  return file;
}
