import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { ThreadIndex } from './thread-index.ts';
import { below, type Chance, oneOf, swarm } from '../../../chance.test.setup.ts';
import { type Rows, type TestSubscription, type StormThread, onPurpose } from './storm-thread.test.setup.ts';

// Random programs of threads that share topics, tables, entities and ids, and checks of their
// invariants. The storms that use this file connect the threads.

const MAX_WORKERS = 3;
const HOUR = 3_600_000;

type Acts = readonly (readonly [weight: number, act: (thread: StormThread) => void])[];

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
  threads: StormThread[] = [];
  isCalm = false;
  /** The probability that a callback throws. */
  readonly #throws: number;
  #makers: Map<number, StormThread> = new Map();
  #owners: WeakMap<object, StormThread> = new WeakMap();
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

  someTopic = (publisher: StormThread = this.some()): string => `score ${publisher.index}`;

  someIndex(): ThreadIndex {
    const index = below(this.chance, this.workers + 1);
    return index === this.workers ? 'main' : index;
  }

  someEntity(): number {
    const ids = [...this.#makers.keys()].slice(-4);
    return ids[below(this.chance, ids.length)] ?? 1;
  }

  some(): StormThread {
    return oneOf(this.chance, this.threads);
  }

  made(id: number, thread: StormThread): void {
    ok(!this.#makers.has(id), 'an id was handed out twice');
    this.#makers.set(id, thread);
  }

  /** Checks that no other thread has the object: messages are copied. */
  belongsTo(thread: StormThread, object: object): void {
    const owner = this.#owners.get(object) ?? thread;
    strictEqual(owner.index, thread.index, 'two threads have the same object');
    this.#owners.set(object, thread);
  }

  /** Called when a thread is gone. */
  lost(thread: StormThread): void {
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

  get #main(): StormThread {
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
        ok(number >= before, 'a value arrived late');
        if (topic === 'hits') strictEqual(number, before + 1, 'a value arrived twice or is missing');
      }
      newest.set(from, number);
    }
    if (isOver) return;
    for (const { index, published } of this.threads) {
      if (topic === 'hits' || topic === `score ${index}`)
        strictEqual(newest.get(index), published.get(topic), 'the newest value is missing');
    }
  }

  #checkReplica(thread: StormThread): void {
    const { replica } = thread;
    const writers = this.threads.filter(({ committed, table }) => fits(table) && committed !== undefined);
    if (replica === undefined) {
      const hasTable = this.threads.some(({ table }) => table !== undefined);
      if (hasTable) strictEqual(thread.giveUp, undefined, 'a replica waits for a table that exists');
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

type Pair = readonly [number, number];

function byNumbers([one, two]: Pair, [otherOne, otherTwo]: Pair): number {
  return one - otherOne || two - otherTwo;
}
