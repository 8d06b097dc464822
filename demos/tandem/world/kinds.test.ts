import { expect, test } from 'vitest';
import { assignEntity, copyEntity, placeEntity } from './entity.ts';
import { createEntity, Kind, kinds, memoryAt, setMemoryAt, traitsOf } from './kinds.ts';

test('the numbers of kinds never change, because recordings and hashes contain them', () => {
  const first = 'player roller crawler flyer seeker predictor magnet shy turret bolt saw dropper bomb ghost';
  const then = 'leech walker mortar grenade hangar rocket';
  const recorded = `${first} ${then}`.split(' ');
  expect(kinds.slice(0, recorded.length).map(({ name }) => name)).toEqual(recorded);
  expect(Kind.rocket).toBe(19);
});

test('each kind of missile is listed in `brings` of another kind', () => {
  const brought = new Set(kinds.flatMap(({ brings }) => brings));
  const missiles = Object.values(Kind).filter((kind) => traitsOf(kind).isMissile);
  expect(missiles.filter((kind) => !brought.has(kind))).toEqual([]);
});

test('memory begins as the position in slots 0 and 1, and as 0 in slots 2 and 3', () => {
  for (const kind of Object.values(Kind)) {
    const entity = createEntity(0, 1, kind);
    placeEntity(entity, traitsOf(kind).memory, 3, 4);
    expect(([0, 1, 2, 3] as const).map((slot) => memoryAt(entity, slot))).toEqual([3, 4, 0, 0]);
  }
});

test('a copy has its own memory, and assignment of a copy keeps the memory object of the entity', () => {
  const entity = createEntity(0, 1, Kind.seeker);
  placeEntity(entity, traitsOf(Kind.seeker).memory, 3, 4);
  const { memory } = entity;
  const copy = copyEntity(entity);
  setMemoryAt(entity, 0, 7);
  expect(copy.memory).toEqual({ goalX: 3, goalY: 4, attention: 0 });
  assignEntity(entity, copy);
  expect(entity.memory).toBe(memory);
  expect(entity).toEqual(copy);
});
