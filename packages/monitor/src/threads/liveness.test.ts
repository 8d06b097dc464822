import { expect, test } from 'vitest';
import { Liveness, patience } from './liveness.ts';

interface Stage {
  readonly liveness: Liveness;
  /** Sends a request after some ms. */
  readonly ask: (after: number) => number;
  /** Shows whether it is prompt and whether it is silent after some ms. */
  readonly states: (after?: number) => [isPrompt: boolean, isSilent: boolean];
}

function stage(): Stage {
  let now = 5;
  let request = 0;
  const liveness = new Liveness({ now: () => now }, 0);
  return {
    liveness,
    ask(after) {
      now += after;
      liveness.asked();
      return ++request;
    },
    states(after = 0) {
      now += after;
      return [liveness.isPrompt, liveness.isSilent];
    },
  };
}

test('a recorder is not prompt a second after a request without an answer, and silent after three further requests', () => {
  const { ask, states } = stage();
  expect(states(1e6)).toEqual([true, false]);
  ask(0);
  expect(states()).toEqual([true, false]);
  expect(states(patience)).toEqual([false, false]);
  ask(0);
  ask(patience);
  expect(states()).toEqual([false, false]);
  ask(patience);
  expect(states()).toEqual([false, true]);
});

test('many requests at once count as one, also after a jump of the clock', () => {
  const { ask, states } = stage();
  for (let i = 0; i < 20; i++) ask(0);
  ask(100 * patience);
  for (let i = 0; i < 20; i++) ask(0);
  expect(states()).toEqual([false, false]);
});

test('an answer makes it prompt, also a late one', () => {
  const { ask, liveness, states } = stage();
  for (let i = 0; i < 4; i++) ask(patience);
  expect(states()).toEqual([false, true]);
  liveness.hasAnswered(2, 4);
  expect(liveness.answered).toBe(2);
  expect(states()).toEqual([true, false]);
  expect(states(patience)).toEqual([false, false]); // the answers to two requests are missing
  liveness.hasAnswered(4, 4);
  liveness.hasAnswered(3, 4);
  expect(liveness.answered).toBe(4);
  expect(states(10 * patience)).toEqual([true, false]);
});
