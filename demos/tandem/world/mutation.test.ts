import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chance } from './chance.ts';
import { type Entity, placeEntity } from './entity.ts';
import { createEntity, Kind, traitsOf } from './kinds.ts';
import { uniform } from './map/random-grid.test.setup.ts';
import { applyMutations, createMutations, Mutation, postMutation } from './mutation.ts';

const targets = 4;
const post = fc.record({
  source: fc.integer({ min: 0, max: 9 }),
  target: fc.integer({ min: 0, max: targets - 1 }),
  x: uniform(-2, 2),
  y: uniform(-2, 2),
});
type Post = typeof post extends fc.Arbitrary<infer T> ? T : never;

test('the result of mutations is the same to the last bit for any order of their sources', () => {
  fc.assert(
    fc.property(fc.array(post, { maxLength: 60 }), fc.integer(), (posts, seed) => {
      expect(pushesAfter(shuffleSources(posts, seed))).toEqual(pushesAfter(posts));
    }),
  );
});

test('mutations of one source are applied in their order', () => {
  // The limit makes the order matter: 5 is limited to 3 before or after 2 is subtracted.
  const first = { source: 1, target: 0, x: 5, y: 0 };
  const second = { source: 1, target: 0, x: -2, y: 0 };
  expect(pushesAfter([first, second])).not.toEqual(pushesAfter([second, first]));
});

test('all mutations are applied, even if the tables have to grow', () => {
  const posts = Array.from({ length: 1000 }, () => ({ source: 1, target: 0, x: 0.001, y: 0 }));
  expect(pushesAfter(posts)[0]).toBeCloseTo(1, 6);
});

test('the sum of all pushes is limited', () => {
  const posts = Array.from({ length: 100 }, (_, source) => ({ source, target: 0, x: 2, y: 2 }));
  const [x, y] = pushesAfter(posts);
  expect(Math.hypot(x!, y!)).toBeCloseTo(3, 9);
});

test('a hit is counted, and a mutation is applied once', () => {
  const mutations = createMutations(1);
  const target = entity(0);
  postMutation(mutations, entity(1), 0, Mutation.hit, { x: 1, y: 0 }, 0);
  applyMutations(mutations, target);
  applyMutations(mutations, target);
  expect([target.hits, target.pushX]).toEqual([1, 1]);
});

function pushesAfter(posts: readonly Post[]): number[] {
  const mutations = createMutations(targets);
  for (const { source, target, x, y } of posts) {
    postMutation(mutations, entity(source), target, Mutation.push, { x, y }, 0);
  }
  return Array.from({ length: targets }, (_, index) => entity(index)).flatMap((target) => {
    applyMutations(mutations, target);
    return [target.pushX, target.pushY];
  });
}

// Shuffles the sources; the posts of one source keep their order.
function shuffleSources(posts: readonly Post[], seed: number): Post[] {
  return posts.toSorted((a, b) => chance(seed, a.source, 0) - chance(seed, b.source, 0));
}

function entity(index: number): Entity {
  const made = createEntity(index, index, Kind.flyer);
  placeEntity(made, traitsOf(made.kind).memory, 1, 1);
  return made;
}
