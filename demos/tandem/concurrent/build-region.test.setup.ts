import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles a worker module of a region for Node, in a new folder. `module`: its path from here. Resolves with the path of the bundle. */
export async function buildRegion(module = 'region.worker.ts'): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'doha-tandem-')), 'region.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(module, import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    outfile,
  });
  return outfile;
}
