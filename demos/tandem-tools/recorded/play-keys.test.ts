import { expect, test } from 'vitest';
import { Steering } from '../../tandem/input/steering.ts';
import { joinHeld } from '../../tandem/world/robot/keys.ts';
import { playKeys } from './play-keys.ts';

test('keys are held for the recorded number of steps, and released after the last', () => {
  const steering = new Steering();
  const next = playKeys(
    [
      { held: 2, steps: 2 },
      { held: joinHeld([1, 5]), steps: 1 },
    ],
    steering,
  );
  const held = Array.from({ length: 5 }, () => {
    next();
    return [steering.heldFor(0), steering.heldFor(1)];
  });
  expect(held).toEqual([
    [2, 0],
    [2, 0],
    [1, 5],
    [0, 0],
    [0, 0],
  ]);
});
