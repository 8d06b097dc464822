import { expect, test } from 'vitest';
import { adoption } from './adoption.mjs';

test('the adaptive loop changes at most 1 % of the lines of the game', () => {
  const { lines, removed, added } = adoption('adaptive');
  expect(lines).toBeGreaterThan(2000);
  expect(removed.length).toBeLessThanOrEqual(lines / 100);
  expect(added.length).toBeLessThanOrEqual(lines / 100);
});

test('only lines that differ from the usual loop count as changes', () => {
  expect(adoption('monolithic')).toMatchObject({ removed: [], added: [] });
  expect(adoption('adaptive').added).toContain('minRate: game.minRate,');
  expect(adoption('sliced').added.length).toBeGreaterThan(adoption('adaptive').added.length);
});
