import { Crew, type CrewOptions } from '../concurrent/crew.ts';
import { nullRenderer } from '../draw/renderer.ts';
import { createGame, step } from '../game.ts';
import { createTunnel } from '../world/tunnel.ts';
import { createWorld } from '../world/world.ts';
import type { Length } from './thread-recorder.ts';

/** A run through the tunnel that nobody sees, in Node or anywhere. */
export interface CrewRunOptions extends Length {
  readonly enemies: number;
  readonly seed: number;
  readonly workers: number;
  readonly isBalanced: boolean;
}

/** What a thread did in it, per second of those that counted. */
export interface ThreadRun {
  readonly updates: number;
  readonly steps: number;
  /** Milliseconds of work. */
  readonly busy: number;
  /** |time between two windows - 33.3 ms|, each. */
  readonly jitter: readonly number[];
}

/** Lets threads play, and returns what each did. */
export async function runCrew(options: CrewRunOptions, spawn: CrewOptions['spawn']): Promise<ThreadRun[]> {
  const { enemies, isBalanced, seconds, seed, warmup, workers } = options;
  const world = createWorld(createTunnel(enemies, seed), seed);
  const game = createGame(world, { renderer: nullRenderer });
  game.balances = isBalanced;
  const crew = await Crew.start(game, { workers, recorded: { seconds, warmup }, spawn });
  crew.resume(performance.now());
  const following = setInterval(() => crew.follow(), step);
  const recordings = await crew.recordings();
  clearInterval(following);
  crew.close();
  return recordings.map(({ busy, from, parts, steps, to, updated, windows }) => {
    const counted = (to - from) / 1000;
    return {
      updates: (updated + parts) / counted,
      steps: steps.length / counted,
      busy: busy / counted,
      jitter: Array.from(windows.subarray(1), (at, i) => Math.abs(at - windows[i]! - 2 * step)),
    };
  });
}
