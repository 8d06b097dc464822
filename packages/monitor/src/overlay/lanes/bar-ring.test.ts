import { expect, test } from 'vitest';
import { BarRing } from './bar-ring.ts';

function visited(ring: BarRing, from: number, to: number): (string | number)[][] {
  const found: (string | number)[][] = [];
  ring.visit(from, to, (...bar) => found.push(bar));
  return found;
}

test('the bars that overlap a time are visited, the newest first', () => {
  const ring = new BarRing();
  ring.add('callback', 0, 10, 3);
  ring.add('window', 5, 20, 127);
  ring.add('turn', 20, 30, 0);
  ring.add('span', 40, 40, 1);
  expect(visited(ring, 10, 30)).toEqual([
    ['turn', 20, 30, 0],
    ['window', 5, 20, 127],
    ['callback', 0, 10, 3],
  ]);
  expect(visited(ring, 40, 40)).toEqual([['span', 40, 40, 1]]);
  expect(visited(new BarRing(), 0, 100)).toEqual([]);
});

test('a ring keeps the newest 32,768 bars', () => {
  const ring = new BarRing();
  for (let i = 0; i < 40_000; i++) ring.add('callback', i, i + 1, 0);
  expect(visited(ring, 0, 1e9)).toHaveLength(32_768);
  expect(visited(ring, 0, 1e9).at(-1)).toEqual(['callback', 40_000 - 32_768, 40_001 - 32_768, 0]);
});
