import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer, defaultClientConditions, type InlineConfig, type Plugin } from 'vite';
import { root as here } from '../repository.mjs';
import { builtOrigin, sourceOrigin } from './origins.ts';
import { isolation, type Site, serveFolder } from './static-server.ts';

/**
 * Playwright's global setup: serves `demos/`, `examples/` and the folders `pages` of `e2e/` under their paths in the repository on two free
 * ports. One server serves the sources for tests. The other serves minified builds for measurements, and builds them at the first request.
 * Pages are cross-origin isolated. `?isolated=no` in the address of a page omits the headers.
 */
export default async function serve(): Promise<() => Promise<void>> {
  const sites = [await serveSource(), await serveBuilt(here, htmlFiles())];
  process.env[sourceOrigin] = sites[0]!.origin;
  process.env[builtOrigin] = sites[1]!.origin;
  return async () => {
    await Promise.all(sites.map((site) => site.close()));
  };
}

/** Serves the pages of a working tree of the repository, minified. The build starts with the first request. */
export function serveBuilt(root: string, pages: readonly string[]): Promise<Site> {
  return serveFolder(() => buildPages(root, pages), { headers });
}

const shared: InlineConfig = {
  configFile: false,
  base: './',
  appType: 'mpa',
  logLevel: 'error',
  resolve: { conditions: ['@doha/source', ...defaultClientConditions] },
  worker: { format: 'es' },
};

async function serveSource(): Promise<Site> {
  const server = await createServer({
    ...shared,
    root: here,
    base: '/',
    cacheDir: join(here, 'node_modules/.cache/vite-e2e'),
    plugins: [isolate()],
    optimizeDeps: { entries: htmlFiles() },
    // A file that changes during a test must not reload the page.
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const address = server.httpServer!.address() as { port: number };
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

async function buildPages(root: string, pages: readonly string[]): Promise<string> {
  const outDir = join(root, 'node_modules/.cache/e2e-pages');
  // Playwright sets NODE_ENV to `test`. Vite and libraries such as React's scheduler would not make a production build.
  process.env['NODE_ENV'] = 'production';
  await build({
    ...shared,
    root,
    build: { outDir, emptyOutDir: true, sourcemap: true, rolldownOptions: { input: [...pages] } },
  });
  return outDir;
}

function htmlFiles(): string[] {
  return ['demos', 'examples', 'e2e'].flatMap((folder) =>
    readdirSync(join(here, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .filter((name) => folder !== 'e2e' || /[\\/]pages[\\/]/.test(name))
      .map((name) => join(here, folder, name)),
  );
}

function isolate(): Plugin {
  return {
    name: 'isolate',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://127.0.0.1');
        for (const [name, value] of Object.entries(headers(url))) response.setHeader(name, value);
        next();
      });
    },
  };
}

function headers(url: URL): Record<string, string> {
  if (url.searchParams.get('isolated') === 'no') return {};
  return isolation;
}
