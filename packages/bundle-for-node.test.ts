import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { bundleForNode } from './bundle-for-node.ts';

test('bundling a module again replaces its file and leaves no second file', async () => {
  const module = 'packages/multiproc/src/worker.ts';
  const path = await bundleForNode(module);
  expect(await bundleForNode(module)).toBe(path);
  const files = readdirSync(dirname(path)).filter((file) => file.startsWith('worker.'));
  expect(files).toEqual([basename(path)]);
  expect(path).toContain('node_modules');
  const { expose } = (await import(pathToFileURL(path).href)) as { expose: unknown };
  expect(expose).toBeTypeOf('function');
});
