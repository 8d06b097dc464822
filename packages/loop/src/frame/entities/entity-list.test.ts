import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EntityList, IN_ALWAYS } from './entity-list.ts';
import { AlwaysList } from './always-list.ts';

interface Thing {
  readonly name: number;
}

const pool: readonly Thing[] = Array.from({ length: 12 }, (_, name) => ({ name }));
const lists = fc.array(fc.array(fc.constantFrom(...pool), { maxLength: 16 }), {
  minLength: 1,
  maxLength: 12,
});

test('each entity is listed once, in order, and keeps its entry if it was in the last list, for any lists', () => {
  fc.assert(
    fc.property(lists, (given) => {
      let now = 0;
      const list = new EntityList<Thing>({ reportInvalid: () => {}, updatedAt: () => now, left: () => {} });
      let since = new Map<Thing, number>(); // when each entity of the last list joined
      for (const [window, entities] of given.entries()) {
        const expected = new Map(
          [...new Set(entities)].map((entity) => [entity, since.get(entity) ?? window]),
        );
        now = window;
        list.refresh(entities);
        expect(list.entries.map(({ entity, updatedAt }) => [entity, updatedAt])).toEqual([...expected]);
        expect(list.added).toBe([...expected.keys()].filter((entity) => !since.has(entity)).length);
        since = expected;
      }
    }),
  );
});

test('an entity that is added is listed once, and keeps its entry', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pool)), fc.array(fc.constantFrom(...pool)), (listed, added) => {
      const list = new EntityList<Thing>({ reportInvalid: () => {}, updatedAt: () => 0, left: () => {} });
      list.refresh(listed);
      for (const entity of added) {
        const isNew = !list.entries.some((entry) => entry.entity === entity);
        expect(list.add(entity)?.entity).toBe(isNew ? entity : undefined);
      }
      const all = [...new Set([...listed, ...added])];
      expect(list.entries.map(({ entity }) => entity)).toEqual(all);
      list.refresh(all);
      expect(list.added).toBe(0);
    }),
  );
});

const listPairs = fc.array(
  fc.tuple(
    fc.array(fc.constantFrom(...pool), { maxLength: 16 }),
    fc.array(fc.constantFrom(...pool.slice(0, 4)), { maxLength: 6 }),
    fc.boolean(),
  ),
  { minLength: 1, maxLength: 12 },
);

test('an entity of always is left out, for any lists', () => {
  fc.assert(
    fc.property(listPairs, (given) => {
      let now = 0;
      const always = new AlwaysList<Thing>((entity) => list.leaveAlways(list.findOrCreate(entity)));
      const list = new EntityList<Thing>(
        { reportInvalid: () => {}, updatedAt: () => now, left: () => {} },
        always,
      );
      let since = new Map<Thing, number>();
      let inSteps: Thing[] = [];
      for (const [window, [entities, steps, isNew]] of given.entries()) {
        if (isNew) inSteps = steps;
        always.read(inSteps, 1, () => expect.unreachable());
        expect(always.entities).toEqual([...new Set(inSteps)]);
        for (const entity of inSteps) list.findOrCreate(entity).location = IN_ALWAYS;
        const rest = entities.filter((entity) => !inSteps.includes(entity));
        const expected = new Map([...new Set(rest)].map((entity) => [entity, since.get(entity) ?? window]));
        now = window;
        list.refresh(entities);
        expect(list.entries.map(({ entity, updatedAt }) => [entity, updatedAt])).toEqual([...expected]);
        for (const entity of pool) expect(list.find(entity)?.listed === 1).toBe(expected.has(entity));
        for (const entity of inSteps) expect(list.add(entity)).toBeUndefined();
        since = expected;
      }
    }),
  );
});

test('a list that has ended holds no entity, but still finds the entry of each', () => {
  const list = new EntityList<Thing>({ reportInvalid: () => {}, updatedAt: () => 7, left: () => {} });
  list.refresh(pool);
  list.refresh(pool.slice(1));
  list.end();
  expect([list.entries, list.left.size]).toEqual([[], 0]);
  for (const entity of pool) expect(list.find(entity)?.updatedAt).toBe(7);
});
