import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Builds the threads' module for workers of Node, into a new folder. Returns its path. */
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
