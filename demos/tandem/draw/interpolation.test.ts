import { expect, test } from 'vitest';
import type { Entity } from '../world/entity.ts';
import { createEntity, Kind } from '../world/kinds.ts';
import { tickLength } from '../world/world.ts';
import { interpolationOf } from './interpolation.ts';

test('a player is drawn at its position at the shown time', () => {
  const player = entityUpdatedAt(Kind.player, 100, 100 + tickLength);
  expect(interpolationOf(player, 100)).toBeCloseTo(0);
  expect(interpolationOf(player, 100 + 0.25 * tickLength)).toBeCloseTo(0.25);
  expect(interpolationOf(player, 100 + 2 * tickLength)).toBe(1);
});

test('a player is extrapolated backward if the shown time is just before the second to last step', () => {
  expect(
    interpolationOf(entityUpdatedAt(Kind.player, 100, 100 + tickLength), 100 - 0.2 * tickLength),
  ).toBeCloseTo(-0.2);
});

test('an enemy moves from one position to the next in the interval between two of its updates', () => {
  const enemy = entityUpdatedAt(Kind.flyer, 0, 200);
  const parts = [200, 250, 300, 400, 500].map((present) => interpolationOf(enemy, present - tickLength));
  expect(parts.map((part) => Number(part.toFixed(6)))).toEqual([0, 0.25, 0.5, 1, 1]);
});

test('an entity without updates is drawn at its position', () => {
  expect(interpolationOf(entityUpdatedAt(Kind.flyer, 0, 0), 50)).toBe(1);
});

function entityUpdatedAt(kind: Kind, previous: number, last: number): Entity {
  const entity = createEntity(0, 1, kind);
  entity.previousUpdatedAt = previous;
  entity.updatedAt = last;
  return entity;
}
