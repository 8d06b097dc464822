import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { root as here } from '../repository.mjs';
import { configOf, pagesIn } from './pages.config.ts';
import { pagesOrigin } from './pages-origin.ts';
import { isolation, type Site, serveFolder } from './static-server.ts';

/**
 * Playwright's global setup: builds the pages of `demos/`, `examples/` and the folders `pages` of `e2e/`, and serves them on a free port under their
 * paths in the repository. Tests and measurements use the same minified files. Pages are cross-origin isolated. `?isolated=no` in the address of a
 * page omits the headers.
 *
 * The gate runs Playwright twice with the same pages: it names their folder in DOHA_PAGES. If the folder does not exist, the first request builds them.
 */
export default async function serve(): Promise<() => Promise<void>> {
  const { DOHA_PAGES: shared } = process.env;
  const site = shared === undefined ? await serveBuilt(here, pagesIn(here)) : await serveShared(shared);
  process.env[pagesOrigin] = site.origin;
  return () => site.close();
}

/** Serves the pages of this repository from a folder. Builds them if the folder does not exist. */
function serveShared(folder: string): Promise<Site> {
  const built = existsSync(folder) ? folder : () => buildPages(here, pagesIn(here), folder);
  return serveFolder(built, { headers });
}

/** Serves the pages of a working tree of the repository, minified. The build starts with the first request. */
export async function serveBuilt(root: string, pages: readonly string[]): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'doha-pages-'));
  const site = await serveFolder(() => buildPages(root, pages, folder), { headers });
  const close = async (): Promise<void> => {
    await site.close();
    rmSync(folder, { recursive: true });
  };
  return { ...site, close };
}

async function buildPages(root: string, pages: readonly string[], outDir: string): Promise<string> {
  const config = configOf(root, pages);
  await build({ ...config, configFile: false, build: { ...config.build, outDir } });
  return outDir;
}

function headers(url: URL): Record<string, string> {
  if (url.searchParams.get('isolated') === 'no') return {};
  return isolation;
}
