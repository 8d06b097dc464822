import { defineConfig } from '@playwright/test';
import { findChromium, launchOptions } from './e2e/tools/browsers/find-chromium.ts';
import { pagesOrigin } from './e2e/tools/servers/pages-origin.ts';

// Keeps `ws` from using the native module `bufferutil`, which a third-party client of the tests installs: `ws` is measured without it.
process.env['WS_NO_BUFFER_UTIL'] = '1';

const chromium = launchOptions(findChromium());
// The emulated GPU occupies a whole core. With --disable-gpu, pages are drawn in a third of the time. WebGL then uses
// SwiftShader, which the second flag allows.
const withoutGpu = { ...chromium, args: ['--disable-gpu', '--enable-unsafe-swiftshader'] };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/tools/servers/serve.ts',
  outputDir: 'test-results',
  workers: 1,
  forbidOnly: true,
  // These limits only end tests that hang: on a busy machine each step may take many times its usual time.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  // `globalSetup` sets this variable before the processes that run the tests read the configuration.
  use: { baseURL: process.env[pagesOrigin] ?? '', browserName: 'chromium', launchOptions: chromium },
  projects: [
    { name: 'gate', testMatch: '**/*.spec.ts', use: { launchOptions: withoutGpu } },
    { name: 'record', testMatch: '**/*.record.ts', timeout: 0 },
    { name: 'measure', testMatch: '**/*.measure.ts', timeout: 0 },
    { name: 'bench', testMatch: '**/*.bench.ts', timeout: 0 },
    { name: 'compare', testMatch: '**/*.compare.ts', timeout: 0 },
  ],
});
