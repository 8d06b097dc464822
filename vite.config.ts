import { readdirSync, existsSync } from 'node:fs';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// The two headers isolate the page: shared memory and 5 µs clocks (without them a page still works, on 100 µs clocks).
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const pages = readdirSync('demos', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`demos/${entry.name}/index.html`))
  .map((entry) => `demos/${entry.name}/index.html`);

export default defineConfig({
  root: 'demos',
  base: './',
  resolve: { conditions: ['@doha/source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['@doha/source', ...defaultServerConditions] } },
  server: { headers },
  preview: { headers },
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    rolldownOptions: { input: ['demos/index.html', ...pages] },
  },
  test: {
    root: '.',
    include: ['packages/**/*.test.ts', 'demos/**/*.test.ts', 'e2e/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
});
