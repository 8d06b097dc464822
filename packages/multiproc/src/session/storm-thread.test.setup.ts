import { ok } from 'node:assert/strict';
import { transfer } from '../transport/transfer.ts';
import type { Entities } from '../entities/entities.ts';
import { SharedState } from './shared-state.ts';
import type { Replica } from '../tables/replica.ts';
import type { Peer } from './peer.ts';
import { TableMissingError } from '../tables/table-missing-error.ts';
import { weighted } from '../../../chance.test.setup.ts';
import type { PublishedTable } from '../tables/published-table.ts';
import type { SharedWorld } from './shared-world.test.setup.ts';

const schema = { stamp: 'f64' } as const;
/** The schema of tables that no replica can read. */
const otherSchema = { stamp: 'f32', place: 'vec2' } as const;
/** A commit has the stamp `index of the thread * stride + number of the commit`. */
const stride = 1_000_000;
/** The error that callbacks of the application throw. */
export const onPurpose: Error = new Error('expected of a callback');

/** Values that a subscriber has received. */
export interface TestSubscription {
  readonly topic: string;
  readonly values: (readonly [from: number, number: number])[];
  undo: () => void;
  isOver: boolean;
}

export type Rows = PublishedTable<typeof schema> | PublishedTable<typeof otherSchema>;

/** A thread and its program. */
export class StormThread {
  isDead = false;
  /** Number of steps in which the thread will read no message. */
  busy = 0;
  /** Unique in the storm. */
  readonly index: number;
  readonly subscriptions: TestSubscription[] = [];
  /** By topic: the number of values that this thread has published. */
  readonly published: Map<string, number> = new Map();
  table: Rows | undefined;
  /** The last commit of the table: its stamp and the number of its rows. */
  committed: readonly [stamp: number, count: number] | undefined;
  commits = 0;
  replica: Replica<typeof schema> | undefined;
  /** Undefined unless the thread waits for a replica. */
  giveUp: AbortController | undefined;
  /** The newest stamp of each writer in the replica. */
  newestStamps: Map<number, number> = new Map();
  readonly states: Map<number, string[]> = new Map();
  readonly died: number[] = [];
  /** Mutations that this thread has requested, by entity. */
  readonly mutations: Map<number, string[]> = new Map();
  readonly part: SharedState;
  readonly entities: Entities<string[], string>;
  readonly peer: Peer;
  readonly #world: SharedWorld;
  #isStarted = false;
  #isActing = false;

  constructor(world: SharedWorld, peer: Peer) {
    this.#world = world;
    this.index = world.newIndex();
    this.peer = peer;
    this.part = new SharedState(peer);
    this.entities = this.part.entities<string[], string>('things', {
      release: (id) => {
        this.#actWithin();
        world.mayThrow();
        const state = this.states.get(id) ?? []; // the entity may have been removed within this callback
        this.states.delete(id);
        return world.chance() < 0.1 ? transfer(state, []) : state; // a transferred state cannot come back
      },
      adopt: (id, state) => {
        world.belongsTo(this, state);
        this.#actWithin();
        world.mayThrow();
        this.states.set(id, state);
        this.#actWithin();
      },
      apply: (id, mutation) => {
        this.states.get(id)!.push(mutation);
        if (world.chance() < 0.02) this.mutate(id);
        this.#actWithin();
        world.mayThrow();
      },
      died: (ids) => {
        this.died.push(...ids);
        this.#actWithin();
        world.mayThrow();
      },
    });
  }

  act(): void {
    if (this.#isActing) return;
    this.#isActing = true;
    try {
      weighted(this.#world.chance, this.#world.acts)(this);
    } finally {
      this.#isActing = false;
    }
  }

  // A callback of the application may call any method.
  #actWithin(): void {
    if (!this.#world.isCalm && this.#world.chance() < 0.05) this.act();
  }

  /** Whether the hub's first message has arrived. */
  get isStarted(): boolean {
    if (this.#isStarted) return true;
    try {
      this.#isStarted = this.part.now >= 0;
    } catch {
      // `now` throws before the session.
    }
    return this.#isStarted;
  }

  publish(topic: string): void {
    const number = (this.published.get(topic) ?? 0) + 1;
    this.published.set(topic, number);
    this.part.publish(topic, [this.index, number], { retention: topic === 'hits' ? 'all' : 'newest' });
  }

  subscribe(): void {
    const { chance } = this.#world;
    const one: TestSubscription = {
      topic: this.#world.someTopic(),
      values: [],
      isOver: false,
      undo: () => {},
    };
    this.subscriptions.push(one);
    one.undo = this.part.subscribe(one.topic, (value) => {
      ok(!one.isOver, 'a subscriber that has left is called');
      one.values.push(value as TestSubscription['values'][number]);
      if (chance() < 0.02) this.subscribe();
      if (chance() < 0.02) this.unsubscribe();
      if (chance() < 0.02 && !this.#world.isCalm)
        this.publish(chance() < 0.5 ? 'hits' : this.#world.someTopic(this));
      this.#actWithin();
      this.#world.mayThrow();
    });
  }

  unsubscribe(): void {
    const one = this.subscriptions.find(({ isOver }) => !isOver);
    if (one === undefined) return;
    one.undo();
    one.isOver = true;
  }

  /** Changes rows without a commit. */
  write(): void {
    if (this.table === undefined) {
      const options = { capacity: 1 };
      this.table =
        this.#world.chance() < 0.2
          ? this.part.table('rows', otherSchema, options)
          : this.part.table('rows', schema, options);
      this.committed = undefined;
    }
    const { table } = this;
    const count = Math.floor(this.#world.chance() * 40);
    while (table.count > count) table.remove(table.ids[table.count - 1]!);
    while (table.count < count) table.add(table.count);
    table.columns.stamp.fill(-1);
  }

  commit(): void {
    if (this.table === undefined) return;
    const stamp = this.index * stride + ++this.commits;
    this.table.columns.stamp.fill(stamp);
    this.table.commit(this.#world.time());
    this.committed = [stamp, this.table.count];
    if (this.#world.chance() < 0.5) this.write();
  }

  read(): void {
    const { chance } = this.#world;
    if (this.replica !== undefined) {
      this.checkReplica();
      if (chance() < 0.2) this.replica.within = chance() < 0.5 ? undefined : { stamp: [-2, Infinity] };
      this.replica.at(this.#world.time());
    } else if (this.giveUp === undefined) void this.#open();
    else if (chance() < 0.2) this.giveUp.abort(onPurpose);
  }

  async #open(): Promise<void> {
    this.giveUp = new AbortController();
    const { signal } = this.giveUp;
    if (this.#world.chance() < 0.5) {
      const first = this.part.replica('rows', schema, { signal });
      first.then((replica) => replica.close()).catch(() => {}); // like an effect of React in StrictMode
    }
    try {
      this.replica = await this.part.replica('rows', schema, { signal });
      this.newestStamps = new Map();
      this.replica.onChange(() => {
        this.#actWithin();
        this.#world.mayThrow();
      });
    } catch (problem) {
      ok(problem instanceof TableMissingError || isMisfit(problem));
    } finally {
      this.giveUp = undefined;
    }
  }

  /**
   * Takes the newest snapshots. Checks that each was committed, and that none is older than the
   * previous one.
   */
  checkReplica(): void {
    this.replica!.advance();
    for (const { columns, count } of this.replica!.parts) {
      const stamps = new Set(columns.stamp.subarray(0, count));
      ok(stamps.size <= 1, 'a snapshot is torn');
      for (const stamp of stamps) {
        ok(stamp >= 0, 'a row is seen that was not committed');
        const writer = Math.floor(stamp / stride);
        ok(stamp >= (this.newestStamps.get(writer) ?? 0), 'a snapshot is older than the one before');
        this.newestStamps.set(writer, stamp);
      }
    }
  }

  make(): void {
    const id = this.part.nextId();
    this.#world.made(id, this);
    const state: string[] = [];
    this.#world.belongsTo(this, state);
    this.states.set(id, state);
    this.entities.own(id);
  }

  owns(id: number): boolean {
    return this.isStarted && this.entities.has(id);
  }

  mutate(id: number): void {
    const list = this.mutations.get(id) ?? [];
    this.mutations.set(id, list);
    list.push(`${this.index}: ${list.length}`);
    this.entities.mutate(id, list.at(-1)!);
  }

  rarely(): void {
    const { chance, disowned, someTopic } = this.#world;
    const draw = chance();
    if (draw < 0.3) this.part.unpublish(chance() < 0.5 ? 'hits' : someTopic(this));
    else if (draw < 0.5) {
      this.table?.close();
      this.table = undefined;
      if (chance() < 0.5) this.write(); // creates it again at once
    } else if (draw < 0.7) {
      this.replica?.close();
      this.replica = undefined;
    } else {
      const id = [...this.states.keys()].find((each) => this.owns(each));
      if (id === undefined) return;
      disowned.add(id);
      this.entities.disown(id);
      this.states.delete(id);
    }
  }
}

/** Whether `problem` is the error of a replica about a table with other fields. */
export function isMisfit(problem: unknown): boolean {
  return (
    problem instanceof TypeError &&
    problem.message === 'replica: the field stamp of the table rows is f32, not f64'
  );
}
