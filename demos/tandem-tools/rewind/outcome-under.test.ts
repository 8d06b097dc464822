import { expect, test } from 'vitest';
import { defaultWeights } from '../../tandem/game/game.ts';
import { outcomeUnder } from './outcome-under.ts';
import { recordedPlay } from './recorded-play.test.setup.ts';

test('without a weight of nearness, enemies near the robots wait longer', async () => {
  const play = recordedPlay(() => {}, -1); // the level with the most enemies
  const asRecorded = await outcomeUnder(play);
  const indifferent = await outcomeUnder(play, {
    weights: { ...defaultWeights, nearness: 0.1, waiting: 10 },
  });
  expect(await outcomeUnder(play)).toEqual(asRecorded);
  expect(indifferent.ageNear).toBeGreaterThan(asRecorded.ageNear);
  expect(indifferent.ageFar).toBeLessThan(asRecorded.ageFar);
});

test('a run reports its progress, and can be cancelled', async () => {
  const play = recordedPlay(() => {});
  const done: number[] = [];
  await outcomeUnder(play, { progressed: (part) => done.push(part) });
  expect(done).toEqual(done.toSorted((one, other) => one - other));
  expect(done[0]).toBeLessThan(0.2);
  expect(done.at(-1)).toBeGreaterThan(0.8);

  const cancel = new AbortController();
  const reason = new Error('cancelled by the user');
  const run = outcomeUnder(play, { signal: cancel.signal, progressed: () => cancel.abort(reason) });
  await expect(run).rejects.toBe(reason);
});
