import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  defaultClientConditions,
  defaultServerConditions,
  type Plugin,
  type Rolldown,
  transformWithOxc,
} from 'vite';
import { defineConfig } from 'vitest/config';
import { realLinks } from './demos/vite-plugins/real-links/real-links.ts';
import { runs } from './packages/runs.test.setup.ts';

// As in `playwright.config.ts`: `ws` by itself, without a native module that a dependency of the tests brings.
process.env['WS_NO_BUFFER_UTIL'] = '1';

// The two headers isolate the page: shared memory and 5 µs clocks (without them a page still works, on 100 µs clocks).
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const root = new URL('.', import.meta.url).pathname.replace(/^\/|\/$/g, '');
const demos = fileURLToPath(new URL('demos/', import.meta.url));

const pages = readdirSync(demos, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html') && !/(reference|autopilot|recorded|table)\.html$/.test(path))
  .map((path) => demos + path);

const workerName = 'coi-serviceworker.js';

// A static host that sends no headers of its choosing can still serve isolated pages: a service worker adds the headers, at the price
// of loading the page twice on the first visit. It must be the first script. The same worker keeps the site for use without a network.
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    transformIndexHtml: (_, { path }) => [
      { tag: 'script', children: 'window.coi = { quiet: true };', injectTo: 'head-prepend' },
      { tag: 'script', attrs: { src: upFrom(path) + workerName }, injectTo: 'head-prepend' },
    ],
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = [workerName, ...Object.keys(bundle)].map(
          (file) => `./${file.replace(/(^|\/)index\.html$/, '$1')}`,
        );
        const contents = JSON.stringify(Object.values(bundle).map(contentOf));
        const build = createHash('sha256').update(contents).digest('hex').slice(0, 12);
        const offline = await transformWithOxc(read('demos/lib/offline-worker.ts'), 'offline-worker.ts');
        const isolating = read(`node_modules/coi-serviceworker/${workerName}`);
        const head = `const FILES = ${JSON.stringify(files)}, BUILD = '${build}';`;
        const source = `if (typeof window === 'undefined') {\n${head}\n${offline.code}\n}\n${isolating}`;
        this.emitFile({ type: 'asset', fileName: workerName, source });
      },
    },
  };
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function contentOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string {
  return file.type === 'chunk' ? file.code : String(file.source);
}

// What makes the game installable keeps its names: the manifest's addresses are relative to itself.
function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    buildStart() {
      for (const fileName of ['tandem/app.webmanifest', 'tandem/icon.svg']) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(demos + fileName) });
      }
    },
    transformIndexHtml: (_, { path }) =>
      path === '/tandem/index.html'
        ? [{ tag: 'link', attrs: { rel: 'manifest', href: './app.webmanifest' }, injectTo: 'head' }]
        : [],
  };
}

// The examples stand beside the demos, outside of the site's root; what is there has addresses that begin with `/@fs/`.
function examples(): Plugin {
  return {
    name: 'examples',
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        if (request.url?.startsWith('/examples/')) {
          request.url = `/@fs/${root}${request.url.replace(/\/(?=\?|$)/, '/index.html')}`;
        }
        next();
      });
    },
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

const tests = ['packages/**/*.test.ts', 'demos/**/*.test.ts', 'examples/**/*.test.ts', 'e2e/**/*.test.ts'];
const built = ['**/node_modules/**', '**/dist/**'];

/**
 * Tests of algorithms, which leave no state in modules or globals. A process runs many of these files, and loads a module only once for all of them.
 * Tests of the loop are not among these: some of them find the advice of the build for development where another file has loaded it.
 */
const sharing = [
  'packages/adapt/src/**/*.test.ts',
  'packages/paceline/src/{callbacks,control,receiver,sender,session,stream,timers,transport,wire}/*.test.ts',
  'demos/tandem/{draw,input,game/levels,world}/**/*.test.ts',
  'demos/tandem-tools/tunnel/**/*.test.ts',
];

export default defineConfig({
  root: demos,
  base: './',
  resolve: { conditions: ['@doha/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@doha/source', ...defaultServerConditions] } },
  plugins: [installable(), serviceWorker(), examples(), realLinks()],
  server: { headers, open: canOpenBrowser() },
  preview: { headers, open: false },
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    rolldownOptions: { input: pages },
  },
  test: {
    root: '.',
    expect: { poll: { timeout: 60_000 } },
    testTimeout: runs({ gate: 60_000, long: 3_600_000 }),
    projects: [
      { extends: true, test: { name: 'isolated', include: tests, exclude: [...built, ...sharing] } },
      {
        extends: true,
        test: { name: 'sharing', isolate: false, unstubGlobals: true, include: sharing, exclude: built },
      },
    ],
  },
});
