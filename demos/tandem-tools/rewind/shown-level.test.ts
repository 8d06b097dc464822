import { expect, test } from 'vitest';
import { catalog } from '../../tandem/game/levels/catalog.ts';
import { foreignTitle, levelOfSession, shownLevel } from './shown-level.ts';

test('the level of a session is that of the game with the same text', () => {
  for (const index of catalog.keys()) expect(levelOfSession(shownLevel(index))).toEqual(shownLevel(index));
});

test('a level that is not in the game keeps its own text and seed, and has no name of another one', () => {
  const foreign = { source: `${catalog[0]!.source}\n`, seed: 77 };
  expect(levelOfSession(foreign)).toEqual({ ...foreign, index: catalog.length, title: foreignTitle });
});
