import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import {
  Authorities,
  type AuthoritiesOptions,
  type EntityTransfer,
  type ThreadState,
} from './authorities.ts';
import { Barrier } from '../session/barrier.ts';
import { deliver } from '../transport/telegraph.ts';
import { transfer } from '../transport/transfer.ts';
import type { Site } from '../pubsub/directory.ts';
import type { Mutation } from './mutation.ts';
import { Registry } from './registry.ts';

/** An entity's state: the mutations that were applied to it, each known by who asked for it and its number among those. */
type State = string[];

/** Threads and the channels between them, each in order, with delays that the test chooses. 0 has the registry. */
class Session {
  readonly registry: Registry;
  readonly sites: Map<Site, Thread> = new Map();
  readonly #channels: Map<string, (() => void)[]> = new Map();
  /** Entities on their way, as they were sent. */
  readonly transfers: EntityTransfer<State>[] = [];
  /** Threads that are no more, which others may not know yet. */
  readonly leaving: Set<Site> = new Set();
  readonly barrier: Barrier = new Barrier(
    () => this.sites.keys(),
    (site) =>
      this.send(0, site, () =>
        this.#queue(site, 0, () => {
          if (this.sites.has(site)) this.barrier.passed(site);
        }),
      ),
  );

  #joined = 0;

  constructor(sites: number) {
    this.registry = new Registry({
      kind: 'things',
      tell: (to, name, args) =>
        this.send(0, to, (thread) => deliver([thread.authorities, thread], name, args)),
      afterBarrier: (callback) => this.barrier.after(callback),
    });
    for (let i = 0; i < sites; i++) this.#join();
  }

  /** One of the threads that are there. */
  some(which: number): Site {
    return [...this.sites.keys()][which % this.sites.size]!;
  }

  /** A message on its way; lost if the thread that gets it is no more by then. */
  send(from: Site, to: Site, message: (thread: Thread) => void): void {
    this.#queue(from, to, () => {
      const receiver = this.sites.get(to);
      if (receiver !== undefined) message(receiver);
    });
  }

  sendToRegistry(from: Site, message: (registry: Registry) => void): void {
    this.#queue(from, 0, () => {
      if (this.sites.has(from)) message(this.registry);
    });
  }

  /** Delivers the first message of a channel. */
  deliver(which: number): boolean {
    const channels = [...this.#channels.values()].filter(({ length }) => length > 0);
    channels[which % channels.length]?.shift()!();
    return channels.length > 0;
  }

  /** Delivers the first message from one thread to another, if there is one. */
  deliverOn(from: Site, to: Site): boolean {
    const message = this.#channels.get(`${from}>${to}`)?.shift();
    message?.();
    return message !== undefined;
  }

  /** A thread dies, with the last `lost` of what it has sent on each channel; another one takes its place. */
  crash(site: Site, lost: number): void {
    this.sites.delete(site);
    for (const [name, channel] of this.#channels) {
      if (name.startsWith(`${site}>`)) channel.splice(Math.max(0, channel.length - lost));
    }
    for (const other of this.sites.keys()) this.send(0, other, (thread) => thread.left(site));
    this.registry.leave(site);
    this.leaving.add(site);
    this.barrier.passed(site);
    this.barrier.after(() => {
      this.leaving.delete(site);
      for (const other of this.sites.keys()) this.send(0, other, (thread) => thread.forget(site));
    });
    this.#join();
  }

  #join(): void {
    const site = ++this.#joined;
    this.sites.set(site, new Thread(this, site));
    this.registry.join(site);
  }

  #queue(from: Site, to: Site, message: () => void): void {
    const name = `${from}>${to}`;
    if (!this.#channels.has(name)) this.#channels.set(name, []);
    this.#channels.get(name)!.push(message);
  }
}

class Thread {
  readonly entities: Map<number, State> = new Map();
  readonly authorities: Authorities<State, string>;
  /** Entities of whose death it was told. */
  readonly dead: number[] = [];
  readonly #states: Map<Site, ThreadState> = new Map(); // of threads that are no more
  /** Which of its callbacks throws when it is called next. */
  willThrow: 'release' | 'adopt' | undefined;

  constructor(session: Session, site: Site) {
    for (let other = 1; other < site; other++) {
      if (session.leaving.has(other)) this.#states.set(other, 'gone');
      else if (!session.sites.has(other)) this.#states.set(other, 'forgotten');
    }
    this.authorities = new Authorities({
      site,
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
      tell: (name, args) =>
        session.sendToRegistry(site, (registry) => deliver([registry.newsFrom(site)], name, args)),
      sendEntity: (to, moved) => {
        const copy = { ...moved, applied: new Map(moved.applied) };
        session.transfers.push(copy);
        session.send(site, to, ({ authorities }) => authorities.take(copy));
      },
      sendMutation: (to, mutation, epoch) =>
        session.send(site, to, ({ authorities }) => authorities.receive(mutation, epoch)),
      sendAcknowledgements: (to, ids, numbers) =>
        session.send(site, to, ({ authorities }) => authorities.acknowledge(ids, numbers)),
    });
  }

  died(ids: readonly number[]): void {
    this.dead.push(...ids);
  }

  left(site: Site): void {
    this.#states.set(site, 'gone');
    this.authorities.left(site);
  }

  forget(site: Site): void {
    this.#states.set(site, 'forgotten');
    this.authorities.forget(site);
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
  | { readonly what: 'mutate'; readonly site: Site; readonly id: number; readonly count: number }
  | { readonly what: 'migrate'; readonly site: Site; readonly id: number }
  | { readonly what: 'throw'; readonly site: Site; readonly callback: 'release' | 'adopt' }
  | { readonly what: 'crash'; readonly site: Site; readonly lost: number };

const sites = 3;
const ids = [1, 2];
const site = fc.nat(sites - 1);
const entity = fc.constantFrom(...ids);
// Acknowledgements come after many mutations only.
const count = fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(150) });
const calm: fc.WeightedArbitrary<Step>[] = [
  { weight: 12, arbitrary: fc.record({ what: fc.constant('deliver' as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('mutate' as const), site, id: entity, count }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('migrate' as const), site, id: entity }) },
];
const crash: fc.WeightedArbitrary<Step> = {
  weight: 1,
  arbitrary: fc.record({ what: fc.constant('crash' as const), site, lost: fc.nat(3) }),
};

const thrower: fc.WeightedArbitrary<Step> = {
  weight: 1,
  arbitrary: fc.record({
    what: fc.constant('throw' as const),
    site,
    callback: fc.constantFrom('release' as const, 'adopt' as const),
  }),
};

/** Plays steps until nothing is under way any more; returns the mutations that were asked for, by thread and entity. */
function play(session: Session, steps: readonly Step[]): Map<string, string[]> {
  const asked = new Map<string, string[]>();
  for (const step of steps) {
    if (step.what === 'deliver') session.deliver(step.which);
    else if (step.what === 'migrate') session.registry.migrate(step.id, session.some(step.site));
    else if (step.what === 'crash') {
      session.crash(session.some(step.site), step.lost);
    } else if (step.what === 'throw') {
      session.sites.get(session.some(step.site))!.willThrow = step.callback;
    } else {
      const from = session.some(step.site);
      const sender = `${from} to ${step.id}`;
      const list = asked.get(sender) ?? [];
      asked.set(sender, list);
      for (let i = 0; i < step.count; i++) {
        list.push(`${sender}: ${list.length}`);
        session.sites.get(from)!.authorities.mutate(step.id, list.at(-1)!);
      }
    }
    expectOneAuthority(session);
  }
  while (session.deliver(0)) expectOneAuthority(session);
  return asked;
}

function open(): Session {
  const session = new Session(sites);
  for (const [i, each] of ids.entries()) {
    const thread = session.sites.get(1 + i)!;
    thread.entities.set(each, []);
    thread.authorities.own(each);
  }
  while (session.deliver(0));
  return session;
}

function expectOneAuthority({ sites: threads }: Session): void {
  for (const each of ids) {
    const owners = [...threads.values()].filter(({ authorities }) => authorities.has(each));
    expect(owners.length).toBeLessThanOrEqual(1);
    for (const { entities } of owners) expect(entities.has(each)).toBe(true);
  }
}

/** The state of an entity, which one thread has that the registry knows. */
function stateOf({ registry, sites: threads }: Session, each: number): State {
  const owners = [...threads].filter(([, { authorities }]) => authorities.has(each));
  expect(owners.map(([owner]) => owner)).toEqual([registry.ownerOf(each)]);
  return owners[0]![1].entities.get(each)!;
}

/**
 * Checks that of a sender that lives all mutations of an entity were applied once and in order, and of one that has died the first
 * ones, without a gap.
 */
function expectInOrder(session: Session, each: number, asked: ReadonlyMap<string, string[]>): void {
  const state = stateOf(session, each);
  for (const [sender, list] of asked) {
    if (!sender.endsWith(`to ${each}`)) continue;
    const applied = state.filter((what) => what.startsWith(`${sender}:`));
    const isAlive = session.sites.has(Number.parseInt(sender, 10));
    expect(applied).toEqual(isAlive ? list : list.slice(0, applied.length));
  }
}

/** Lets an entity move once more: what goes with it says of which senders numbers are kept. */
function expectNothingOfTheDead(session: Session, each: number): void {
  for (const thread of session.sites.values()) thread.willThrow = undefined;
  const to = [...session.sites.keys()].find((one) => one !== session.registry.ownerOf(each))!;
  expect(session.registry.migrate(each, to)).toBe(true);
  while (session.deliver(0));
  const senders = [...session.transfers.at(-1)!.applied.keys()];
  expect(senders.filter((sender) => !session.sites.has(sender))).toEqual([]);
}

test('while entities move each mutation arrives once, those of a thread in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm), { maxLength: 150 }), (steps) => {
      const session = open();
      const asked = play(session, steps);
      for (const each of ids) expectInOrder(session, each, asked);
      for (const { dead } of session.sites.values()) expect(dead).toEqual([]);
    }),
    { numRuns: runs({ gate: 150, long: 5000 }) },
  );
});

test('whatever threads die, what the others asked for arrives once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm, crash, thrower), { maxLength: 150 }), (steps) => {
      const session = open();
      const asked = play(session, steps);
      for (const each of ids) {
        const isAlive = session.registry.ownerOf(each) !== undefined;
        for (const { authorities, dead } of session.sites.values()) {
          expect(dead.filter((one) => one === each).length).toBeLessThanOrEqual(isAlive ? 0 : 1);
          if (!isAlive) expect(authorities.has(each)).toBe(false);
        }
        if (isAlive) expectInOrder(session, each, asked);
        if (isAlive) expectNothingOfTheDead(session, each);
      }
    }),
    { numRuns: runs({ gate: 600, long: 20_000 }) },
  );
});

test('a mutation does not come before the news that the entity could not move', () => {
  const session = open();
  const [owner, dying, asker] = [1, 2, 3];
  session.registry.migrate(1, dying);
  while (session.deliverOn(0, owner));
  session.crash(dying, 9);
  while (session.deliverOn(0, asker)); // hears of the crash, and of all that follows from it, first
  session.sites.get(asker)!.authorities.mutate(1, 'early');
  while (session.deliverOn(0, asker) || session.deliverOn(asker, owner));
  while (session.deliver(0));
  expect(stateOf(session, 1)).toEqual(['early']);
});

test('a mutation outlives the thread that was to hand it on', () => {
  const session = open();
  const [asker, relay, owner] = [3, 1, 2];
  session.registry.migrate(1, owner);
  while (session.deliverOn(0, relay) || session.deliverOn(relay, owner) || session.deliverOn(owner, 0));
  session.sites.get(asker)!.authorities.mutate(1, 'sent to the relay'); // it has not heard of the move
  session.crash(relay, 0);
  while (session.deliver(0));
  expect(stateOf(session, 1)).toEqual(['sent to the relay']);
});

test('when a sender dies, what comes late by way of another thread keeps its order', () => {
  const session = open();
  const [sender, relay, owner] = [3, 1, 2];
  const { authorities } = session.sites.get(sender)!;
  session.registry.migrate(1, owner);
  authorities.mutate(1, 'first'); // goes to the relay
  while (session.deliverOn(0, relay) || session.deliverOn(relay, owner) || session.deliverOn(owner, 0));
  while (session.deliverOn(0, sender));
  authorities.mutate(1, 'second'); // goes to the owner
  session.crash(sender, 1);
  while (session.deliverOn(0, owner) || session.deliverOn(sender, owner));
  while (session.deliver(0));
  // All, some or none: who has heard of the death takes nothing more.
  expect(['', 'first', 'first second']).toContain(stateOf(session, 1).join(' '));
});

/** The part of a thread that sends into the void unless it is told otherwise. */
function part(
  own: Site,
  options: Partial<AuthoritiesOptions<number, unknown>> = {},
): Authorities<number, unknown> {
  return new Authorities<number, unknown>({
    site: own,
    stateOf: () => 'alive',
    release: () => 0,
    adopt: () => {},
    apply: () => {},
    onError: (error) => {
      throw error;
    },
    tell: () => {},
    sendEntity: () => {},
    sendMutation: () => {},
    sendAcknowledgements: () => {},
    ...options,
  });
}

test('many mutations of an entity that is not known yet are applied once and in order', () => {
  const applied: unknown[] = [];
  const asker = part(1, { sendMutation: (_, ...sent) => owner.receive(...sent) });
  const owner = part(2, { apply: (_, what) => applied.push(what) });
  const all = Array.from({ length: 12_000 }, (_, i) => i);
  for (const what of all) asker.mutate(7, what);
  owner.own(7);
  asker.owner(7, 2, 1);
  expect(applied).toEqual(all);
});

test('many mutations that a thread has sent to an entity are applied when the entity comes to it', () => {
  const applied: unknown[] = [];
  const all = Array.from({ length: 12_000 }, (_, i) => i);
  const asker = part(1, { apply: (_, what) => applied.push(what) });
  asker.owner(7, 2, 1);
  for (const what of all) asker.mutate(7, what);
  asker.take({ id: 7, epoch: 2, state: 0, applied: new Map([[1, 5000]]) });
  expect(applied).toEqual(all.slice(5000));
});

test('a mutation that is asked for while earlier ones are applied waits for them', () => {
  const applied: unknown[] = [];
  const asker: Authorities<number, unknown> = part(1, {
    apply(id, what) {
      applied.push(what);
      if (what === 'first') asker.mutate(id, 'asked for by the first');
    },
  });
  asker.owner(7, 2, 1);
  asker.mutate(7, 'first');
  asker.mutate(7, 'second');
  asker.take({ id: 7, epoch: 2, state: 0, applied: new Map() });
  expect(applied).toEqual(['first', 'second', 'asked for by the first']);
});

test('a sender keeps few of the mutations that are applied', () => {
  let copies = 0;
  const asker = part(1, {
    sendMutation: (_, ...sent) => {
      copies++;
      owner.receive(...sent);
    },
  });
  const owner = part(2, { sendAcknowledgements: (_, ...given) => asker.acknowledge(...given) });
  for (const id of [7, 8]) {
    owner.own(id);
    owner.owner(id, 2, 1);
    asker.owner(id, 2, 1);
  }
  for (let i = 0; i < 5000; i++) asker.mutate(7 + (i % 2), i);
  copies = 0;
  for (const id of [7, 8]) asker.owner(id, 3, 2); // sends again what is kept
  expect(copies).toBeLessThan(64);
});

test('an object that is changed after the call is sent as it was, also when it is sent again', () => {
  const sent: unknown[] = [];
  const asker = part(1, { sendMutation: (_, { what }) => sent.push(what) });
  const meal = { weight: 1 };
  asker.mutate(7, meal);
  meal.weight = 2;
  asker.owner(7, 2, 1);
  asker.owner(7, 3, 2);
  expect(sent).toEqual([{ weight: 1 }, { weight: 1 }]);
});

test('a mutation that cannot be copied is refused, and those after it are applied', () => {
  const applied: unknown[] = [];
  const asker = part(1, { sendMutation: (_, ...sent) => owner.receive(...sent) });
  const owner = part(2, { apply: (_, what) => applied.push(what) });
  owner.own(7);
  asker.owner(7, 2, 1);
  expect(() => asker.mutate(7, () => {})).toThrow('could not be cloned');
  asker.mutate(7, 'next');
  expect(applied).toEqual(['next']);
});

test('a mutation that the channel refuses does not hold up those after it', () => {
  const applied: unknown[] = [];
  const asker = part(1, {
    sendMutation: (_, mutation, epoch) => {
      if (mutation.what !== 'too large') owner.receive(mutation, epoch);
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

test('an entity whose new thread throws stays where it was', () => {
  const session = open();
  session.sites.get(2)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliver(0));
  session.sites.get(3)!.authorities.mutate(1, 'after');
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBe(1);
  expect(stateOf(session, 1)).toEqual(['after']);
});

test('an entity whose new thread throws, and whose old one throws when it gets it back, is dead in all threads', () => {
  const session = open();
  for (const thread of [1, 2]) session.sites.get(thread)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBeUndefined();
  for (const { authorities, dead } of session.sites.values()) {
    expect([authorities.has(1), dead.includes(1)]).toEqual([false, true]);
  }
});

test('between threads that take one another for the authority a mutation does not go to and fro', () => {
  let hops = 0;
  const sendMutation: AuthoritiesOptions<number, unknown>['sendMutation'] = (to, ...sent) => {
    if (++hops < 100) (to === 1 ? giver : refuser).receive(...sent);
  };
  const giver = part(1, { sendMutation });
  const refuser = part(2, { sendMutation });
  giver.own(7);
  refuser.owner(7, 1, 1);
  giver.give(7, 2, 2); // whose callback throws, say
  giver.mutate(7, 'what');
  expect(hops).toBe(1);
});

test('an entity that is lost because two threads throw is dead, also if it was to move on meanwhile', () => {
  const session = open();
  session.sites.get(1)!.willThrow = 'adopt';
  session.registry.migrate(1, 2);
  while (session.deliverOn(0, 1));
  session.crash(2, 9);
  session.registry.migrate(1, 3);
  session.crash(3, 9); // the owner is told of both attempts at once
  while (session.deliver(0));
  expect(session.registry.ownerOf(1)).toBeUndefined();
  expect(session.sites.get(1)!.dead).toContain(1);
});

test('a state that was moved away does not come back: the entity dies', () => {
  const told: [string, readonly unknown[]][] = [];
  const adopt = vi.fn<() => void>();
  const giver = part(1, {
    release: () => transfer([new ArrayBuffer(8)], []) as unknown as number,
    adopt,
    tell: (name, args) => told.push([name, args]),
  });
  giver.own(7);
  giver.give(7, 2, 2);
  giver.resume(7, 3);
  expect(adopt).not.toHaveBeenCalled();
  expect(told.at(-1)).toEqual(['refused', [7, 4]]);
});

describe('mutations of an entity that is no more', () => {
  const born = 5000; // more than a thread remembers of those that are no more

  function withRegistry(): {
    registry: Registry;
    owner: Authorities<number, unknown>;
    asker: Authorities<number, unknown>;
    sent: Mutation<unknown>[];
    told: unknown[];
    passBarriers: () => void;
  } {
    const sent: Mutation<unknown>[] = [];
    const told: unknown[] = [];
    const barriers: (() => void)[] = [];
    const registry: Registry = new Registry({
      kind: 'things',
      tell: (to, name, args) => deliver([to === 1 ? asker : owner], name, args),
      afterBarrier: (callback) => barriers.push(callback),
    });
    const asker: Authorities<number, unknown> = part(1, {
      sendMutation: (_, mutation) => sent.push(mutation),
      tell: (name, args) => deliver([registry.newsFrom(1)], name, args),
      onError: (error) => told.push(error),
    });
    const owner = part(2, {
      tell: (name, args) => deliver([registry.newsFrom(2)], name, args),
    });
    registry.join(1);
    registry.join(2);
    const passBarriers = (): void => {
      for (const callback of barriers.splice(0)) callback();
    };
    return { registry, owner, asker, sent, told, passBarriers };
  }

  test('are not kept, however many entities have died since', () => {
    const { asker, owner, sent } = withRegistry();
    for (let id = 1; id <= born; id++) owner.own(id);
    for (let id = 1; id <= born; id++) owner.disown(id);
    for (let id = 1; id <= born; id++) asker.mutate(id, 'late');
    for (let id = 1; id <= born; id++) asker.owner(id, 2, 9); // would send what is kept
    expect(sent).toEqual([]);
  });

  test('that nobody has made are kept for the latest ones, and reported as lost', () => {
    const { asker, owner, sent, told } = withRegistry();
    for (let id = 1; id <= born; id++) asker.mutate(id, 'early');
    expect(told.length).toBe(born - 4096);
    expect(String(told[0])).toBe('Error: mutate: no thread has the entity 1; mutations lost: 1');
    for (let id = born - 4095; id <= born; id++) owner.own(id);
    expect(sent.length).toBe(4096);
  });

  test('of a thread that has it, are sent to it though they were asked for before it was heard of', () => {
    const { asker, owner, sent } = withRegistry();
    asker.mutate(7, 'early');
    expect(sent).toEqual([]);
    owner.own(7);
    asker.mutate(7, 'late');
    expect(sent.map(({ what }) => what)).toEqual(['early', 'late']);
  });

  test('that no thread has created are reported once all threads have answered, and wait', () => {
    const { asker, owner, passBarriers, sent, told } = withRegistry();
    asker.mutate(7, 'early');
    asker.mutate(7, 'early as well');
    asker.mutate(8, 'of another one');
    expect(told).toEqual([]);
    owner.own(8);
    passBarriers();
    expect(told.map(String)).toEqual([
      'RangeError: mutate: a thread must have created 7 of things by own, none has; its mutations wait',
    ]);
    owner.own(7);
    expect(sent.map(({ what }) => what)).toEqual(['of another one', 'early', 'early as well']);
    asker.mutate(7, 'late');
    passBarriers();
    expect(told.length).toBe(1);
  });

  test('an id is one entity only, whoever makes another one of it', () => {
    const { asker, owner, registry, told } = withRegistry();
    owner.own(7);
    expect(() => owner.own(7)).toThrow(RangeError);
    expect(() => asker.own(7)).toThrow('own: the id of a new entity must be new, got 7');
    const late = part(3, {
      tell: (name, args) => deliver([registry.newsFrom(1)], name, args), // it has heard of nothing
    });
    late.own(7);
    expect(String(told[0])).toMatch('the id of a new entity must be new, got 7');
    expect(registry.ownerOf(7)).toBe(2);
  });
});

function registryThatTells(told: [Site, string, readonly unknown[]][]): Registry {
  return new Registry({
    kind: 'things',
    tell: (to, name, args) => told.push([to, name, args]),
    afterBarrier: (callback) => callback(),
  });
}

test('that an entity could not be given once does not hold up its next move', () => {
  const told: [Site, string, readonly unknown[]][] = [];
  const registry = registryThatTells(told);
  for (const thread of [1, 2, 3]) registry.join(thread);
  registry.register(9, 1);
  registry.migrate(9, 2); // its owner refuses, and says so; meanwhile
  registry.leave(2);
  registry.migrate(9, 3);
  const [, , [, , epoch]] = told.findLast(([, name]) => name === 'give')!;
  registry.bounced(9, 2); // late
  registry.taken(9, epoch as number);
  expect(registry.ownerOf(9)).toBe(3);
  expect(told.filter(([, name]) => name === 'resume').length).toBe(1);
});

test('an entity that its new thread refuses after the old one has died is dead', () => {
  const told: [Site, string, readonly unknown[]][] = [];
  const registry = registryThatTells(told);
  for (const thread of [1, 2]) registry.join(thread);
  registry.register(9, 1);
  registry.migrate(9, 2);
  registry.leave(1);
  registry.bounced(9, 2);
  expect(told.at(-1)).toEqual([2, 'died', [[9]]]);
});

describe('a request to move an entity', () => {
  const here = { site: 1, place: 'main' } as const;
  const there = { site: 2, place: 0 } as const;

  function withBarriers(): {
    registry: Registry;
    told: [Site, string, readonly unknown[]][];
    passBarriers: () => void;
  } {
    const told: [Site, string, readonly unknown[]][] = [];
    const barriers: (() => void)[] = [];
    const registry = new Registry({
      kind: 'things',
      tell: (to, name, args) => told.push([to, name, args]),
      afterBarrier: (callback) => barriers.push(callback),
    });
    registry.join(1);
    const passBarriers = (): void => {
      for (const callback of barriers.splice(0)) callback();
      told.splice(0, told.length, ...told.filter(([, name]) => name !== 'owner'));
    };
    return { registry, told, passBarriers };
  }

  test('that comes before its creation is carried out', () => {
    const { passBarriers, registry, told } = withBarriers();
    registry.join(2);
    registry.request(7, there, 1);
    registry.register(7, 1);
    passBarriers();
    expect(told).toEqual([[1, 'give', [7, 2, 2]]]);
  });

  test('that comes before its new thread has opened the kind is carried out', () => {
    const { passBarriers, registry, told } = withBarriers();
    registry.register(7, 1);
    registry.request(7, there, 1);
    registry.join(2);
    passBarriers();
    expect(told).toEqual([[1, 'give', [7, 2, 2]]]);
  });

  test('that no thread has created is reported to who asks', () => {
    const { passBarriers, registry, told } = withBarriers();
    registry.join(2);
    registry.request(7, there, 2);
    expect(told).toEqual([]);
    passBarriers();
    expect(told).toEqual([[2, 'unmoved', ['a thread must have created 7 of things by own, none has']]]);
  });

  test('to a thread that has no host for it is reported to who asks', () => {
    const { passBarriers, registry, told } = withBarriers();
    registry.join(2, false);
    registry.register(7, 1);
    registry.request(7, there, 1);
    passBarriers();
    const text = 'worker 0 must have opened things with a host, 7 cannot move there';
    expect(told).toEqual([[1, 'unmoved', [text]]]);
  });

  test('to a thread that is lost meanwhile is left alone', () => {
    const { passBarriers, registry, told } = withBarriers();
    registry.register(7, 1);
    registry.request(7, there, 1);
    registry.leave(there.site);
    passBarriers();
    expect(told).toEqual([]);
  });

  test('is left alone if it is there already, or no more, or another request has come', () => {
    const { passBarriers, registry, told } = withBarriers();
    registry.join(2);
    registry.request(7, there, 1);
    registry.register(7, 1);
    registry.request(7, here, 1);
    registry.register(8, 1);
    registry.remove(8);
    registry.request(8, there, 1);
    passBarriers();
    expect(told).toEqual([]);
  });
});

test('an authority reports what could not be moved', () => {
  const told: unknown[] = [];
  part(1, { onError: (error) => told.push(error) }).unmoved('worker 9 must be there');
  expect(told).toEqual([new RangeError('migrate: worker 9 must be there')]);
});

test('a copy of a mutation that comes after its sender was forgotten is not applied again', () => {
  let state: ThreadState = 'alive';
  const applied: unknown[] = [];
  const owner = part(2, { stateOf: () => state, apply: (_, what) => applied.push(what) });
  owner.own(7);
  const mutation = { id: 7, from: 1, number: 1, what: 'once' };
  owner.receive(mutation, 1);
  state = 'forgotten';
  owner.forget(1);
  owner.receive(mutation, 1);
  expect(applied).toEqual(['once']);
});
