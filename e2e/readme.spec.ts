import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { runTool } from './run-tool.ts';
import { serveFolder } from './static-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache');

/** A folder within the repository, so that the packages are found by their names. */
let folder: string;

test.beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'readme-'));
  const [example] = /(?<=```ts\n)[\s\S]*?(?=```)/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  writeFileSync(join(folder, 'main.ts'), example ?? '');
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="./main.ts"></script></body>',
  );
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the README's example has no type errors", () => {
  const tsconfig = { extends: '../../../e2e/tsconfig.json', include: ['main.ts'], references: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  runTool('typescript/bin/tsc', ['-p', '.', '--noEmit'], folder);
});

test("the README's example moves what it draws", async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const outDir = join(folder, 'built');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@doha/source'] },
    build: { outDir },
  });
  const site = await serveFolder(outDir);
  await page.goto(`${site.origin}/`);

  const picture = (): Promise<string> => page.evaluate(() => document.querySelector('canvas')!.toDataURL());
  const first = await picture();
  await expect.poll(picture).not.toBe(first);
  expect(errors).toEqual([]);
  await site.close();
});
