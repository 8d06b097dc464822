import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { transfer } from '../transport/transfer.ts';
import type { Entities } from '../entities/entities.ts';
import { SharedState } from './shared-state.ts';
import type { ThreadIndex } from './thread-index.ts';
import type { Replica } from '../tables/replica.ts';
import type { Peer } from './peer.ts';
import { TableMissingError } from '../tables/table-missing-error.ts';
import { below, type Chance, oneOf, swarm, weighted } from '../../../chance.test.setup.ts';
import type { PublishedTable } from '../tables/published-table.ts';

// Random programs of threads that share topics, tables, entities and ids, and checks of their
// invariants. The storms that use this file connect the threads.

const MAX_WORKERS = 3;
const HOUR = 3_600_000;
const schema = { stamp: 'f64' } as const;
/** The schema of tables that no replica can read. */
const otherSchema = { stamp: 'f32', place: 'vec2' } as const;
/** A commit has the stamp `index of the thread * stride + number of the commit`. */
const stride = 1_000_000;
/** The error that callbacks of the application throw. */
export const onPurpose: Error = new Error('expected of a callback');

/** Values that a subscriber has received. */
interface TestSubscription {
  readonly topic: string;
  readonly values: (readonly [from: number, number: number])[];
  undo: () => void;
  isOver: boolean;
}

type Rows = PublishedTable<typeof schema> | PublishedTable<typeof otherSchema>;

/** A thread and its program. */
export class Thread {
  isDead = false;
  /** Number of steps in which the thread will read no message. */
  busy = 0;
  /** Unique in the storm. */
  readonly index: number;
  readonly subscriptions: TestSubscription[] = [];
  /** Numbers of published values by topic. */
  readonly published: Map<string, number> = new Map();
  table: Rows | undefined;
  /** The last commit of the table: its number and its rows. */
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
      apply: (id, what) => {
        this.states.get(id)!.push(what);
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
    const what = chance();
    if (what < 0.3) this.part.unpublish(chance() < 0.5 ? 'hits' : someTopic(this));
    else if (what < 0.5) {
      this.table?.close();
      this.table = undefined;
      if (chance() < 0.5) this.write(); // creates it again at once
    } else if (what < 0.7) {
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

type Acts = readonly (readonly [weight: number, act: (thread: Thread) => void])[];

/** The actions of threads in one world. Actions that depend on each other are left out together. */
function actsOf(world: SharedWorld): Acts {
  const topics: Acts = [
    [1, (thread) => thread.publish(world.someTopic(thread))],
    [1, (thread) => thread.publish('hits')],
    [1, (thread) => thread.subscribe()],
    [1, (thread) => thread.unsubscribe()],
  ];
  const tables: Acts = [
    [1, (thread) => thread.write()],
    [1, (thread) => thread.commit()],
    [1, (thread) => thread.read()],
  ];
  const entities: Acts = [
    [1, (thread) => thread.isStarted && thread.make()],
    [2, (thread) => thread.isStarted && thread.mutate(world.someEntity())],
    [2, (thread) => thread.isStarted && thread.entities.migrate(world.someEntity(), world.someIndex())],
  ];
  const all: readonly (readonly [weight: number, acts: Acts])[] = [
    [1, topics],
    [1, tables],
    [1, entities],
    [1, [[1, (thread) => thread.rarely()]]],
  ];
  const groups = world.isMixed ? all : swarm(world.chance, all);
  return groups.flatMap(([times, acts]) => acts.map(([weight, act]) => [times * weight, act] as const));
}

/** The threads of a storm, and a record of their actions. */
export class SharedWorld {
  readonly chance: Chance;
  /** Whether all actions happen, about equally often. Some defects need many different actions. */
  readonly isMixed: boolean;
  readonly acts: Acts;
  readonly disowned: Set<number> = new Set();
  /** Number of workers. */
  readonly workers: number;
  /** Living threads, the main thread first. */
  threads: Thread[] = [];
  isCalm = false;
  /** The probability that a callback throws. */
  readonly #throws: number;
  #makers: Map<number, Thread> = new Map();
  #owners: WeakMap<object, Thread> = new WeakMap();
  #time = 0;
  #indices = 0;

  constructor(chance: Chance, workers?: number) {
    this.chance = chance;
    this.isMixed = chance() < 0.25;
    this.acts = actsOf(this);
    this.workers = workers ?? (this.isMixed ? MAX_WORKERS : 1 + below(chance, MAX_WORKERS));
    this.#throws = this.isMixed ? 0.05 : oneOf(chance, [0, 0.05, 0.3]);
  }

  newIndex(): number {
    return this.#indices++;
  }

  mayThrow(): void {
    if (!this.isCalm && this.chance() < this.#throws) throw onPurpose;
  }

  /** A time in ms for commits and readers. It may jump by up to an hour. */
  time(): number {
    this.#time += this.chance() < 0.02 ? (this.chance() - 0.5) * 2 * HOUR : 1;
    return this.#time;
  }

  someTopic = (publisher: Thread = this.some()): string => `score ${publisher.index}`;

  someIndex(): ThreadIndex {
    const index = below(this.chance, this.workers + 1);
    return index === this.workers ? 'main' : index;
  }

  someEntity(): number {
    const ids = [...this.#makers.keys()].slice(-4);
    return ids[below(this.chance, ids.length)] ?? 1;
  }

  some(): Thread {
    return oneOf(this.chance, this.threads);
  }

  made(id: number, thread: Thread): void {
    ok(!this.#makers.has(id), 'an id was handed out twice');
    this.#makers.set(id, thread);
  }

  /** Checks that no other thread has the object: messages are copied. */
  belongsTo(thread: Thread, object: object): void {
    const owner = this.#owners.get(object) ?? thread;
    strictEqual(owner.index, thread.index, 'two threads have the same object');
    this.#owners.set(object, thread);
  }

  /** Called when a thread is gone. */
  lost(thread: Thread): void {
    thread.isDead = true;
    this.threads = this.threads.filter((other) => other !== thread);
  }

  checkOwners(): void {
    for (const id of this.#makers.keys()) {
      const owners = this.threads.filter((thread) => thread.owns(id));
      ok(owners.length <= 1, 'two authorities');
      for (const { states } of owners) ok(states.has(id), 'an authority without the entity');
    }
  }

  /**
   * Publishes to all topics once more, so that {@link check} can find subscribers that miss values.
   */
  publishAll(): void {
    for (const thread of this.threads)
      for (const topic of ['hits', this.someTopic(thread)]) thread.publish(topic);
  }

  /** Called when no message is in flight. */
  check(): void {
    for (const id of this.#makers.keys()) this.#checkEntity(id);
    for (const thread of this.threads) {
      for (const one of thread.subscriptions) this.#checkSubscription(one);
      this.#checkReplica(thread);
    }
  }

  /** Called when the session has ended. */
  checkClosed(): void {
    for (const { giveUp } of this.threads) strictEqual(giveUp, undefined, 'a replica is pending for ever');
  }

  get #main(): Thread {
    return this.threads[0]!;
  }

  #checkEntity(id: number): void {
    const owner = this.threads.find((thread) => thread.owns(id));
    const isReported = this.#main.died.includes(id) || this.disowned.has(id);
    if (owner === undefined) {
      ok(isReported || this.#makers.get(id)!.isDead, 'an entity is lost without a report');
      return;
    }
    ok(!this.#main.died.includes(id), 'an entity is reported as dead and lives');
    const state = owner.states.get(id)!;
    for (const { mutations, index } of this.threads)
      deepStrictEqual(
        state.filter((what) => what.startsWith(`${index}: `)),
        mutations.get(id) ?? [],
        'mutations of a thread that lives are lost or out of order',
      );
    const nextNumbers = new Map<string, number>();
    for (const what of state) {
      const [sender, number] = what.split(': ') as [string, string];
      strictEqual(Number(number), nextNumbers.get(sender) ?? 0, 'a mutation is out of order');
      nextNumbers.set(sender, Number(number) + 1);
    }
  }

  #checkSubscription({ isOver, topic, values }: TestSubscription): void {
    const newest = new Map<number, number>();
    for (const [from, number] of values) {
      const before = newest.get(from);
      if (before !== undefined) {
        ok(number >= before, 'a value came late');
        if (topic === 'hits') strictEqual(number, before + 1, 'a value came twice or is missing');
      }
      newest.set(from, number);
    }
    if (isOver) return;
    for (const { index, published } of this.threads) {
      if (topic === 'hits' || topic === `score ${index}`)
        strictEqual(newest.get(index), published.get(topic), 'the newest value is missing');
    }
  }

  #checkReplica(thread: Thread): void {
    const { replica } = thread;
    const writers = this.threads.filter(({ committed, table }) => fits(table) && committed !== undefined);
    if (replica === undefined) {
      const hasTable = this.threads.some(({ table }) => table !== undefined);
      if (hasTable) strictEqual(thread.giveUp, undefined, 'a replica waits for a table that there is');
      return;
    }
    thread.checkReplica();
    const found = replica.parts.map(
      ({ columns, count }) => [count, count > 0 ? columns.stamp[0]! : 0] as const,
    );
    const expected = writers.map(({ committed }) => {
      const [stamp, count] = committed!;
      return [count, count > 0 ? stamp : 0] as const;
    });
    deepStrictEqual(
      found.toSorted(byNumbers),
      expected.toSorted(byNumbers),
      'a replica differs from its tables',
    );
  }
}

/** Whether a replica of the storm can read the table. */
function fits(table: Rows | undefined): boolean {
  return table?.schema.stamp === 'f64';
}

/** Whether `problem` is the error of a replica about a table with other fields. */
export function isMisfit(problem: unknown): boolean {
  return problem instanceof TypeError && problem.message === 'replica: rows.stamp must be f32, got f64';
}

type Pair = readonly [number, number];

function byNumbers([one, two]: Pair, [otherOne, otherTwo]: Pair): number {
  return one - otherOne || two - otherTwo;
}
