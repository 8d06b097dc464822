import { expect, test } from 'vitest';
import { defaultWeights } from '../../tandem/game/game.ts';
import { outcomeUnder } from './outcome-under.ts';
import { recordedPlay } from './recorded-play.test.setup.ts';

test('without a weight of nearness, enemies near the robots wait longer', async () => {
  const play = recordedPlay(() => {}, -1); // the level with the most enemies
  const asRecorded = await outcomeUnder(play);
  const indifferent = await outcomeUnder(play, { ...defaultWeights, nearness: 0.1, waiting: 10 });
  expect(await outcomeUnder(play)).toEqual(asRecorded);
  expect(indifferent.ageNear).toBeGreaterThan(asRecorded.ageNear);
  expect(indifferent.ageFar).toBeLessThan(asRecorded.ageFar);
});
