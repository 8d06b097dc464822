import { step, stepsPerWindow } from '../../game/game.ts';
import type { PostedMutation } from '../../world/mutation.ts';
import { endTick, update } from '../../world/world.ts';
import type { CommittedRow, GroupState, Shard } from '../shard.ts';
import { Inbox } from './inbox.ts';
import type { LockStepMessage, Move } from './lock-step-message.ts';

export interface LockStepOptions {
  readonly shard: Shard;
  /** Number of this thread, from 0. */
  readonly thread: number;
  readonly threadCount: number;
  /** Returns the thread that owns the group with this leader at the start (see `groups.ts`). */
  readonly ownerOf: (leader: number) => number;
  /** Sends a message to another thread. Messages to one thread must arrive in order; any delay is allowed. */
  readonly send: (to: number, message: LockStepMessage) => void;
  /** Passes the input to the players of the shard, in each step. */
  readonly steer: () => void | Promise<void>;
  /** Resolves when the next step may begin. Default: at once. */
  readonly untilStep?: () => Promise<void>;
  /** Receives the committed states of other threads' entities before updates read them. */
  readonly onCommitted?: (rows: readonly CommittedRow[]) => void;
  /** Returns the groups of this thread that migrate in a tick. Called in each tick. */
  readonly movesAt?: (tick: number) => readonly Move[];
  /** Number of steps by which an enemy is updated in a tick; 0: no update. Default: as in the monolithic version. */
  readonly stepsOf?: (enemy: number, tick: number) => number;
  /** The last tick, unless the level is finished before. */
  readonly until: number;
}

/**
 * Plays a shard in lock step with the shards of other threads: no thread begins a tick before all
 * threads have ended the previous one. The result is the same, bit for bit, for any number of threads, any delays of messages and any migrations. A _tick_
 * is the processing of one step in all threads.
 */
export class LockStep {
  #options: LockStepOptions;
  #owners: number[]; // by the leader of a group
  #mutations: Inbox<readonly PostedMutation[]> = new Inbox();
  #ends: Inbox<{ readonly rows: readonly CommittedRow[]; readonly moves: readonly Move[] }> = new Inbox();
  #groups: Inbox<GroupState> = new Inbox();

  constructor(options: LockStepOptions) {
    const { ownerOf, shard, thread } = options;
    this.#options = options;
    this.#owners = shard.world.entities.map((_, index) => ownerOf(shard.leaders[index]!));
    shard.assign(shard.leaders.filter((leader) => this.#owners[leader] === thread));
  }

  /** Processes a message of another thread. */
  receive(message: LockStepMessage): void {
    if ('mutations' in message) this.#mutations.put(message.tick, message.mutations);
    else if ('rows' in message) this.#ends.put(message.tick, message);
    else this.#groups.put(message.tick, message.group);
  }

  /** Plays to the last tick, or to the end of the level. */
  async play(): Promise<void> {
    const { shard, until, untilStep } = this.#options;
    const { world } = shard;
    for (;;) {
      await untilStep?.();
      await this.#commit(world.tick);
      if (world.tick >= until || world.stage.wonAt >= 0) return;
      await this.#update(world.tick);
    }
  }

  async #commit(tick: number): Promise<void> {
    const { movesAt = () => [], onCommitted, send, shard, thread, threadCount } = this.#options;
    const others = Array.from({ length: threadCount }, (_, i) => i).filter((i) => i !== thread);
    const foreign = shard.takeForeign();
    for (const to of others) {
      const mutations = foreign.filter(({ target }) => this.#ownerOf(target) === to);
      send(to, { tick, mutations });
    }
    for (const mutations of await this.#mutations.take(tick, others.length))
      for (const mutation of mutations) shard.accept(mutation);
    const settled = shard.settle();
    const moves = movesAt(tick);
    const rows = settled.map(({ index }) => shard.rowOf(index));
    for (const to of others) send(to, { tick, rows, moves });
    const ends = await this.#ends.take(tick, others.length);
    const foreignRows = ends.flatMap((end) => end.rows);
    onCommitted?.(foreignRows);
    shard.publish(settled, foreignRows);
    endTick(shard.world, step);

    for (const { leader, to } of moves) send(to, { tick, group: shard.release(leader) });
    const allMoves = [...moves, ...ends.flatMap((end) => end.moves)];
    for (const { leader, to } of allMoves) this.#owners[leader] = to;
    const coming = allMoves.filter(({ to }) => to === thread).length;
    for (const group of await this.#groups.take(tick, coming)) shard.adopt(group);
  }

  async #update(tick: number): Promise<void> {
    const { shard, steer, stepsOf = monolithicSteps } = this.#options;
    await steer();
    for (const player of shard.players) update(shard.world, player, step);
    for (const enemy of shard.enemies) {
      const steps = stepsOf(enemy.index, tick);
      if (steps > 0) update(shard.world, enemy, steps * step);
    }
  }

  #ownerOf(index: number): number {
    return this.#owners[this.#options.shard.leaders[index]!]!;
  }
}

/**
 * The number of steps of an enemy's update in the monolithic version. It updates all enemies in the
 * first step of each window, by the whole window.
 */
export function monolithicSteps(_: number, tick: number): number {
  return tick % stepsPerWindow === 1 ? stepsPerWindow : 0;
}
