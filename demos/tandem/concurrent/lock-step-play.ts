import type { SharingWorker } from '@doha/multiproc/shared';
import type { Level } from '../world/level.ts';
import { heldBy } from '../world/robot/keys.ts';
import { restoreState, type WorldState } from '../world/world-state.ts';
import { createWorld, type World } from '../world/world.ts';
import { Inbox } from './inbox.ts';
import { LockStep, type LockStepMessage } from './lock-step.ts';
import { equalRegions, partAt } from './regions.ts';
import { type GroupState, Shard } from './shard.ts';

/** What is played in lock step. */
export interface Program {
  readonly level: Level;
  readonly seed: number;
  /** How the world is right now; undefined at its beginning. */
  readonly state?: WorldState | undefined;
  readonly part: number;
  /** Threads that play. */
  readonly threads: number;
  /** What both robots are told, step by step, see `joinHeld`, nothing after that; or 'live': a page says it in each, and watches. */
  readonly keys: readonly number[] | 'live';
  readonly until: number;
}

/** What both robots are told in a tick, see `joinHeld`. */
export interface TickKeys {
  readonly tick: number;
  readonly held: number;
}

/** A thread's part of a program. Who crosses the border of a region moves. */
export class LockStepPlay {
  #shard: Shard;
  #lockStep: LockStep;
  #keys: Inbox<number> = new Inbox();
  #leave: (() => void)[];

  /** All must be there before one plays: what is told before somebody listens is lost. */
  constructor(exposed: SharingWorker<unknown>, { keys, level, part, seed, state, threads, until }: Program) {
    const world = createWorld(level, seed);
    if (state !== undefined) restoreState(world, state);
    const partOf = partsIn(world, threads);
    this.#shard = new Shard(world);
    this.#lockStep = new LockStep({
      shard: this.#shard,
      part,
      parts: keys === 'live' ? threads + 1 : threads,
      ownerOf: partOf,
      send: (to, message) => exposed.publish(`lock step ${to}`, message, { retention: 'all' }),
      steer: async () => {
        const { robots, tick } = world;
        const held = keys === 'live' ? (await this.#keys.take(tick, 1))[0]! : (keys[tick - 1] ?? 0);
        for (const [i, robot] of robots.entries()) robot.held = heldBy(held, i);
      },
      movesAt: () =>
        this.#own.map((leader) => ({ leader, to: partOf(leader) })).filter(({ to }) => to !== part),
      until,
    });
    this.#leave = [
      exposed.subscribe(`lock step ${part}`, (message) => this.#lockStep.receive(message as LockStepMessage)),
      exposed.subscribe('keys of ticks', (told) => {
        const { held, tick } = told as TickKeys;
        this.#keys.put(tick, held);
      }),
    ];
  }

  /** Plays to the end, and returns all that this thread has then. */
  async play(): Promise<GroupState[]> {
    await this.#lockStep.play();
    for (const leave of this.#leave) leave();
    return this.#own.map((leader) => this.#shard.release(leader));
  }

  /** The leaders of this thread's groups. */
  get #own(): number[] {
    const { leaders } = this.#shard;
    return [...leaders.keys()].filter((index) => leaders[index] === index && this.#shard.has(index));
  }
}

/** Whose an entity is where it is now, if so many threads play. */
export function partsIn({ entities, grid }: World, threads: number): (index: number) => number {
  const regions = equalRegions(grid, threads);
  return (index) => partAt(regions, entities[index]!.x, entities[index]!.y);
}
