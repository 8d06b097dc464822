import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { examples, inputs as exampleInputs } from './demos/vite-plugins/examples/examples.ts';
import { installableGame } from './demos/vite-plugins/installable-game.ts';
import { realLinks } from './demos/vite-plugins/real-links/real-links.ts';
import { serviceWorker } from './demos/vite-plugins/service-worker.ts';
import { guide } from './site/build/guide-plugin.ts';
import { pagePreview } from './site/build/page-preview.ts';
import { sampleCode } from './site/build/sample-code.ts';
import { runs } from './packages/runs.test.setup.ts';

// As in `playwright.config.ts`: keeps `ws` from using the native module `bufferutil`.
process.env['WS_NO_BUFFER_UTIL'] = '1';

// The two headers isolate a page, which then has shared memory and 5 µs clocks. Without the headers it
// still works, on 100 µs clocks.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const demos = fileURLToPath(new URL('demos/', import.meta.url));

const pages = readdirSync(demos, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => path.endsWith('.html') && !/(reference|autopilot|recorded|session|table)\.html$/.test(path),
  )
  .map((path) => demos + path);

/** On Linux Vite opens the browser by `xdg-open`, which a machine without a desktop does not have. */
function canOpenBrowser(): boolean {
  if (process.platform !== 'linux') return true;
  const folders = (process.env['PATH'] ?? '').split(':');
  const hasDisplay = Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  return hasDisplay && folders.some((folder) => existsSync(`${folder}/xdg-open`));
}

const tests = [
  'packages/**/*.test.ts',
  'demos/**/*.test.ts',
  'examples/**/*.test.ts',
  'starter/**/*.test.ts',
  'e2e/**/*.test.ts',
];
const built = ['**/node_modules/**', '**/dist/**'];

/**
 * Each of these test files has a process of its own: it measures memory, starts threads, resets modules, replaces the clock of the platform, or depends on
 * whether warnings for development have been loaded. One process runs many of the other files, which leave no state in modules or globals, and loads each
 * module only once.
 */
const isolated = [
  'packages/{frozen-intrinsics,multiproc*,option-names,size}.test.ts',
  'packages/loop/src/{development,garbage,invalid-arguments,readme}.test.ts',
  'packages/loop/src/{event-loop/event-loop,host/claim-host,host/thread-host}.test.ts',
  'packages/paceline/src/memory/*.test.ts',
  'packages/paceline/src/{receiver/id-set,session/held-memory,web-socket/next-task,web-socket/paceline-socket}.test.ts',
  'packages/paceline/src/server/{compression,paceline-server}.test.ts',
  'demos/tandem/{concurrent/region-pool,concurrent/protocols/region-protocol,versions/*}.test.ts',
  'demos/tandem-tools/autopilot/lock-step.test.ts',
  'demos/tandem-tools/measure/{lived-time,recorder}.test.ts',
];

export default defineConfig({
  root: demos,
  base: './',
  resolve: { conditions: ['@doha/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@doha/source', ...defaultServerConditions] } },
  plugins: [
    installableGame(),
    guide(),
    sampleCode(),
    pagePreview(),
    serviceWorker(),
    examples(),
    realLinks(),
  ],
  server: { headers, open: canOpenBrowser() },
  preview: { headers, open: false },
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 600, // three.js, in an example
    rolldownOptions: { input: [...pages, ...exampleInputs] },
  },
  test: {
    root: '.',
    expect: { poll: { timeout: 60_000 } },
    testTimeout: runs({ gate: 60_000, long: 3_600_000 }),
    projects: [
      { extends: true, test: { name: 'isolated', include: isolated, exclude: built } },
      {
        extends: true,
        test: {
          name: 'sharing',
          isolate: false,
          unstubGlobals: true,
          include: tests,
          exclude: [...built, ...isolated],
        },
      },
    ],
  },
});
