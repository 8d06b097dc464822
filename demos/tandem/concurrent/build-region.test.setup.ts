import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the worker module of a region for Node, in a new folder. Resolves with its path. */
export async function buildRegion(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'doha-tandem-')), 'region.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('region.worker.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@doha/source'],
    outfile,
  });
  return outfile;
}
