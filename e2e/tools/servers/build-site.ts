import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../node/run-tool.ts';
import { root } from '../repository.mjs';

/**
 * Builds the site into a new folder, as `npm run build` does. Returns the folder.
 *
 * @throws Error if the build fails. The message contains the output of Vite.
 */
export function buildSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'doha-site-'));
  // Playwright sets NODE_ENV to `test`, and Vite would not make a production build.
  const env = { ...process.env, NODE_ENV: 'production' };
  try {
    runTool('vite/bin/vite.js', ['build', '--outDir', folder, '--logLevel', 'error'], root, env);
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
