import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { startProblem } from './start-problem.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'doha-start-'))));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['its module was not found', undefined, /worker: Cannot find module '.+module\.mjs'/],
  [
    'an imported module was not found',
    "import './missing.mjs';",
    /worker: Cannot find module '.+missing\.mjs'/,
  ],
  ['its module cannot be parsed', 'const a = 1;\nlet = ;', /worker: SyntaxError: /],
  ['its module throws an error', 'nothing();', /worker: ReferenceError: nothing is not defined/],
  ['its module never calls expose', 'export {};', /worker: it exited before it had called expose\(\)/],
  ['its module ends the thread', 'process.exit(3);', /worker: it exited with code 3/],
])('the error of a pool says that %s', async (_, code, expected) => {
  const path = join(folder, 'module.mjs');
  if (code === undefined) rmSync(path, { force: true });
  else writeFileSync(path, code);
  await expect(MultiProc.start({ workers: 1, spawn: () => new Worker(path) })).rejects.toThrow(expected);
});

test.each([
  [new Error('it did not answer'), 'it did not answer'],
  [new TypeError('spawn must return a new Worker'), 'spawn must return a new Worker'],
  [new RangeError('of the module'), 'RangeError: of the module'],
  [
    new DOMException('cannot be accessed', 'SecurityError'),
    'cannot be accessed; a module at another origin needs the option script',
  ],
  ['a text', 'a text'],
])('%o is described as %s', (error, text) => {
  expect(startProblem(error)).toBe(text);
});
