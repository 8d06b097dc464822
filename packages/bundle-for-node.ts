import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Makes a module of the repository into one that Node can run, as a worker for instance; returns its path. */
export async function bundleForNode(path: string): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'doha-worker-')), 'worker.mjs');
  const conditions = ['@doha/source'];
  await build({
    entryPoints: [join(root, path)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions,
    outfile,
  });
  return outfile;
}
