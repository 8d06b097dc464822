import { expect, test } from 'vitest';
import { createGame, step } from '../../tandem/game/game.ts';
import { referencePositions } from './reference.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld } from '../../tandem/world/world.ts';

test('the reference is equal to a game that updates each entity in each step', () => {
  const game = createGame(createWorld(createTunnel(40, 5), 5));
  for (let i = 0; i < 90; i++) {
    game.beginStep();
    for (const entity of game.world.entities) game.update(entity, step);
  }
  const [positions] = referencePositions({ enemies: 40, seed: 5, times: [90 * step] });
  expect([...positions!.x]).toEqual(game.world.entities.map(({ x }) => Math.fround(x)));
  expect([...positions!.y]).toEqual(game.world.entities.map(({ y }) => Math.fround(y)));
});

test('positions between two steps are interpolated', () => {
  const times = [10 * step, 10.25 * step, 11 * step];
  const [before, between, after] = referencePositions({ enemies: 40, seed: 5, times }).map(({ x }) => x[0]!);
  expect(between).toBeCloseTo(before! + 0.25 * (after! - before!), 4);
  expect(after! - before!).toBeGreaterThan(0.01);
});

test('descending times are rejected', () => {
  expect(() => referencePositions({ enemies: 4, seed: 5, times: [20, 10] })).toThrow(RangeError);
});
