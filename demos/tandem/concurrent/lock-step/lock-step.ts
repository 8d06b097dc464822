import { endTick, update } from '../../world/world.ts';
import { step, stepsPerWindow } from '../../game/game.ts';
import { Inbox } from './inbox.ts';
import type { PostedMutation } from '../../world/mutation.ts';
import type { CommittedRow, GroupState, Shard } from '../shard.ts';

/** What threads tell one another of each tick; each tells each other one of both kinds, in this order. */
export type LockStepMessage =
  /** What was done to entities of the other in this tick. */
  | { readonly tick: number; readonly mutations: readonly PostedMutation[] }
  /** What one's entities are at its end, and which groups go to whom. */
  | { readonly tick: number; readonly rows: readonly CommittedRow[]; readonly moves: readonly Move[] }
  /** A group that comes. */
  | { readonly tick: number; readonly group: GroupState };

/** A group goes to another thread. */
export interface Move {
  readonly leader: number;
  readonly to: number;
}

export interface LockStepOptions {
  readonly shard: Shard;
  /** Number of this thread, from 0. */
  readonly part: number;
  readonly parts: number;
  /** Who has which group at first, by leader. */
  readonly ownerOf: (leader: number) => number;
  /** Sends a message to another thread. Those to one come in the order in which they were sent, after any time. */
  readonly send: (to: number, message: LockStepMessage) => void;
  /** Tells the players of the shard what to do, in each step. */
  readonly steer: () => void | Promise<void>;
  /** Waits until a step is to begin; default: it begins at once. */
  readonly pace?: () => Promise<void>;
  /** Is told what entities of others are now, before updates see it. */
  readonly told?: (rows: readonly CommittedRow[]) => void;
  /** Which of this thread's groups are to go where; asked in each step. */
  readonly movesAt?: (tick: number) => readonly Move[];
  /** By how many steps' time an enemy is updated in a step; 0: it is not. Default: as in the monolithic version. */
  readonly stepsOf?: (enemy: number, tick: number) => number;
  /** The last tick, if the level is not finished before. */
  readonly until: number;
}

/**
 * Plays a shard tick by tick with those of other threads, none of which begins a tick before all have ended the last one. Whatever the number of
 * threads, the time that messages take and the moves of groups, all comes to the same, to the last bit.
 */
export class LockStep {
  #options: LockStepOptions;
  #owners: number[]; // by leader
  #mutations: Inbox<readonly PostedMutation[]> = new Inbox();
  #ends: Inbox<{ readonly rows: readonly CommittedRow[]; readonly moves: readonly Move[] }> = new Inbox();
  #groups: Inbox<GroupState> = new Inbox();

  constructor(options: LockStepOptions) {
    const { ownerOf, part, shard } = options;
    this.#options = options;
    this.#owners = shard.world.entities.map((_, index) => ownerOf(shard.leaders[index]!));
    shard.assign(shard.leaders.filter((leader) => this.#owners[leader] === part));
  }

  /** Another thread has sent a message. */
  receive(message: LockStepMessage): void {
    if ('mutations' in message) this.#mutations.put(message.tick, message.mutations);
    else if ('rows' in message) this.#ends.put(message.tick, message);
    else this.#groups.put(message.tick, message.group);
  }

  /** Plays to the last tick, or to the end of the level. */
  async play(): Promise<void> {
    const { pace, shard, until } = this.#options;
    const { world } = shard;
    for (;;) {
      await pace?.();
      await this.#commit(world.tick);
      if (world.tick >= until || world.stage.wonAt >= 0) return;
      await this.#update(world.tick);
    }
  }

  // What all have done takes effect, everywhere at once.
  async #commit(tick: number): Promise<void> {
    const { movesAt = () => [], part, parts, send, shard, told } = this.#options;
    const others = Array.from({ length: parts }, (_, i) => i).filter((i) => i !== part);

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
    told?.(foreignRows);
    shard.publish(settled, foreignRows);
    endTick(shard.world, step);

    for (const { leader, to } of moves) send(to, { tick, group: shard.release(leader) });
    const allMoves = [...moves, ...ends.flatMap((end) => end.moves)];
    for (const { leader, to } of allMoves) this.#owners[leader] = to;
    const coming = allMoves.filter(({ to }) => to === part).length;
    for (const group of await this.#groups.take(tick, coming)) shard.adopt(group);
  }

  async #update(tick: number): Promise<void> {
    const { shard, steer, stepsOf = usualSteps } = this.#options;
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

function usualSteps(_: number, tick: number): number {
  return tick % stepsPerWindow === 1 ? stepsPerWindow : 0;
}
