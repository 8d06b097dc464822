import type { Level } from '../../world/level.ts';
import { heldBy } from '../../world/robot/keys.ts';
import { restoreState, type WorldState } from '../../world/world-state.ts';
import { createWorld } from '../../world/world.ts';
import { type GroupState, Shard } from '../shard.ts';
import { subscribe, type TopicPort } from '../topics.ts';
import { Inbox } from './inbox.ts';
import { joinLockStep, ownersIn } from './join-lock-step.ts';
import type { LockStep } from './lock-step.ts';

/** The parameters of a run in lock step, for one thread. */
export interface LockStepProgram {
  readonly level: Level;
  readonly seed: number;
  /** The current state of the world; undefined if the game has not begun. */
  readonly state?: WorldState | undefined;
  /** Number of this thread, from 0. */
  readonly thread: number;
  /** Number of threads that own entities. */
  readonly threadCount: number;
  /**
   * The keys of both robots, one number per tick, see `joinHeld`. After the last number no keys are
   * held. 'live': the page takes part, and publishes the keys of each tick.
   */
  readonly keys: readonly number[] | 'live';
  /** The last tick, unless the level is finished before. */
  readonly until: number;
}

/**
 * A worker's part of a lock-step program. Groups that leave the region of this worker migrate to
 * another one.
 */
export class LockStepThread {
  #shard: Shard;
  #lockStep: LockStep;
  #keys: Inbox<number> = new Inbox();
  #leave: (() => void)[];

  /**
   * Subscribes to the messages of the other threads. No thread may call `play` before all threads
   * have subscribed, because earlier messages would be lost.
   */
  constructor(port: TopicPort, program: LockStepProgram) {
    const { keys, level, seed, state, thread, threadCount, until } = program;
    const world = createWorld(level, seed);
    if (state !== undefined) restoreState(world, state);
    const ownerOf = ownersIn(world, threadCount);
    this.#shard = new Shard(world);
    const { leave, lockStep } = joinLockStep(port, {
      shard: this.#shard,
      thread,
      threadCount: keys === 'live' ? threadCount + 1 : threadCount,
      ownerOf,
      steer: async () => {
        const { robots, tick } = world;
        const held = keys === 'live' ? (await this.#keys.take(tick, 1))[0]! : (keys[tick - 1] ?? 0);
        for (const [i, robot] of robots.entries()) robot.held = heldBy(held, i);
      },
      movesAt: () =>
        this.#own.map((leader) => ({ leader, to: ownerOf(leader) })).filter(({ to }) => to !== thread),
      until,
    });
    this.#lockStep = lockStep;
    this.#leave = [leave, subscribe(port, 'tickKeys', ({ held, tick }) => this.#keys.put(tick, held))];
  }

  /** Plays to the end, and returns the state of all groups that this thread owns then. */
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
