import { expect, test } from 'vitest';
import { runs } from '../../../packages/runs.test.setup.ts';
import type { Entity } from './entity.ts';
import { Kind, traitsOf } from './kinds.ts';
import { createTunnel } from './tunnel.ts';
import { commit, createWorld, tickLength, update, type World } from './world.ts';

const level = createTunnel(400, 7);
const seconds = runs({ gate: 5, long: 10 });

/**
 * Upper bounds of the median and of the 90th percentile of the distances in cells between the paths
 * at 30 and at 60 updates per second. Large distances occur in crowds, where small differences
 * decide which enemy passes first.
 */
const bounds: Readonly<Partial<Record<Kind, readonly [number, number]>>> = {
  [Kind.roller]: [0.05, 0.5],
  [Kind.crawler]: [0.05, 0.3],
  [Kind.flyer]: [0.05, 0.3],
  [Kind.seeker]: [0.05, 0.3],
  [Kind.predictor]: [0.05, 0.3],
  [Kind.magnet]: [0.05, 0.3],
  [Kind.shy]: [0.05, 0.3],
  [Kind.turret]: [0, 0],
  [Kind.bolt]: [0.1, 0.6],
};

const reference = samplePaths();
const half = differences(2);
const sixth = differences(6);

test.each(Object.keys(bounds).map((kind) => Number(kind) as Kind))(
  'kind %i moves nearly the same at 30 updates per second as at 60',
  (kind) => {
    const [median, p90] = bounds[kind]!;
    expect(percentile(half, kind, 0.5)).toBeLessThanOrEqual(median);
    expect(percentile(half, kind, 0.9)).toBeLessThanOrEqual(p90);
  },
);

test.each([Kind.crawler, Kind.flyer, Kind.seeker, Kind.predictor, Kind.magnet, Kind.shy, Kind.bolt])(
  'kind %i deviates more at 10 updates per second than at 30, but by less than it moves in 0.1 s',
  (kind) => {
    const median = percentile(sixth, kind, 0.5);
    expect(median).toBeGreaterThan(percentile(half, kind, 0.5));
    expect(median).toBeLessThan(0.1 * traitsOf(kind).speed);
  },
);

/**
 * By kind: distances to the path at 60 updates per second, from five samples per second. Enemies
 * are updated in every `every`-th tick.
 */
function differences(every: number): Map<Kind, number[]> {
  const world = createWorld(level, 7);
  const found = new Map<Kind, number[]>();
  for (let tick = 1; tick <= seconds * 60; tick++) {
    live(world, every, tick);
    if (tick % 12 === 0) compare(world.entities, reference[tick / 12 - 1]!, found);
  }
  for (const distances of found.values()) distances.sort((a, b) => a - b);
  return found;
}

interface Place {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

function samplePaths(): Place[][] {
  const world = createWorld(level, 7);
  const samples: Place[][] = [];
  for (let tick = 1; tick <= seconds * 60; tick++) {
    live(world, 1, tick);
    if (tick % 12 === 0) samples.push(world.entities.map(({ id, x, y }) => ({ id, x, y })));
  }
  return samples;
}

function live(world: World, every: number, tick: number): void {
  for (const player of world.players) update(world, player, tickLength);
  if (tick % every === 0) for (const enemy of world.enemies) liveTicks(world, enemy, every);
  commit(world);
}

// Updates an entity by `count` ticks, in parts of at most three ticks as the game does.
function liveTicks(world: World, entity: Entity, count: number): void {
  for (let left = count; left > 0; left -= 3) update(world, entity, Math.min(3, left) * tickLength);
}

function compare(entities: readonly Entity[], places: readonly Place[], found: Map<Kind, number[]>): void {
  entities.forEach((entity, index) => {
    const place = places[index]!;
    if (!entity.active || entity.id !== place.id) return;
    const distances = found.get(entity.kind) ?? [];
    distances.push(Math.hypot(entity.x - place.x, entity.y - place.y));
    found.set(entity.kind, distances);
  });
}

function percentile(found: Map<Kind, number[]>, kind: Kind, share: number): number {
  const distances = found.get(kind)!;
  return distances[Math.floor(share * (distances.length - 1))]!;
}
