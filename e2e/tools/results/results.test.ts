import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readResults, writeResults } from './results.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const findings = {
  name: 'queue-speed',
  parameters: { pending: 1000 },
  rows: [{ queue: 'ours', 'ns/event': 32 }],
  browser: 'Chromium 1',
};

test('what was written is read back, with the machine and the commit', () => {
  const path = writeResults({ ...findings, folder, samples: { ours: [31, 32, 33] } });

  expect(path).toBe(join(folder, 'queue/queue-speed.json'));
  const results = readResults('queue-speed', folder);
  expect(results).toMatchObject({ ...findings, samples: { ours: [31, 32, 33] } });
  expect(results.machine.cores).toBeGreaterThan(0);
  expect(results.commit).toMatch(/^([0-9a-f]{40}\+?|unknown)$/);
});

test('many samples go compressed into a file of their own', () => {
  const ours = Array.from({ length: 10_000 }, (_, index) => index / 8);
  writeResults({ ...findings, folder, samples: { ours } });

  expect(existsSync(join(folder, 'queue/samples/queue-speed.samples.json.gz'))).toBe(true);
  expect(readResults('queue-speed', folder).samples).toEqual({ ours });
});

test('few samples leave no stale file of many', () => {
  writeResults({ ...findings, folder, samples: { ours: Array(10_000).fill(1) } });
  writeResults({ ...findings, folder, samples: { ours: [1] } });

  expect(existsSync(join(folder, 'queue/samples/queue-speed.samples.json.gz'))).toBe(false);
  expect(readResults('queue-speed', folder).samples).toEqual({ ours: [1] });
});

test('a name that is no plain file name is refused', () => {
  expect(() => writeResults({ ...findings, folder, name: '../Queue' })).toThrow(RangeError);
});

test('results that nobody has written cannot be read', () => {
  expect(() => readResults('never-measured', folder)).toThrow('never-measured');
});
