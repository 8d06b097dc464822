import { afterEach, expect, test, vi } from 'vitest';
import { simulate } from '../../tandem/game/simulate.ts';
import { joinHeld } from '../../tandem/world/robot/keys.ts';
import { createWorld } from '../../tandem/world/world.ts';
import type { Held } from './messages.ts';
import { overloadedLevel, seed } from './worker/overloaded-level.ts';
import { overloadedKeys, RecordedKeys } from './recorded-keys.ts';

afterEach(() => vi.useRealTimers());

test('keys are held for their time, again and again, until they are stopped', () => {
  vi.useFakeTimers();
  const began = performance.now();
  const held: [number, Held][] = [];
  const keys = new RecordedKeys(
    [
      { held: joinHeld([2, 0]), steps: 6 },
      { held: joinHeld([0, 4]), steps: 3 },
    ],
    (now) => held.push([Math.round(performance.now() - began), now]),
  );
  keys.start();
  vi.advanceTimersByTime(260);
  keys.stop();
  vi.advanceTimersByTime(1000);
  expect(held).toEqual([
    [0, [2, 0]],
    [100, [0, 4]],
    [150, [2, 0]],
    [250, [0, 4]],
  ]);
});

test('the recorded keys lead both robots over two hills and back to the start', () => {
  const world = createWorld(overloadedLevel(10), seed);
  const starts = world.players.map(({ x }) => x);
  for (const repetition of [1, 2]) {
    let farthest = 0;
    for (const { held, steps } of overloadedKeys) {
      for (let i = 0; i < steps; i++) simulate(world, held, []);
      farthest = Math.max(farthest, Math.min(...world.players.map(({ x }) => x)));
    }
    expect(farthest, `in repetition ${repetition}`).toBeGreaterThan(29);
    for (const [i, { x }] of world.players.entries()) expect(Math.abs(x - starts[i]!)).toBeLessThan(3);
  }
  expect(world.stage.falls).toBe(0);
});

test('the level has the given number of enemies', () => {
  expect(overloadedLevel(123).spawns).toHaveLength(125);
});
