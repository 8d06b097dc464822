import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules/.cache/doha-workers');

/**
 * Bundles a module of the repository and its imports into a file that Node can run, for example as
 * a worker. Returns the path of the file. Its name is the base name of the module, so the next test
 * run replaces it.
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
  renameSync(draft, file); // atomic, because another process may be loading the file
  return file;
}
