import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { Ownership, type OwnershipOptions, type EntityTransfer, type ThreadState } from './ownership.ts';
import { Barrier } from '../session/barrier.ts';
import { deliver, receiver } from '../transport/remote-methods.ts';
import { transfer } from '../transport/transfer.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { Mutation } from './mutation.ts';
import { OwnerRegistry } from './owner-registry.ts';
import { ownershipMethods } from './entity-messages.ts';

/** An entity's state: the mutations that were applied to it, each with its sender and number. */
type State = string[];

/**
 * Simulated threads. Each channel between two threads keeps the order of its messages, and the test
 * chooses when they arrive. Thread 0 has the registry.
 */
class Session {
  readonly registry: OwnerRegistry;
  readonly threads: Map<ThreadId, Thread> = new Map();
  readonly #channels: Map<string, (() => void)[]> = new Map();
  /** Entities in transit, as they were sent. */
  readonly transfers: EntityTransfer<State>[] = [];
  /** Lost threads of which other threads may not know yet. */
  readonly leaving: Set<ThreadId> = new Set();
  readonly barrier: Barrier = new Barrier(
    () => this.threads.keys(),
    (thread) =>
      this.send(0, thread, () =>
        this.#queue(thread, 0, () => {
          if (this.threads.has(thread)) this.barrier.answered(thread);
        }),
      ),
  );

  #joined = 0;

  constructor(threads: number) {
    this.registry = new OwnerRegistry({
      kind: 'things',
      send: (to, name, args) =>
        this.send(0, to, (thread) =>
          deliver(
            [
              receiver(thread.ownership, ownershipMethods),
              { died: (ids: readonly number[]) => thread.died(ids) },
            ],
            name,
            args,
          ),
        ),
      afterBarrier: (callback) => this.barrier.after(callback),
    });
    for (let i = 0; i < threads; i++) this.#join();
  }

  /** Returns one of the current threads. */
  some(which: number): ThreadId {
    return [...this.threads.keys()][which % this.threads.size]!;
  }

  /** Sends a message. It is lost if its receiver is gone when it arrives. */
  send(from: ThreadId, to: ThreadId, message: (thread: Thread) => void): void {
    this.#queue(from, to, () => {
      const thread = this.threads.get(to);
      if (thread !== undefined) message(thread);
    });
  }

  sendToRegistry(from: ThreadId, message: (registry: OwnerRegistry) => void): void {
    this.#queue(from, 0, () => {
      if (this.threads.has(from)) message(this.registry);
    });
  }

  /** Delivers the first message of a channel. */
  deliver(which: number): boolean {
    const channels = [...this.#channels.values()].filter(({ length }) => length > 0);
    channels[which % channels.length]?.shift()!();
    return channels.length > 0;
  }

  /** Delivers the first message from one thread to another, if there is one. */
  deliverOn(from: ThreadId, to: ThreadId): boolean {
    const message = this.#channels.get(`${from}>${to}`)?.shift();
    message?.();
    return message !== undefined;
  }

  /** Lets a thread die, with the last `lost` messages on each of its channels. Another thread replaces it. */
  crash(thread: ThreadId, lost: number): void {
    this.threads.delete(thread);
    for (const [name, channel] of this.#channels) {
      if (name.startsWith(`${thread}>`)) channel.splice(Math.max(0, channel.length - lost));
    }
    for (const other of this.threads.keys()) this.send(0, other, (one) => one.left(thread));
    this.registry.leave(thread);
    this.leaving.add(thread);
    this.barrier.answered(thread);
    this.barrier.after(() => {
      this.leaving.delete(thread);
      for (const other of this.threads.keys()) this.send(0, other, (one) => one.forget(thread));
    });
    this.#join();
  }

  #join(): void {
    const thread = ++this.#joined;
    this.threads.set(thread, new Thread(this, thread));
    this.registry.join(thread);
  }

  #queue(from: ThreadId, to: ThreadId, message: () => void): void {
    const name = `${from}>${to}`;
    if (!this.#channels.has(name)) this.#channels.set(name, []);
    this.#channels.get(name)!.push(message);
  }
}

class Thread {
  readonly entities: Map<number, State> = new Map();
  readonly ownership: Ownership<State, string>;
  /** Entities that were reported as lost. */
  readonly dead: number[] = [];
  readonly #states: Map<ThreadId, ThreadState> = new Map(); // of threads that are gone
  /** The callback that throws at its next call. */
  willThrow: 'release' | 'adopt' | undefined;

  constructor(session: Session, thread: ThreadId) {
    for (let other = 1; other < thread; other++) {
      if (session.leaving.has(other)) this.#states.set(other, 'gone');
      else if (!session.threads.has(other)) this.#states.set(other, 'forgotten');
    }
    this.ownership = new Ownership({
      thread,
      stateOf: (other) => this.#states.get(other) ?? 'alive',
      release: (id) => {
        this.#throwOnce('release');
        const state = this.entities.get(id)!;
        this.entities.delete(id);
        return [...state];
      },
      adopt: (id, state) => {
        this.#throwOnce('adopt');
        this.entities.set(id, [...state]);
      },
      apply: (id, what) => this.entities.get(id)!.push(what),
      onError: (error) => {
        if (error !== onPurpose) throw error;
      },
      send: (name, args) =>
        session.sendToRegistry(thread, (registry) => deliver([registry.methodsFor(thread)], name, args)),
      sendEntity: (to, moved) => {
        const copy = { ...moved, applied: new Map(moved.applied) };
        session.transfers.push(copy);
        session.send(thread, to, ({ ownership }) => ownership.receiveEntity(copy));
      },
      sendMutation: (to, mutation, epoch) =>
        session.send(thread, to, ({ ownership }) => ownership.receiveMutation(mutation, epoch)),
      sendAcknowledgments: (to, ids, numbers) =>
        session.send(thread, to, ({ ownership }) => ownership.acknowledge(ids, numbers)),
    });
  }

  died(ids: readonly number[]): void {
    this.dead.push(...ids);
  }

  left(thread: ThreadId): void {
    this.#states.set(thread, 'gone');
    this.ownership.left(thread);
  }

  forget(thread: ThreadId): void {
    this.#states.set(thread, 'forgotten');
    this.ownership.forget(thread);
  }

  #throwOnce(name: 'release' | 'adopt'): void {
    if (this.willThrow !== name) return;
    this.willThrow = undefined;
    throw onPurpose;
  }
}

const onPurpose = new Error('on purpose');

type Step =
  | { readonly what: 'deliver'; readonly which: number }
  | { readonly what: 'mutate'; readonly thread: ThreadId; readonly id: number; readonly count: number }
  | { readonly what: 'migrate'; readonly thread: ThreadId; readonly id: number }
  | { readonly what: 'throw'; readonly thread: ThreadId; readonly callback: 'release' | 'adopt' }
  | { readonly what: 'crash'; readonly thread: ThreadId; readonly lost: number };

const threadCount = 3;
const ids = [1, 2];
const someThread = fc.nat(threadCount - 1);
const entity = fc.constantFrom(...ids);
// Acknowledgments are sent only after many mutations.
const count = fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(150) });
const calm: fc.WeightedArbitrary<Step>[] = [
  { weight: 12, arbitrary: fc.record({ what: fc.constant('deliver' as const), which: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('mutate' as const), thread: someThread, id: entity, count }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('migrate' as const), thread: someThread, id: entity }),
  },
];
const crash: fc.WeightedArbitrary<Step> = {
  weight: 1,
  arbitrary: fc.record({ what: fc.constant('crash' as const), thread: someThread, lost: fc.nat(3) }),
};

const thrower: fc.WeightedArbitrary<Step> = {
  weight: 1,
  arbitrary: fc.record({
    what: fc.constant('throw' as const),
    thread: someThread,
    callback: fc.constantFrom('release' as const, 'adopt' as const),
  }),
};

/** Plays steps until no message is in flight. Returns the requested mutations by thread and entity. */
function play(session: Session, steps: readonly Step[]): Map<string, string[]> {
  const requested = new Map<string, string[]>();
  for (const step of steps) {
    if (step.what === 'deliver') session.deliver(step.which);
    else if (step.what === 'migrate') session.registry.migrate(step.id, session.some(step.thread));
    else if (step.what === 'crash') {
      session.crash(session.some(step.thread), step.lost);
    } else if (step.what === 'throw') {
      session.threads.get(session.some(step.thread))!.willThrow = step.callback;
    } else {
      const from = session.some(step.thread);
      const sender = `${from} to ${step.id}`;
      const list = requested.get(sender) ?? [];
      requested.set(sender, list);
      for (let i = 0; i < step.count; i++) {
        list.push(`${sender}: ${list.length}`);
        session.threads.get(from)!.ownership.mutate(step.id, list.at(-1)!);
      }
    }
    expectOneAuthority(session);
  }
  while (session.deliver(0)) expectOneAuthority(session);
  return requested;
}

function open(): Session {
  const session = new Session(threadCount);
  for (const [i, each] of ids.entries()) {
    const thread = session.threads.get(1 + i)!;
    thread.entities.set(each, []);
    thread.ownership.own(each);
  }
  while (session.deliver(0));
  return session;
}

function expectOneAuthority({ threads }: Session): void {
  for (const each of ids) {
    const owners = [...threads.values()].filter(({ ownership }) => ownership.has(each));
    expect(owners.length).toBeLessThanOrEqual(1);
    for (const { entities } of owners) expect(entities.has(each)).toBe(true);
  }
}

/**
 * Returns the state of an entity. Checks that only the thread that the registry knows as its owner
 * has it.
 */
function stateOf({ registry, threads }: Session, each: number): State {
  const owners = [...threads].filter(([, { ownership }]) => ownership.has(each));
  expect(owners.map(([owner]) => owner)).toEqual([registry.ownerOf(each)]);
  return owners[0]![1].entities.get(each)!;
}

/** Checks that all mutations of a living sender were applied to an entity once and in order, and of a dead sender the first ones, without a gap. */
function expectInOrder(session: Session, each: number, requested: ReadonlyMap<string, string[]>): void {
  const state = stateOf(session, each);
  for (const [sender, list] of requested) {
    if (!sender.endsWith(`to ${each}`)) continue;
    const applied = state.filter((what) => what.startsWith(`${sender}:`));
    const isAlive = session.threads.has(Number.parseInt(sender, 10));
    expect(applied).toEqual(isAlive ? list : list.slice(0, applied.length));
  }
}

/**
 * Checks that an entity keeps no numbers of dead senders. Moves it once more, because the transfer
 * contains the numbers.
 */
function expectNothingOfTheDead(session: Session, each: number): void {
  for (const thread of session.threads.values()) thread.willThrow = undefined;
  const to = [...session.threads.keys()].find((one) => one !== session.registry.ownerOf(each))!;
  expect(session.registry.migrate(each, to)).toBe(true);
  while (session.deliver(0));
  const senders = [...session.transfers.at(-1)!.applied.keys()];
  expect(senders.filter((sender) => !session.threads.has(sender))).toEqual([]);
}

test('while entities move, each mutation is applied once, and those of one thread in order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm), { maxLength: 150 }), (steps) => {
      const session = open();
      const requested = play(session, steps);
      for (const each of ids) expectInOrder(session, each, requested);
      for (const { dead } of session.threads.values()) expect(dead).toEqual([]);
    }),
    { numRuns: runs({ gate: 150, long: 5000 }) },
  );
});

test('whatever threads die, the mutations of living threads are applied once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm, crash, thrower), { maxLength: 150 }), (steps) => {
      const session = open();
      const requested = play(session, steps);
      for (const each of ids) {
        const isAlive = session.registry.ownerOf(each) !== undefined;
        const wrong = [...session.threads.values()].filter(({ ownership, dead }) => {
          const deaths = dead.filter((one) => one === each).length;
          return deaths > (isAlive ? 0 : 1) || (!isAlive && ownership.has(each));
        });
        expect(wrong).toEqual([]);
        if (isAlive) expectInOrder(session, each, requested);
        if (isAlive) expectNothingOfTheDead(session, each);
      }
    }),
    { numRuns: runs({ gate: 300, long: 20_000 }) },
  );
});

test('a mutation does not overtake the message that the entity could not move', () => {
  const session = open();
  const [owner, dying, asker] = [1, 2, 3];
  session.registry.migrate(1, dying);
  while (session.deliverOn(0, owner));
  session.crash(dying, 9);
  while (session.deliverOn(0, asker)); // first receives the messages about the crash and its consequences
  session.threads.get(asker)!.ownership.mutate(1, 'early');
  while (session.deliverOn(0, asker) || session.deliverOn(asker, owner));
  while (session.deliver(0));
  expect(stateOf(session, 1)).toEqual(['early']);
});

test('a mutation survives the thread that was to forward it', () => {
  const session = open();
  const [asker, relay, owner] = [3, 1, 2];
  session.registry.migrate(1, owner);
  while (session.deliverOn(0, relay) || session.deliverOn(relay, owner) || session.deliverOn(owner, 0));
  session.threads.get(asker)!.ownership.mutate(1, 'sent to the relay'); // the asker does not know of the move
  session.crash(relay, 0);
  while (session.deliver(0));
  expect(stateOf(session, 1)).toEqual(['sent to the relay']);
});

test('after a sender has died, mutations that arrive late by another thread keep their order', () => {
  const session = open();
  const [sender, relay, owner] = [3, 1, 2];
  const { ownership } = session.threads.get(sender)!;
  session.registry.migrate(1, owner);
  ownership.mutate(1, 'first'); // goes to the relay
  while (session.deliverOn(0, relay) || session.deliverOn(relay, owner) || session.deliverOn(owner, 0));
  while (session.deliverOn(0, sender));
  ownership.mutate(1, 'second'); // goes to the owner
  session.crash(sender, 1);
  while (session.deliverOn(0, owner) || session.deliverOn(sender, owner));
  while (session.deliver(0));
  // All, some or none: a thread that knows of the death accepts nothing more.
  expect(['', 'first', 'first second']).toContain(stateOf(session, 1).join(' '));
});

/** An ownership whose messages go nowhere, unless `options` has a function for them. */
function part(
  own: ThreadId,
  options: Partial<OwnershipOptions<number, unknown>> = {},
): Ownership<number, unknown> {
  return new Ownership<number, unknown>({
    thread: own,
    stateOf: () => 'alive',
    release: () => 0,
    adopt: () => {},
    apply: () => {},
    onError: (error) => {
      throw error;
    },
    send: () => {},
    sendEntity: () => {},
    sendMutation: () => {},
    sendAcknowledgments: () => {},
    ...options,
  });
}

test('many mutations of an unknown entity are applied once and in order', () => {
  const applied: unknown[] = [];
  const asker = part(1, { sendMutation: (_, ...sent) => owner.receiveMutation(...sent) });
  const owner = part(2, { apply: (_, what) => applied.push(what) });
  const all = Array.from({ length: 12_000 }, (_, i) => i);
  for (const what of all) asker.mutate(7, what);
  owner.own(7);
  asker.owner(7, 2, 1);
  expect(applied).toEqual(all);
});

test('many mutations that a thread has sent to an entity are applied when the entity moves to this thread', () => {
  const applied: unknown[] = [];
  const all = Array.from({ length: 12_000 }, (_, i) => i);
  const asker = part(1, { apply: (_, what) => applied.push(what) });
  asker.owner(7, 2, 1);
  for (const what of all) asker.mutate(7, what);
  asker.receiveEntity({ id: 7, epoch: 2, state: 0, applied: new Map([[1, 5000]]) });
  expect(applied).toEqual(all.slice(5000));
});

test('a mutation that is sent while earlier ones are applied waits for them', () => {
  const applied: unknown[] = [];
  const asker: Ownership<number, unknown> = part(1, {
    apply(id, what) {
      applied.push(what);
      if (what === 'first') asker.mutate(id, 'asked for by the first');
    },
  });
  asker.owner(7, 2, 1);
  asker.mutate(7, 'first');
  asker.mutate(7, 'second');
  asker.receiveEntity({ id: 7, epoch: 2, state: 0, applied: new Map() });
  expect(applied).toEqual(['first', 'second', 'asked for by the first']);
});

test('a sender keeps few of the applied mutations', () => {
  let copies = 0;
  const asker = part(1, {
    sendMutation: (_, ...sent) => {
      copies++;
      owner.receiveMutation(...sent);
    },
  });
  const owner = part(2, { sendAcknowledgments: (_, ...given) => asker.acknowledge(...given) });
  for (const id of [7, 8]) {
    owner.own(id);
    owner.owner(id, 2, 1);
    asker.owner(id, 2, 1);
  }
  for (let i = 0; i < 5000; i++) asker.mutate(7 + (i % 2), i);
  copies = 0;
  for (const id of [7, 8]) asker.owner(id, 3, 2); // sends the kept mutations again
  expect(copies).toBeLessThan(64);
});

test('a mutation that is changed after the call of mutate is sent as it was, also when it is sent again', () => {
  const sent: unknown[] = [];
  const asker = part(1, { sendMutation: (_, { what }) => sent.push(what) });
  const meal = { weight: 1 };
  asker.mutate(7, meal);
  meal.weight = 2;
  asker.owner(7, 2, 1);
  asker.owner(7, 3, 2);
  expect(sent).toEqual([{ weight: 1 }, { weight: 1 }]);
});

test('a mutation that cannot be copied is refused, and later ones are applied', () => {
  const applied: unknown[] = [];
  const asker = part(1, { sendMutation: (_, ...sent) => owner.receiveMutation(...sent) });
  const owner = part(2, { apply: (_, what) => applied.push(what) });
  owner.own(7);
  asker.owner(7, 2, 1);
  expect(() => asker.mutate(7, () => {})).toThrow('could not be cloned');
  asker.mutate(7, 'next');
  expect(applied).toEqual(['next']);
});

test('a mutation that the channel refuses does not hold up later ones', () => {
  const applied: unknown[] = [];
  const asker = part(1, {
    sendMutation: (_, mutation, epoch) => {
      if (mutation.what !== 'too large') owner.receiveMutation(mutation, epoch);
    },
  });
  const owner = part(2, { apply: (_, what) => applied.push(what) });
  owner.own(7);
  asker.owner(7, 2, 1);
  asker.mutate(7, 'too large');
  asker.mutate(7, 'next');
  asker.mutationRefused({ id: 7, from: 1, number: 1, what: 'too large' });
  expect(applied).toEqual(['next']);
});

test('an entity goes back to its thread if adopt throws in the new thread', () => {
  const session = open();
  session.threads.get(2)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliver(0));
  session.threads.get(3)!.ownership.mutate(1, 'after');
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBe(1);
  expect(stateOf(session, 1)).toEqual(['after']);
});

test('all threads report an entity as lost if adopt throws in the new thread, and then in the old one', () => {
  const session = open();
  for (const thread of [1, 2]) session.threads.get(thread)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBeUndefined();
  for (const { ownership, dead } of session.threads.values()) {
    expect([ownership.has(1), dead.includes(1)]).toEqual([false, true]);
  }
});

test('a mutation does not bounce between threads that take each other for the authority', () => {
  let hops = 0;
  const sendMutation: OwnershipOptions<number, unknown>['sendMutation'] = (to, ...sent) => {
    if (++hops < 100) (to === 1 ? giver : refuser).receiveMutation(...sent);
  };
  const giver = part(1, { sendMutation });
  const refuser = part(2, { sendMutation });
  giver.own(7);
  refuser.owner(7, 1, 1);
  giver.transferEntity(7, 2, 2); // thread 2 does not adopt the entity
  giver.mutate(7, 'what');
  expect(hops).toBe(1);
});

test('an entity that its owner cannot take back is lost, even if another move was requested meanwhile', () => {
  const session = open();
  session.threads.get(1)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliverOn(0, 1));
  session.crash(2, 9);
  session.registry.migrate(1, 3);
  session.crash(3, 9); // the messages about both attempts reach the owner together
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBeUndefined();
  expect(session.threads.get(1)!.dead).toContain(1);
});

test('an entity whose state was transferred is lost if the move fails', () => {
  const sent: [string, readonly unknown[]][] = [];
  const adopt = vi.fn<() => void>();
  const giver = part(1, {
    release: () => transfer([new ArrayBuffer(8)], []) as unknown as number,
    adopt,
    send: (name, args) => sent.push([name, args]),
  });
  giver.own(7);
  giver.transferEntity(7, 2, 2);
  giver.resume(7, 3);
  expect(adopt).not.toHaveBeenCalled();
  expect(sent.at(-1)).toEqual(['refused', [7, 4]]);
});

describe('mutations of an entity without a known owner', () => {
  const born = 5000; // more than a thread remembers

  function withRegistry(): {
    registry: OwnerRegistry;
    owner: Ownership<number, unknown>;
    asker: Ownership<number, unknown>;
    sent: Mutation<unknown>[];
    errors: unknown[];
    passBarriers: () => void;
  } {
    const sent: Mutation<unknown>[] = [];
    const errors: unknown[] = [];
    const barriers: (() => void)[] = [];
    const registry: OwnerRegistry = new OwnerRegistry({
      kind: 'things',
      send: (to, name, args) => deliver([receiver(to === 1 ? asker : owner, ownershipMethods)], name, args),
      afterBarrier: (callback) => barriers.push(callback),
    });
    const asker: Ownership<number, unknown> = part(1, {
      sendMutation: (_, mutation) => sent.push(mutation),
      send: (name, args) => deliver([registry.methodsFor(1)], name, args),
      onError: (error) => errors.push(error),
    });
    const owner = part(2, {
      send: (name, args) => deliver([registry.methodsFor(2)], name, args),
    });
    registry.join(1);
    registry.join(2);
    const passBarriers = (): void => {
      for (const callback of barriers.splice(0)) callback();
    };
    return { registry, owner, asker, sent, errors, passBarriers };
  }

  test('are dropped if the entity was removed, however many entities were removed later', () => {
    const { asker, owner, sent } = withRegistry();
    for (let id = 1; id <= born; id++) owner.own(id);
    for (let id = 1; id <= born; id++) owner.disown(id);
    for (let id = 1; id <= born; id++) asker.mutate(id, 'late');
    for (let id = 1; id <= born; id++) asker.owner(id, 2, 9); // would send the kept mutations
    expect(sent).toEqual([]);
  });

  test('are kept for the latest 4,096 entities that were never created, and reported as lost for older ones', () => {
    const { asker, owner, sent, errors } = withRegistry();
    for (let id = 1; id <= born; id++) asker.mutate(id, 'early');
    expect(errors.length).toBe(born - 4096);
    expect(String(errors[0])).toBe('Error: mutate: no thread has the entity 1; mutations lost: 1');
    for (let id = born - 4095; id <= born; id++) owner.own(id);
    expect(sent.length).toBe(4096);
  });

  test('are sent to the owner as soon as it is known', () => {
    const { asker, owner, sent } = withRegistry();
    asker.mutate(7, 'early');
    expect(sent).toEqual([]);
    owner.own(7);
    asker.mutate(7, 'late');
    expect(sent.map(({ what }) => what)).toEqual(['early', 'late']);
  });

  test('are reported once all threads have answered that the entity was never created, and wait', () => {
    const { asker, owner, passBarriers, sent, errors } = withRegistry();
    asker.mutate(7, 'early');
    asker.mutate(7, 'early as well');
    asker.mutate(8, 'of another one');
    expect(errors).toEqual([]);
    owner.own(8);
    passBarriers();
    expect(errors.map(String)).toEqual([
      'RangeError: mutate: a thread must have created 7 of things by own, none has; its mutations wait',
    ]);
    owner.own(7);
    expect(sent.map(({ what }) => what)).toEqual(['of another one', 'early', 'early as well']);
    asker.mutate(7, 'late');
    passBarriers();
    expect(errors.length).toBe(1);
  });

  test('an id belongs to one entity, whatever thread creates another one with it', () => {
    const { asker, owner, registry, errors } = withRegistry();
    owner.own(7);
    expect(() => owner.own(7)).toThrow(RangeError);
    expect(() => asker.own(7)).toThrow('own: the id of a new entity must be new, got 7');
    const late = part(3, {
      send: (name, args) => deliver([registry.methodsFor(1)], name, args), // it knows no other entity
    });
    late.own(7);
    expect(String(errors[0])).toMatch('the id of a new entity must be new, got 7');
    expect(registry.ownerOf(7)).toBe(2);
  });
});

function recordingRegistry(sent: [ThreadId, string, readonly unknown[]][]): OwnerRegistry {
  return new OwnerRegistry({
    kind: 'things',
    send: (to, name, args) => sent.push([to, name, args]),
    afterBarrier: (callback) => callback(),
  });
}

test('a move that failed does not hold up the next move', () => {
  const sent: [ThreadId, string, readonly unknown[]][] = [];
  const registry = recordingRegistry(sent);
  for (const thread of [1, 2, 3]) registry.join(thread);
  registry.register(9, 1);
  registry.migrate(9, 2); // its owner cannot release it, and the message `bounced` is on its way; meanwhile
  registry.leave(2);
  registry.migrate(9, 3);
  const [, , [, , epoch]] = sent.findLast(([, name]) => name === 'transferEntity')!;
  registry.bounced(9, 2); // late
  registry.adopted(9, epoch as number);
  expect(registry.ownerOf(9)).toBe(3);
  expect(sent.filter(([, name]) => name === 'resume').length).toBe(1);
});

test('an entity that its new thread refuses after the old one has died is lost', () => {
  const sent: [ThreadId, string, readonly unknown[]][] = [];
  const registry = recordingRegistry(sent);
  for (const thread of [1, 2]) registry.join(thread);
  registry.register(9, 1);
  registry.migrate(9, 2);
  registry.leave(1);
  registry.bounced(9, 2);
  expect(sent.at(-1)).toEqual([2, 'died', [[9]]]);
});

describe('a request to move an entity', () => {
  const here = { thread: 1, index: 'main' } as const;
  const there = { thread: 2, index: 0 } as const;

  function withBarriers(): {
    registry: OwnerRegistry;
    sent: [ThreadId, string, readonly unknown[]][];
    passBarriers: () => void;
  } {
    const sent: [ThreadId, string, readonly unknown[]][] = [];
    const barriers: (() => void)[] = [];
    const registry = new OwnerRegistry({
      kind: 'things',
      send: (to, name, args) => sent.push([to, name, args]),
      afterBarrier: (callback) => barriers.push(callback),
    });
    registry.join(1);
    const passBarriers = (): void => {
      for (const callback of barriers.splice(0)) callback();
      sent.splice(0, sent.length, ...sent.filter(([, name]) => name !== 'owner'));
    };
    return { registry, sent, passBarriers };
  }

  test('is carried out if it comes before the creation of the entity', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.join(2);
    registry.request(7, there, 1);
    registry.register(7, 1);
    passBarriers();
    expect(sent).toEqual([[1, 'transferEntity', [7, 2, 2]]]);
  });

  test('is carried out if it comes before the new thread has opened the kind', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.register(7, 1);
    registry.request(7, there, 1);
    registry.join(2);
    passBarriers();
    expect(sent).toEqual([[1, 'transferEntity', [7, 2, 2]]]);
  });

  test('is reported to the requesting thread if the entity was never created', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.join(2);
    registry.request(7, there, 2);
    expect(sent).toEqual([]);
    passBarriers();
    expect(sent).toEqual([[2, 'unmoved', ['a thread must have created 7 of things by own, none has']]]);
  });

  test('is reported to the requesting thread if the target has no host for the kind', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.join(2, false);
    registry.register(7, 1);
    registry.request(7, there, 1);
    passBarriers();
    const text = 'worker 0 must have opened things with callbacks, 7 cannot move there';
    expect(sent).toEqual([[1, 'unmoved', [text]]]);
  });

  test('is ignored if the target is lost meanwhile', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.register(7, 1);
    registry.request(7, there, 1);
    registry.leave(there.thread);
    passBarriers();
    expect(sent).toEqual([]);
  });

  test('is ignored if the entity is there already, or gone, or another request has come', () => {
    const { passBarriers, registry, sent } = withBarriers();
    registry.join(2);
    registry.request(7, there, 1);
    registry.register(7, 1);
    registry.request(7, here, 1);
    registry.register(8, 1);
    registry.remove(8);
    registry.request(8, there, 1);
    passBarriers();
    expect(sent).toEqual([]);
  });
});

test('a thread reports a move that was not possible', () => {
  const errors: unknown[] = [];
  part(1, { onError: (error) => errors.push(error) }).unmoved('worker 9 must be there');
  expect(errors).toEqual([new RangeError('migrate: worker 9 must be there')]);
});

test('a copy of a mutation that arrives after its sender was forgotten is not applied again', () => {
  let state: ThreadState = 'alive';
  const applied: unknown[] = [];
  const owner = part(2, { stateOf: () => state, apply: (_, what) => applied.push(what) });
  owner.own(7);
  const mutation = { id: 7, from: 1, number: 1, what: 'once' };
  owner.receiveMutation(mutation, 1);
  state = 'forgotten';
  owner.forget(1);
  owner.receiveMutation(mutation, 1);
  expect(applied).toEqual(['once']);
});
