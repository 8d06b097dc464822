import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Game } from '../game/game.ts';
import { costAt, playVersion, singleThreaded } from './play-version.test.setup.ts';

afterEach(() => vi.unstubAllGlobals());

describe('with enough time', () => {
  it.each(singleThreaded)('%s makes 60 steps and 30 updates of each enemy per second', (version) => {
    const { game } = playVersion(version, { cost: costAt(0.25), until: 2000 });
    const rates = game.enemies.map(({ index }) => game.updates[index]! / 2);
    expect(Math.abs(game.world.tick - 120)).toBeLessThanOrEqual(2);
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(29);
    expect(Math.max(...rates)).toBeLessThanOrEqual(31);
  });

  it.each(singleThreaded)('%s updates nothing after it is stopped', (version) => {
    const { game, stop, host } = playVersion(version, { cost: costAt(0.5), until: 500 });
    stop();
    const before = game.updates.slice();
    host.advanceTo(1000);
    expect(game.updates).toEqual(before);
  });
});

describe('with three times as much work as time', () => {
  it('the monolithic version slows down, for all enemies alike', () => {
    const { game } = playVersion('monolithic', { cost: costAt(3), until: 4000 });
    expect(game.world.tick / 4).toBeLessThan(30);
    expect(Math.max(...ratesByDistance(game, 4))).toBeLessThan(15);
  });

  it.each(['sliced', 'adaptive'] as const)(
    'the %s version keeps the players on time, and far enemies wait',
    (version) => {
      const { game } = playVersion(version, { cost: costAt(3), until: 4000 });
      const rates = ratesByDistance(game, 4);
      expect(game.world.tick / 4).toBeGreaterThan(58);
      expect(mean(rates.slice(0, 10))).toBeGreaterThan(1.5 * mean(rates.slice(-30)));
      expect(Math.min(...rates)).toBeGreaterThan(0);
    },
  );
});

// demos/tandem-tools/measure/lived-time.test.ts tests the simulated time that enemies receive under load.

describe('the monolithic version', () => {
  it('catches up at most four steps after a pause', () => {
    const { game, host } = playVersion('monolithic', { cost: 0, until: 500 });
    const before = game.world.tick;
    host.spend(5000);
    host.advanceTo(5500);
    expect(game.world.tick - before).toBeLessThanOrEqual(5); // four, and the regular step of the next frame
  });
});

/** Updates per second of the enemies over `seconds`, from the nearest to the players to the farthest. */
function ratesByDistance({ enemies: all, players, updates }: Game, seconds: number): number[] {
  const distance = (x: number): number => Math.abs(players[0]!.x - x);
  const byDistance = all.toSorted((one, other) => distance(one.x) - distance(other.x));
  return byDistance.map(({ index }) => updates[index]! / seconds);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
