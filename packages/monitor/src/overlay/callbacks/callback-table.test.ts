import { expect, test } from 'vitest';
import { CallbackTable } from './callback-table.ts';

test('names are sorted by their total time', () => {
  const table = new CallbackTable();
  for (let i = 0; i < 10; i++) table.named('often').runTimes.add(1);
  table.named('long').runTimes.add(8);
  table.named('longest').runTimes.add(11);
  table.named('never');
  expect(table.byTotalTime.map(({ name }) => name)).toEqual(['longest', 'often', 'long']);
});

test('after 128 names, further ones are counted together', () => {
  const table = new CallbackTable();
  for (let i = 0; i < 1000; i++) table.named(`name ${i}`).runTimes.add(1);
  expect(table.byTotalTime).toHaveLength(129);
  expect(table.named('other names').runTimes.count).toBe(872);
  expect(table.named('name 127').runTimes.count).toBe(1);
});

test('clearing removes the run times and keeps the indexes', () => {
  const table = new CallbackTable();
  const { index } = table.named('move');
  table.named('move').runTimes.add(1);
  table.lateness.add(3);
  table.clear();
  expect(table.byTotalTime).toEqual([]);
  expect(table.lateness.count).toBe(0);
  table.named('move').runTimes.add(2);
  expect(table.at(index)).toMatchObject({ name: 'move' });
  expect(table.byTotalTime[0]!.runTimes.sum).toBe(2);
});
