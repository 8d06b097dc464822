import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playStorms } from './play-storms.mjs';

let folder: string;
let seen: Map<string, number>;
let failures: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doha-storms-test-'));
  seen = new Map();
  failures = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, run: string): void {
  const text = `export const name = '${file}';\nexport ${run}\n`;
  writeFileSync(join(folder, `${file}.storm.ts`), text);
}

function play(count: number, names: readonly string[] = []): Promise<readonly string[]> {
  return playStorms(
    { folder, names, count, seed: 100, seconds: 600 },
    {
      played: (name, runs) => seen.set(name, (seen.get(name) ?? 0) + runs),
      failed: (failure) => failures.push(failure),
    },
  );
}

test('every storm runs with the requested number of seeds', async () => {
  write('calm', 'function run() {}');
  write('slow', 'async function run() { await null; }');
  await expect(play(5)).resolves.toEqual(['calm', 'slow']);
  expect(Object.fromEntries(seen)).toEqual({ calm: 5, slow: 5 });
  expect(failures).toEqual([]);
});

test('a failed seed is reported with its reason and the command that repeats it, and the other seeds run', async () => {
  write('thrower', "function run(seed) { if (seed === 103) throw new Error('on purpose'); }");
  write('rejecter', "async function run(seed) { if (seed === 104) throw new TypeError('later'); }");
  await play(6);
  expect(Object.fromEntries(seen)).toEqual({ thrower: 6, rejecter: 6 });
  expect(failures.toSorted()).toEqual([
    expect.stringMatching(/rejecter\n.*--seed 104 --seeds 1 --only 'rejecter'\nTypeError: later/),
    expect.stringMatching(/thrower\n.*--seed 103 --seeds 1 --only 'thrower'\nError: on purpose/),
  ]);
});

test('an uncaught error is a failure of the running seed', async () => {
  const turn = 'new Promise((resolve) => setImmediate(resolve))';
  write(
    'loose',
    `async function run(seed) { if (seed === 100) Promise.reject(new Error('loose')); await ${turn}; }`,
  );
  await play(2);
  expect(failures).toEqual([expect.stringMatching(/--seed 100 [^]*Error: loose/)]);
});

test('an ended process is a failure of the running seed', async () => {
  write('exit', 'function run(seed) { if (seed === 102) process.exit(3); }');
  await play(4);
  expect(failures).toEqual([expect.stringMatching(/--seed 102 [^]*the process ended with 3/)]);
});

test('storms are selected by a part of their name', async () => {
  write('one', 'function run() {}');
  write('other', 'function run() {}');
  await expect(play(1, ['oth'])).resolves.toEqual(['other']);
});
