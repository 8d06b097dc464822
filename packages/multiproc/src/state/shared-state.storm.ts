import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { deliver } from '../channel/telegraph.ts';
import { transfer } from '../channel/transfer.ts';
import { Central } from './central.ts';
import type { Entities } from './entities.ts';
import { Participant } from './participant.ts';
import type { Place } from './place.ts';
import type { PublishedTable } from './published-tables.ts';
import type { Replica } from './replica.ts';
import { Site } from './site.ts';
import { TableMissingError } from './table-missing-error.ts';
import { type Chance, chanceOf } from '../chance.test.setup.ts';

// Topics, tables, replicas, entities and ids of threads on virtual links: everything above the ports is real, and messages are copied as by
// real ports. Random programs use all of them at once. Meanwhile threads die with part of what they have sent, and others take their
// places; threads are busy and read nothing; session times jump by an hour; callbacks of the application throw, or use the same API.

export const name = 'what threads share is whole, in order and with one authority, whichever threads die';
export const seedsInGate = 150;

export async function run(seed: number): Promise<void> {
  await new Storm(chanceOf(seed)).play();
}

const WORKERS = 3;
const STEPS = 300;
const HOUR = 3_600_000;
const schema = { stamp: 'f64' } as const;
/** Numbers of one writer from those of the next. */
const stride = 1_000_000;
const onPurpose = new Error('on purpose');

/** An end of a virtual channel, with the part of a `MessagePort` that is used. */
class Port {
  peer!: Port;
  readonly inbox: unknown[] = [];
  onmessage: ((event: { readonly data: unknown }) => void) | undefined;
  onmessageerror: (() => void) | undefined;
  /** The thread that reads it. */
  owner: Thread | undefined;
  isClosed = false;

  postMessage(message: unknown, moved: Transferable[]): void {
    const copy: unknown = structuredClone(message, { transfer: moved });
    if (!this.isClosed && !this.peer.isClosed) this.peer.inbox.push(copy);
  }

  close(): void {
    this.isClosed = true;
    this.inbox.length = 0;
  }
}

/** Values that a subscriber has got. */
interface Heard {
  readonly topic: string;
  readonly values: (readonly [from: number, number: number])[];
  undo: () => void;
  isOver: boolean;
}

type Rows = PublishedTable<typeof schema>;

/** A thread and its program. */
class Thread {
  isDead = false;
  /** Steps for which it reads nothing. */
  busy = 0;
  index = 0;
  readonly heard: Heard[] = [];
  /** Numbers of published values by topic. */
  readonly published: Map<string, number> = new Map();
  table: Rows | undefined;
  /** The last commit of the table: its number and its rows. */
  committed: readonly [stamp: number, count: number] | undefined;
  commits = 0;
  replica: Replica<typeof schema> | undefined;
  /** Undefined if no replica is waited for. */
  giveUp: AbortController | undefined;
  /** The newest stamp of each writer in the replica. */
  seen: Map<number, number> = new Map();
  readonly states: Map<number, string[]> = new Map();
  readonly died: number[] = [];
  /** Mutations that it has asked for, by entity. */
  readonly asked: Map<number, string[]> = new Map();
  readonly part: Participant;
  readonly entities: Entities<string[], string>;
  readonly site: Site;
  readonly #storm: Storm;

  constructor(storm: Storm, site: Site) {
    this.#storm = storm;
    this.site = site;
    this.part = new Participant(site);
    this.entities = this.part.entities<string[], string>('things', {
      release: (id) => {
        storm.mayThrow();
        const state = this.states.get(id)!;
        this.states.delete(id);
        return storm.chance() < 0.1 ? transfer(state, []) : state; // one that is moved cannot come back
      },
      adopt: (id, state) => {
        storm.mayThrow();
        this.states.set(id, state);
      },
      apply: (id, what) => {
        this.states.get(id)!.push(what);
        if (storm.chance() < 0.02) this.mutate(id);
        storm.mayThrow();
      },
      died: (ids) => {
        this.died.push(...ids);
        storm.mayThrow();
      },
    });
  }

  act(): void {
    const { chance } = this.#storm;
    const { isStarted } = this;
    const acts = [
      () => this.publish(this.#storm.someTopic(this)),
      () => this.publish('hits'),
      () => this.subscribe(),
      () => this.#unsubscribe(),
      () => this.#write(),
      () => this.#commit(),
      () => this.#read(),
      () => this.#rarely(),
      () => isStarted && this.#make(),
      () => isStarted && this.mutate(this.#storm.someEntity()),
      () => isStarted && this.mutate(this.#storm.someEntity()),
      () => isStarted && this.entities.migrate(this.#storm.someEntity(), this.#storm.somePlace()),
      () => isStarted && this.entities.migrate(this.#storm.someEntity(), this.#storm.somePlace()),
    ];
    acts[Math.floor(chance() * acts.length)]!();
  }

  publish(topic: string): void {
    const number = (this.published.get(topic) ?? 0) + 1;
    this.published.set(topic, number);
    this.part.publish(topic, [this.index, number], { retention: topic === 'hits' ? 'all' : 'newest' });
  }

  subscribe(): void {
    const { chance } = this.#storm;
    const one: Heard = { topic: this.#storm.someTopic(), values: [], isOver: false, undo: () => {} };
    this.heard.push(one);
    one.undo = this.part.subscribe(one.topic, (value) => {
      ok(!one.isOver, 'a subscriber that has left is called');
      one.values.push(value as Heard['values'][number]);
      if (chance() < 0.02) this.subscribe();
      if (chance() < 0.02) this.#unsubscribe();
      this.#storm.mayThrow();
    });
  }

  #unsubscribe(): void {
    const one = this.heard.find(({ isOver }) => !isOver);
    if (one === undefined) return;
    one.undo();
    one.isOver = true;
  }

  /** Changes rows, which are not committed. */
  #write(): void {
    if (this.table === undefined) {
      this.table = this.part.table('rows', schema, { capacity: 1 });
      this.committed = undefined;
    }
    const { table } = this;
    const count = Math.floor(this.#storm.chance() * 40);
    while (table.count > count) table.remove(table.ids[table.count - 1]!);
    while (table.count < count) table.add(table.count);
    table.columns.stamp.fill(-1);
  }

  #commit(): void {
    if (this.table === undefined) return;
    const stamp = this.index * stride + ++this.commits;
    this.table.columns.stamp.fill(stamp);
    this.table.commit(this.#storm.time());
    this.committed = [stamp, this.table.count];
    if (this.#storm.chance() < 0.5) this.#write();
  }

  #read(): void {
    const { chance } = this.#storm;
    if (this.replica !== undefined) {
      this.look();
      if (chance() < 0.2) this.replica.within = chance() < 0.5 ? undefined : { stamp: [-2, Infinity] };
      this.replica.at(this.#storm.time());
    } else if (this.giveUp === undefined) void this.#open();
    else if (chance() < 0.2) this.giveUp.abort(onPurpose);
  }

  async #open(): Promise<void> {
    this.giveUp = new AbortController();
    const { signal } = this.giveUp;
    if (this.#storm.chance() < 0.5) {
      const first = this.part.replica('rows', schema, { signal });
      first.then((replica) => replica.close()).catch(() => {}); // as an effect that is undone and done again
    }
    try {
      this.replica = await this.part.replica('rows', schema, { signal });
      this.seen = new Map();
      this.replica.onChange(() => this.#storm.mayThrow());
    } catch (problem) {
      ok(problem instanceof TableMissingError);
    } finally {
      this.giveUp = undefined;
    }
  }

  /** Takes the newest snapshots: each is one that was committed, and none is older than the one before. */
  look(): void {
    this.replica!.advance();
    for (const { columns, count } of this.replica!.parts) {
      const stamps = new Set(columns.stamp.subarray(0, count));
      ok(stamps.size <= 1, 'a snapshot is torn');
      for (const stamp of stamps) {
        ok(stamp >= 0, 'a row is seen that was not committed');
        const writer = Math.floor(stamp / stride);
        ok(stamp >= (this.seen.get(writer) ?? 0), 'a snapshot is older than the one before');
        this.seen.set(writer, stamp);
      }
    }
  }

  #make(): void {
    const id = this.part.nextId();
    this.#storm.made(id, this);
    this.states.set(id, []);
    this.entities.own(id);
  }

  /** Whether the pool's first message has come. */
  get isStarted(): boolean {
    try {
      return this.part.now >= 0;
    } catch {
      return false;
    }
  }

  owns(id: number): boolean {
    return this.isStarted && this.entities.has(id);
  }

  mutate(id: number): void {
    const list = this.asked.get(id) ?? [];
    this.asked.set(id, list);
    list.push(`${this.index}: ${list.length}`);
    this.entities.mutate(id, list.at(-1)!);
  }

  #rarely(): void {
    const { chance, disowned, someTopic } = this.#storm;
    const what = chance();
    if (what < 0.3) this.part.unpublish(chance() < 0.5 ? 'hits' : someTopic(this));
    else if (what < 0.5) {
      this.table?.close();
      this.table = undefined;
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

class Storm {
  readonly chance: Chance;
  readonly disowned: Set<number> = new Set();
  readonly #central: Central;
  readonly #main: Thread;
  readonly #canShare: boolean;
  #threads: Thread[] = [];
  #ports: Port[] = [];
  #toHub: Map<Thread, (() => void)[]> = new Map();
  #fromHub: Map<Thread, (() => void)[]> = new Map();
  #makers: Map<number, Thread> = new Map();
  #time = 0;
  #isCalm = false;

  constructor(chance: Chance) {
    this.chance = chance;
    this.#canShare = chance() < 0.5;
    const onError = (error: unknown): void => this.#told(error);
    this.#central = new Central(onError, () => this.#openChannel(), this.#canShare);
    this.#main = new Thread(this, this.#central.site);
    this.#threads.push(this.#main);
    for (let place = 0; place < WORKERS; place++) this.#start(place);
  }

  async play(): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      this.#step();
      await endOfTurn();
      this.#checkAuthorities();
    }
    await this.#settle();
    await this.#checkEnd();
  }

  mayThrow(): void {
    if (!this.#isCalm && this.chance() < 0.05) throw onPurpose;
  }

  /** The session's time, which may jump. */
  time(): number {
    this.#time += this.chance() < 0.02 ? (this.chance() - 0.5) * 2 * HOUR : 1;
    return this.#time;
  }

  someTopic = (publisher: Thread = this.#some()): string => `score ${publisher.index}`;

  somePlace(): Place {
    const place = Math.floor(this.chance() * (WORKERS + 1));
    return place === WORKERS ? 'main' : place;
  }

  someEntity(): number {
    const ids = [...this.#makers.keys()].slice(-4);
    return ids[Math.floor(this.chance() * ids.length)] ?? 1;
  }

  made(id: number, thread: Thread): void {
    ok(!this.#makers.has(id), 'an id was handed out twice');
    this.#makers.set(id, thread);
  }

  #some(): Thread {
    return this.#threads[Math.floor(this.chance() * this.#threads.length)]!;
  }

  #told(error: unknown): void {
    // The thread that was to create it, or to get it, has died.
    const isLate = error instanceof RangeError && /^(mutate|migrate): /.test(error.message);
    if (error !== onPurpose && !isLate) throw error;
  }

  #step(): void {
    for (const thread of this.#threads) if (thread.busy > 0) thread.busy--;
    const what = this.chance();
    const thread = this.#some();
    if (what < 0.01 && thread !== this.#main) this.#kill(thread);
    else if (what < 0.03) thread.busy = 20;
    else if (what < 0.45) thread.act();
    else this.#deliver();
  }

  #start(place: number): void {
    const thread: Thread = new Thread(
      this,
      new Site(
        (called, args) => {
          const copy = structuredClone(args);
          this.#toHub.get(thread)?.push(() => deliver([this.#central.from(thread.index)], called, copy));
        },
        (error) => this.#told(error),
        this.#canShare,
      ),
    );
    this.#toHub.set(thread, []);
    this.#fromHub.set(thread, []);
    this.#threads.push(thread);
    thread.index = this.#central.join(place, (called, args) => {
      const port = (args as readonly unknown[]).find((arg) => arg instanceof Port);
      if (port !== undefined) port.owner = thread;
      const copy = port === undefined ? structuredClone(args) : args;
      this.#fromHub.get(thread)?.push(() => deliver(thread.site.receivers, called, copy));
    });
    this.#places.set(thread, place);
  }

  #places: Map<Thread, number> = new Map();

  #kill(thread: Thread): void {
    thread.isDead = true;
    this.#threads = this.#threads.filter((other) => other !== thread);
    this.#toHub.delete(thread);
    this.#fromHub.delete(thread);
    for (const port of this.#ports) {
      const { inbox, owner, peer } = port;
      if (owner === thread) port.close();
      else if (peer.owner === thread) inbox.splice(Math.floor(this.chance() * (inbox.length + 1)));
    }
    this.#central.leave(thread.index);
    this.#start(this.#places.get(thread)!);
  }

  #openChannel(): Pick<MessageChannel, 'port1' | 'port2'> {
    const [one, other] = [new Port(), new Port()];
    one.peer = other;
    other.peer = one;
    // The first goes to a thread that is there: the main thread gets it at once.
    one.owner = this.#main;
    this.#ports = this.#ports.filter(({ isClosed }) => !isClosed);
    this.#ports.push(one, other);
    return { port1: one as unknown as MessagePort, port2: other as unknown as MessagePort };
  }

  /** Delivers a message. Returns whether there was one. */
  #deliver(): boolean {
    const deliveries: (() => void)[] = [];
    if (this.#main.busy === 0) this.#collect(this.#toHub, deliveries, () => true);
    this.#collect(this.#fromHub, deliveries, ({ busy }) => busy === 0);
    for (const port of this.#ports) {
      const { inbox, isClosed, onmessage, owner } = port;
      if (inbox.length > 0 && !isClosed && onmessage !== undefined && owner?.busy === 0)
        deliveries.push(() => onmessage({ data: inbox.shift() }));
    }
    deliveries[Math.floor(this.chance() * deliveries.length)]?.();
    return deliveries.length > 0;
  }

  #collect(
    channels: ReadonlyMap<Thread, (() => void)[]>,
    deliveries: (() => void)[],
    isReady: (thread: Thread) => boolean,
  ): void {
    for (const [thread, channel] of channels) {
      if (channel.length > 0 && isReady(thread)) deliveries.push(() => channel.shift()!());
    }
  }

  /** Delivers until nothing is under way. */
  async #settle(): Promise<void> {
    this.#isCalm = true;
    for (const thread of this.#threads) thread.busy = 0;
    for (let turn = 0; ; turn++) {
      ok(turn < 100_000, 'messages never end');
      const hasDelivered = this.#deliver();
      await endOfTurn();
      if (!hasDelivered) return;
    }
  }

  #checkAuthorities(): void {
    for (const id of this.#makers.keys()) {
      const owners = this.#threads.filter((thread) => thread.owns(id));
      ok(owners.length <= 1, 'two authorities');
      for (const { states } of owners) ok(states.has(id), 'an authority without the entity');
    }
  }

  async #checkEnd(): Promise<void> {
    for (const thread of this.#threads)
      for (const topic of ['hits', this.someTopic(thread)]) thread.publish(topic);
    await endOfTurn();
    await this.#settle();
    for (const id of this.#makers.keys()) this.#checkEntity(id);
    for (const thread of this.#threads) {
      for (const one of thread.heard) this.#checkHeard(one);
      this.#checkReplica(thread);
    }
    for (const { site } of this.#threads) site.close();
    await endOfTurn();
    for (const { giveUp } of this.#threads) strictEqual(giveUp, undefined, 'a replica is pending for ever');
  }

  #checkEntity(id: number): void {
    const owner = this.#threads.find((thread) => thread.owns(id));
    const isReported = this.#main.died.includes(id) || this.disowned.has(id);
    if (owner === undefined) {
      ok(isReported || this.#makers.get(id)!.isDead, 'an entity is lost without a report');
      return;
    }
    ok(!this.#main.died.includes(id), 'an entity is reported as dead and lives');
    const state = owner.states.get(id)!;
    for (const { asked, index } of this.#threads)
      deepStrictEqual(
        state.filter((what) => what.startsWith(`${index}: `)),
        asked.get(id) ?? [],
        'mutations of a thread that lives are lost or out of order',
      );
    const places = new Map<string, number>();
    for (const what of state) {
      const [sender, number] = what.split(': ') as [string, string];
      strictEqual(Number(number), places.get(sender) ?? 0, 'a mutation is out of order');
      places.set(sender, Number(number) + 1);
    }
  }

  #checkHeard({ isOver, topic, values }: Heard): void {
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
    for (const { index, published } of this.#threads) {
      if (topic === 'hits' || topic === `score ${index}`)
        strictEqual(newest.get(index), published.get(topic), 'the newest value is missing');
    }
  }

  #checkReplica(thread: Thread): void {
    const { replica } = thread;
    const writers = this.#threads.filter(
      ({ committed, table }) => table !== undefined && committed !== undefined,
    );
    if (replica === undefined) {
      const hasTable = this.#threads.some(({ table }) => table !== undefined);
      if (hasTable) strictEqual(thread.giveUp, undefined, 'a replica waits for a table that there is');
      return;
    }
    thread.look();
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

type Pair = readonly [number, number];

function byNumbers([one, two]: Pair, [otherOne, otherTwo]: Pair): number {
  return one - otherOne || two - otherTwo;
}

/** Promises that are settled are told of, as at the end of a turn. */
async function endOfTurn(): Promise<void> {
  for (let i = 0; i < 8; i++) await Promise.resolve();
}
