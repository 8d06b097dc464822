import { VirtualHost } from '@doha/loop/virtual';
import { vi } from 'vitest';
import { createGame, type Game, type Observer, step } from '../game/game.ts';
import { createTunnel } from '../world/tunnel.ts';
import { createWorld, type World } from '../world/world.ts';
import { start as startAdaptive } from './adaptive.ts';
import { start as startMonolithic } from './monolithic.ts';
import { start as startSliced } from './sliced.ts';

const versions = { monolithic: startMonolithic, sliced: startSliced, adaptive: startAdaptive };

/** The versions that run in one thread. */
export type SingleThreaded = keyof typeof versions;
export const singleThreaded = Object.keys(versions) as SingleThreaded[];

const enemies = 60;

/** Milliseconds of a window. */
export const window: number = 2 * step;

/** The cost of an update in ms at which full-rate updates of all 60 enemies take this fraction of the time. */
export function costAt(load: number): number {
  return (load * window) / enemies;
}

interface Conditions {
  /** Cost of an enemy's update in ms. */
  readonly cost: number;
  readonly until: number;
  /** Number of enemies; default: 60. */
  readonly count?: number;
  readonly observe?: (world: World) => Observer;
}

interface Played {
  readonly game: Game;
  readonly host: VirtualHost;
  readonly stop: () => void;
}

/** Runs a version on a simulated display until a time in ms. It stubs globals, which the test must restore. */
export function playVersion(
  version: SingleThreaded,
  { cost, count = enemies, observe, until }: Conditions,
): Played {
  const host = new YieldingHost();
  let request = 0;
  const cancelled = new Set<number>();
  vi.stubGlobal('requestAnimationFrame', (draw: (time: number) => void) => {
    const id = ++request;
    host.requestFrame((time) => {
      if (!cancelled.has(id)) draw(time);
    });
    return id;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => cancelled.add(id));
  vi.stubGlobal('performance', host);
  const world = createWorld(createTunnel(count, 3), 3);
  const observers = observe === undefined ? [] : [observe(world)];
  const game = withCost(createGame(world, { observers }), host, cost);
  const stop = versions[version](game, host);
  host.advanceTo(until);
  return { game, host, stop };
}

/**
 * A simulated host on which each turn and each request of a frame takes at least 0.01 ms, so that
 * simulated time always advances.
 */
class YieldingHost extends VirtualHost {
  override requestFrame(draw: (time: number) => void): void {
    this.spend(0.01);
    super.requestFrame(draw);
  }

  override wake(delay: number): void {
    super.wake(Math.max(0.01, delay));
  }
}

function withCost(game: Game, host: VirtualHost, cost: number): Game {
  return {
    ...game,
    update(entity, elapsed) {
      game.update(entity, elapsed);
      if (entity.index >= game.players.length) host.spend(cost);
    },
  };
}
