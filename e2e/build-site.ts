import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the site into a new folder, as `npm run build` does, and returns the folder.
 *
 * @throws Error where it cannot be built, with what Vite said.
 */
export function buildSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'doha-site-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', folder, '--logLevel', 'error'], {
    cwd: root,
    // Playwright sets it to `test`, with which Vite builds what is not for production.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return folder;
}
