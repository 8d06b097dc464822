import type { Exposed } from '@doha/multiproc/worker';
import type { Level } from '../world/level.ts';
import { heldBy } from '../world/robot/keys.ts';
import { createWorld } from '../world/world.ts';
import { LockStep, type LockStepMessage } from './lock-step.ts';
import { equalRegions, partAt } from './regions.ts';
import { type GroupState, Shard } from './shard.ts';

/** What is played in lock step. */
export interface Program {
  readonly level: Level;
  readonly seed: number;
  readonly part: number;
  readonly parts: number;
  /** What both robots are told, step by step, see `joinHeld`; nothing after that. */
  readonly keys: readonly number[];
  readonly until: number;
}

/** A thread's part of a program. Who crosses the border of a region moves. */
export class LockStepPlay {
  #shard: Shard;
  #lockStep: LockStep;
  #leave: () => void;

  /** All must be there before one plays: what is told before somebody listens is lost. */
  constructor(exposed: Exposed<unknown>, { keys, level, part, parts, seed, until }: Program) {
    const world = createWorld(level, seed);
    const regions = equalRegions(world.grid, parts);
    const partOf = (leader: number): number =>
      partAt(regions, world.entities[leader]!.x, world.entities[leader]!.y);
    this.#shard = new Shard(world);
    this.#lockStep = new LockStep({
      shard: this.#shard,
      part,
      parts,
      ownerOf: partOf,
      send: (to, message) => exposed.publish(`lock step ${to}`, message, { keep: 'all' }),
      steer: () => {
        for (const [i, robot] of world.robots.entries()) robot.held = heldBy(keys[world.tick - 1] ?? 0, i);
      },
      movesAt: () =>
        this.#own.map((leader) => ({ leader, to: partOf(leader) })).filter(({ to }) => to !== part),
      until,
    });
    this.#leave = exposed.subscribe(`lock step ${part}`, (message) =>
      this.#lockStep.receive(message as LockStepMessage),
    );
  }

  /** Plays to the end, and returns all that this thread has then. */
  async play(): Promise<GroupState[]> {
    await this.#lockStep.play();
    this.#leave();
    return this.#own.map((leader) => this.#shard.release(leader));
  }

  /** The leaders of this thread's groups. */
  get #own(): number[] {
    const { leaders } = this.#shard;
    return [...leaders.keys()].filter((index) => leaders[index] === index && this.#shard.has(index));
  }
}
