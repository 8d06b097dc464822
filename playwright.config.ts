import { defineConfig } from '@playwright/test';
import { findChromium, launchOptions } from './e2e/chromium.ts';
import { builtOrigin, sourceOrigin } from './e2e/origins.ts';

// The setup has put the origins there before the processes that run the tests read this.
const source = { baseURL: process.env[sourceOrigin] ?? '' };
const built = { baseURL: process.env[builtOrigin] ?? '' };

// Who measures wants the machine to himself.
const alone = { timeout: 0, workers: 1 };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/serve.ts',
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  use: { browserName: 'chromium', launchOptions: launchOptions(findChromium()) },
  projects: [
    { name: 'gate', testMatch: '**/*.spec.ts', use: source },
    { name: 'record', testMatch: '**/*.record.ts', use: source, ...alone },
    { name: 'measure', testMatch: '**/*.measure.ts', use: built, ...alone },
    { name: 'bench', testMatch: '**/*.bench.ts', use: built, ...alone },
  ],
});
