import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite';
import { root as here } from '../repository.mjs';

/** Vite's configuration for the pages of this repository that tests and measurements open. The gate builds them with it. */
export default defineConfig(() => configOf(here, pagesIn(here)));

/** Vite's configuration for pages of a working tree of the repository. */
export function configOf(root: string, pages: readonly string[]): UserConfig {
  // Vite and libraries such as React's scheduler make no production build if NODE_ENV says otherwise, and Playwright sets it to `test`.
  process.env['NODE_ENV'] = 'production';
  return {
    root,
    base: './',
    logLevel: 'error',
    resolve: { conditions: ['@doha/source', ...defaultClientConditions] },
    worker: { format: 'es' },
    define: { 'import.meta.env.PROD': 'false' }, // the service worker of the site is no part of these pages
    build: { emptyOutDir: true, rolldownOptions: { input: [...pages] } },
  };
}

/** Paths of the HTML files of `demos/`, `examples/`, `site/` and the folders `pages` of `e2e/`. */
export function pagesIn(root: string): string[] {
  return ['demos', 'examples', 'site', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .filter((name) => folder !== 'e2e' || /[\\/]pages[\\/]/.test(name))
      .filter((name) => folder !== 'site' || name.endsWith('index.html'))
      .map((name) => join(root, folder, name)),
  );
}
