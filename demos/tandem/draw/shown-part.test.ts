import { expect, test } from 'vitest';
import type { Entity } from '../world/entity.ts';
import { createEntity, Kind } from '../world/kinds.ts';
import { tickLength } from '../world/world.ts';
import { shownPart } from './shown-part.ts';

test('a player is shown where it was at the time of the picture', () => {
  const player = entityUpdatedAt(Kind.player, 100, 100 + tickLength);
  expect(shownPart(player, 100)).toBeCloseTo(0);
  expect(shownPart(player, 100 + 0.25 * tickLength)).toBeCloseTo(0.25);
  expect(shownPart(player, 100 + 2 * tickLength)).toBe(1);
});

test('a picture of the moment just before goes back a little', () => {
  expect(shownPart(entityUpdatedAt(Kind.player, 100, 100 + tickLength), 100 - 0.2 * tickLength)).toBeCloseTo(
    -0.2,
  );
});

test('an enemy takes as long from place to place as its updates are apart', () => {
  const enemy = entityUpdatedAt(Kind.flyer, 0, 200);
  const parts = [200, 250, 300, 400, 500].map((present) => shownPart(enemy, present - tickLength));
  expect(parts.map((part) => Number(part.toFixed(6)))).toEqual([0, 0.25, 0.5, 1, 1]);
});

test('who was never updated is where it is', () => {
  expect(shownPart(entityUpdatedAt(Kind.flyer, 0, 0), 50)).toBe(1);
});

function entityUpdatedAt(kind: Kind, previous: number, last: number): Entity {
  const entity = createEntity(0, 1, kind);
  entity.previousUpdatedAt = previous;
  entity.updatedAt = last;
  return entity;
}
