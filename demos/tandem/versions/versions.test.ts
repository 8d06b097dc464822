import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nullRenderer } from '../draw/renderer.ts';
import { createGame, type Game, step } from '../game/game.ts';
import { ThreadRecorder } from '../../tandem-tools/measure/thread-recorder.ts';
import { createTunnel } from '../world/tunnel.ts';
import { createWorld } from '../world/world.ts';
import { start as startAdaptive } from './adaptive.ts';
import { start as startMonolithic } from './monolithic.ts';
import { start as startSliced } from './sliced.ts';

const inOneThread = { monolithic: startMonolithic, sliced: startSliced, adaptive: startAdaptive };
type Name = keyof typeof inOneThread;
const names = Object.keys(inOneThread) as Name[];

const enemies = 60;
const window = 2 * step;
/** Milliseconds that an enemy's update must cost for all of them to take this part of the time. */
const costAt = (load: number): number => (load * window) / enemies;

afterEach(() => vi.unstubAllGlobals());

describe('every version', () => {
  it.each(names)(
    '%s makes 60 steps and 30 updates of each enemy per second while there is time',
    (version) => {
      const { game } = play(version, { cost: costAt(0.25), until: 2000 });
      const rates = game.enemies.map(({ index }) => game.updates[index]! / 2);
      expect(Math.abs(game.world.tick - 120)).toBeLessThanOrEqual(2);
      expect(Math.min(...rates)).toBeGreaterThanOrEqual(29);
      expect(Math.max(...rates)).toBeLessThanOrEqual(31);
    },
  );

  it.each(names)('%s updates nothing more once it is stopped', (version) => {
    const { game, stop, host } = play(version, { cost: costAt(0.5), until: 500 });
    stop();
    const before = game.updates.slice();
    host.advanceTo(1000);
    expect(game.updates).toEqual(before);
  });
});

describe('under three times the load that there is time for', () => {
  it('the monolithic version slows down, and all enemies alike', () => {
    const { game } = play('monolithic', { cost: costAt(3), until: 4000 });
    expect(game.world.tick / 4).toBeLessThan(30);
    expect(Math.max(...ratesByDistance(game, 4))).toBeLessThan(15);
  });

  it('the sliced version keeps the players on time, and the far enemies wait', () => {
    const { game } = play('sliced', { cost: costAt(3), until: 4000 });
    const rates = ratesByDistance(game, 4);
    expect(game.world.tick / 4).toBeGreaterThan(58);
    expect(mean(rates.slice(0, 10))).toBeGreaterThan(1.5 * mean(rates.slice(-30)));
    expect(Math.min(...rates)).toBeGreaterThan(0);
  });

  it('the adaptive version keeps the players on time, and the far enemies wait', () => {
    const { game } = play('adaptive', { cost: costAt(3), until: 4000 });
    const rates = ratesByDistance(game, 4);
    expect(game.world.tick / 4).toBeGreaterThan(58);
    expect(mean(rates.slice(0, 10))).toBeGreaterThan(1.5 * mean(rates.slice(-30)));
    expect(Math.min(...rates)).toBeGreaterThan(0);
  });
});

describe('the adaptive version', () => {
  it('lets all enemies live in real time at three times the load, if minimum rates fit their share', async () => {
    const [count, seconds] = [1200, 18];
    const cost = (3 * window) / count;
    const { game, recorder } = play('adaptive', { cost, count, until: (seconds + 0.5) * 1000, seconds });
    await recorder.ended;
    const { from, to, updates, updated } = recorder.recording;
    const demanded = game.enemies.reduce((sum, enemy) => sum + game.leastRate(enemy), 0) * (cost / 1000);
    expect(demanded).toBeLessThan(0.5);
    const ageOfOldest = Math.max(...updates.longest.subarray(game.players.length));
    expect(to - from).toBeGreaterThan(20 * ageOfOldest);
    // A third of the updates that there would be with time for all of them.
    expect(updated / count / ((to - from) / window)).toBeLessThan(0.36);
    const shares = Array.from(updates.lived.subarray(game.players.length), (lived) => lived / (to - from));
    expect(mean(shares)).toBeGreaterThan(0.98);
    // What was pending at the end is at most a twentieth.
    expect(Math.min(...shares)).toBeGreaterThan(0.95);
  });
});

describe('the monolithic version', () => {
  it('makes up for at most four steps after a pause', () => {
    const { game, host } = play('monolithic', { cost: 0, until: 500 });
    const before = game.world.tick;
    host.spend(5000);
    host.advanceTo(5500);
    expect(game.world.tick - before).toBeLessThanOrEqual(5);
  });
});

interface Conditions {
  /** Milliseconds that an enemy's update takes. */
  readonly cost: number;
  readonly until: number;
  readonly count?: number;
  /** For which the recorder counts, less a little at either end. */
  readonly seconds?: number;
}

/** Runs a version on a simulated display until some time, in ms. */
function play(version: Name, { cost, count = enemies, seconds = 1, until }: Conditions): Played {
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
  const recorder = new ThreadRecorder(world, { seconds, warmup: 0.5 });
  const game = costly(createGame(world, { renderer: nullRenderer, observers: [recorder] }), host, cost);
  const stop = inOneThread[version](game, host);
  host.advanceTo(until);
  return { game, host, recorder, stop };
}

/** Yields and pictures take time, or the loop would wait for its next timer, and the display for its next picture, for ever. */
class YieldingHost extends VirtualHost {
  override requestFrame(draw: (time: number) => void): void {
    this.spend(0.01);
    super.requestFrame(draw);
  }

  override wake(delay: number): void {
    super.wake(Math.max(0.01, delay));
  }
}

interface Played {
  readonly game: Game;
  readonly host: VirtualHost;
  readonly recorder: ThreadRecorder;
  readonly stop: () => void;
}

function costly(game: Game, host: VirtualHost, cost: number): Game {
  return {
    ...game,
    update(entity, elapsed) {
      game.update(entity, elapsed);
      if (entity.index >= game.players.length) host.spend(cost);
    },
  };
}

/** Updates per second of the enemies over `seconds`, from the one that is nearest to the players to the farthest. */
function ratesByDistance({ enemies: all, players, updates }: Game, seconds: number): number[] {
  const distance = (x: number): number => Math.abs(players[0]!.x - x);
  const byDistance = all.toSorted((one, other) => distance(one.x) - distance(other.x));
  return byDistance.map(({ index }) => updates[index]! / seconds);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
