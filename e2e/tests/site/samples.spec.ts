import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { expectAnimation } from '../../tools/browsers/expect-animation.ts';
import { bundleForNode } from '../../tools/node/bundle-for-node.mjs';
import { root } from '../../tools/repository.mjs';

const folder = join(root, 'site/samples');

/** A program that the guide shows. */
interface Sample {
  readonly name: string;
  readonly files: readonly string[];
  /** The lines that it prints, in order, from its comments `prints …`. */
  readonly lines: readonly string[];
}

const samples = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }): Sample => {
    const files = readdirSync(join(folder, name));
    const code = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, name, file), 'utf8'));
    return {
      name,
      files,
      lines: code.flatMap((text) => [...text.matchAll(/\/\/ prints (.*)$/gm)].map(([, line]) => line!)),
    };
  });

const inPages = samples.filter(({ files }) => files.includes('index.html'));
const inNode = samples.filter(({ files }) => files.includes('main.node.ts'));

test('each sample runs in a page or in Node, or is tested elsewhere', () => {
  expect(inPages.length).toBeGreaterThan(1);
  expect(inNode.length).toBeGreaterThan(1);
  const others = samples.filter((sample) => !inPages.includes(sample) && !inNode.includes(sample));
  expect(others.map(({ name }) => name)).toEqual(['no-bundler']); // by e2e/tests/install/consumer.spec.ts
});

test('the samples for pages draw or print as their comments say, without errors', async ({ page }) => {
  for (const { lines, name } of inPages) {
    const { errors, said } = watch(page);
    await page.goto(`/site/samples/${name}/`);
    if (lines.length > 0) await expect.poll(() => said, name).toEqual(lines);
    else await expectAnimation(page, name);
    expect(errors, name).toEqual([]);
  }
});

test('the samples for Node print the lines of their comments and end', async () => {
  const paths = Object.fromEntries(inNode.map(({ name }) => [name, join(folder, name, 'main.node.ts')]));
  const bundles = await bundleForNode(join(root, 'node_modules/.cache/samples'), paths);
  for (const { lines, name } of inNode) {
    const env = { ...process.env, FORCE_COLOR: '0' };
    const options = { env, timeout: 60_000 };
    const { stderr, stdout } = await promisify(execFile)(process.execPath, [bundles[name]!], options);
    expect(stderr, name).toBe('');
    expect(stdout.trimEnd().split('\n'), name).toEqual(lines);
  }
});

/** The errors and the printed lines of a page from now on. */
function watch(page: Page): { errors: string[]; said: string[] } {
  page.removeAllListeners('console').removeAllListeners('pageerror');
  const [errors, said]: [string[], string[]] = [[], []];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => (message.type() === 'error' ? errors : said).push(message.text()));
  return { errors, said };
}
