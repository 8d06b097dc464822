import { expect, test } from 'vitest';
import { catalog } from '../../game/levels/catalog.ts';
import { floodsOf } from './level-list.ts';

test('the floods are the levels with a swarm of enemies', () => {
  expect(floodsOf(catalog).map(({ id }) => id)).toEqual(['13-the-lure', '14-the-storm', '15-the-flood']);
});

test('every level has an idea and a par time for the list', () => {
  for (const { text } of catalog) {
    expect(text.idea).toMatch(/[.!]$/);
    expect(text.par).toBeGreaterThan(0);
  }
});
