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

test('written results are read with their machine and commit', () => {
  const path = writeResults({ ...findings, folder, samples: { ours: [31, 32, 33] } });

  expect(path).toBe(join(folder, 'queue/queue-speed.json'));
  const results = readResults('queue-speed', folder);
  expect(results).toMatchObject({ ...findings, samples: { ours: [31, 32, 33] } });
  expect(results.machine.cores).toBeGreaterThan(0);
  expect(results.commit).toMatch(/^([0-9a-f]{40}\+?|unknown)$/);
});

test('many samples are compressed into a separate file', () => {
  const ours = Array.from({ length: 10_000 }, (_, index) => index / 8);
  writeResults({ ...findings, folder, samples: { ours } });

  expect(existsSync(join(folder, 'queue/samples/queue-speed.samples.json.gz'))).toBe(true);
  expect(readResults('queue-speed', folder).samples).toEqual({ ours });
});

test('writing few samples removes the separate file of earlier ones', () => {
  writeResults({ ...findings, folder, samples: { ours: Array(10_000).fill(1) } });
  writeResults({ ...findings, folder, samples: { ours: [1] } });

  expect(existsSync(join(folder, 'queue/samples/queue-speed.samples.json.gz'))).toBe(false);
  expect(readResults('queue-speed', folder).samples).toEqual({ ours: [1] });
});

test('a name that is not a plain file name throws a RangeError', () => {
  expect(() => writeResults({ ...findings, folder, name: '../Queue' })).toThrow(RangeError);
});

test('reading results that do not exist throws an error', () => {
  expect(() => readResults('never-measured', folder)).toThrow('never-measured');
});
