import process from 'node:process';
import { expect, test } from 'vitest';
import { IdSet } from './id-set.ts';

const greatest = 2 ** 32 - 1;

test('the set contains exactly the ids that were added', () => {
  const ids = new IdSet();
  const added = [0, 31, 32, 4095, 4096, 262_144, 2 ** 31, greatest];
  for (const id of added) ids.add(id);
  for (const id of added) {
    expect(ids.has(id)).toBe(true);
    for (const other of [id - 1, id + 1]) expect(ids.has(other)).toBe(added.includes(other));
  }
});

test('ids that are far apart, like those of lost workers, take less than 1 kB each', () => {
  const ids = new IdSet();
  const { arrayBuffers } = process.memoryUsage();
  for (let id = 0; id < greatest; id += 2 ** 22) ids.add(id);
  expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(1024 * 1000);
  expect(ids.has(2 ** 22)).toBe(true);
});
