import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defaultServerConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The two headers isolate the page: shared memory and 5 µs clocks (without them a page still works, on 100 µs clocks).
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const demos = fileURLToPath(new URL('demos/', import.meta.url));

const pages = readdirSync(demos, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${demos}${entry.name}/index.html`))
  .map((entry) => `${demos}${entry.name}/index.html`);

// A static host that sends no headers of its choosing can still serve isolated pages: a service worker adds the headers, at the price
// of loading the page twice on the first visit. It must be the first script.
function isolateOnStaticHosts(): Plugin {
  const fileName = 'coi-serviceworker.js';
  return {
    name: 'isolate-on-static-hosts',
    apply: 'build',
    buildStart() {
      const source = readFileSync(new URL(`node_modules/coi-serviceworker/${fileName}`, import.meta.url));
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: (_, { path }) => [
      { tag: 'script', children: 'window.coi = { quiet: true };', injectTo: 'head-prepend' },
      { tag: 'script', attrs: { src: upFrom(path) + fileName }, injectTo: 'head-prepend' },
    ],
  };
}

/** The way from the folder of a page, such as `/tandem/index.html`, up to the root of the site. */
function upFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}

/** On Linux Vite asks `xdg-open`, which a machine without a desktop does not have. */
function canOpenBrowser(): boolean {
  if (process.platform !== 'linux') return true;
  const folders = (process.env['PATH'] ?? '').split(':');
  const hasDisplay = Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  return hasDisplay && folders.some((folder) => existsSync(`${folder}/xdg-open`));
}

export default defineConfig({
  root: demos,
  base: './',
  resolve: { conditions: ['@doha/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@doha/source', ...defaultServerConditions] } },
  plugins: [isolateOnStaticHosts()],
  server: { headers, open: canOpenBrowser() },
  preview: { headers, open: false },
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    rolldownOptions: { input: [`${demos}index.html`, ...pages] },
  },
  test: {
    root: '.',
    include: ['packages/**/*.test.ts', 'demos/**/*.test.ts', 'e2e/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 60_000,
  },
});
