import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Authorities, type Mutation } from './authorities.ts';
import { deliver } from '../channel/telegraph.ts';
import type { Site } from './directory.ts';
import { Registry } from './registry.ts';

/** An entity's state: the mutations that were applied to it, each known by who asked for it and its number among those. */
type State = string[];

/** Threads and the channels between them, each in order, with delays that the test chooses. 0 has the registry. */
class Session {
  readonly registry: Registry;
  readonly sites: Map<Site, Thread> = new Map();
  readonly #channels: Map<string, (() => void)[]> = new Map();

  #joined = 0;

  constructor(sites: number) {
    this.registry = new Registry((to, name, args) =>
      this.send(0, to, (thread) => deliver([thread.authorities, thread], name, args)),
    );
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

  /** A thread dies, with the last `lost` of what it has sent on each channel; another one takes its place. */
  crash(site: Site, lost: number): void {
    this.sites.delete(site);
    for (const [name, channel] of this.#channels) {
      if (name.startsWith(`${site}>`)) channel.splice(Math.max(0, channel.length - lost));
    }
    this.registry.leave(site);
    for (const other of this.sites.keys()) this.send(0, other, (thread) => thread.authorities.left(site));
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

  constructor(session: Session, site: Site) {
    this.authorities = new Authorities({
      site,
      release: (id) => {
        const state = this.entities.get(id)!;
        this.entities.delete(id);
        return [...state];
      },
      adopt: (id, state) => this.entities.set(id, [...state]),
      apply: (id, what) => this.entities.get(id)!.push(what),
      onError: (error) => {
        throw error;
      },
      tell: (name, args) =>
        session.sendToRegistry(site, (registry) => deliver([registry.newsFrom(site)], name, args)),
      sendGift: (to, gift) => session.send(site, to, ({ authorities }) => authorities.take(gift)),
      sendMutation: (to, mutation) =>
        session.send(site, to, ({ authorities }) => authorities.receive(mutation)),
    });
  }

  died(ids: readonly number[]): void {
    this.dead.push(...ids);
  }
}

type Step =
  | { readonly what: 'deliver'; readonly which: number }
  | { readonly what: 'mutate' | 'migrate'; readonly site: Site; readonly id: number }
  | { readonly what: 'crash'; readonly site: Site; readonly lost: number };

const sites = 3;
const ids = [1, 2];
const site = fc.nat(sites - 1);
const id = fc.constantFrom(...ids);
const calm: fc.WeightedArbitrary<Step>[] = [
  { weight: 12, arbitrary: fc.record({ what: fc.constant('deliver' as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('mutate' as const), site, id }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('migrate' as const), site, id }) },
];
const crash: fc.WeightedArbitrary<Step> = {
  weight: 1,
  arbitrary: fc.record({ what: fc.constant('crash' as const), site, lost: fc.nat(3) }),
};

/** Plays steps until nothing is under way any more; returns the mutations that were asked for, by thread and entity. */
function play(session: Session, steps: readonly Step[]): Map<string, string[]> {
  const asked = new Map<string, string[]>();
  for (const step of steps) {
    if (step.what === 'deliver') session.deliver(step.which);
    else if (step.what === 'migrate') session.registry.migrate(step.id, session.some(step.site));
    else if (step.what === 'crash') {
      session.crash(session.some(step.site), step.lost);
    } else {
      const from = session.some(step.site);
      const sender = `${from} to ${step.id}`;
      const list = asked.get(sender) ?? [];
      asked.set(sender, list);
      list.push(`${sender}: ${list.length}`);
      session.sites.get(from)!.authorities.mutate(step.id, list.at(-1)!);
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

test('while entities move each mutation arrives once, those of a thread in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm), { maxLength: 150 }), (steps) => {
      const session = open();
      const asked = play(session, steps);
      for (const each of ids) {
        const state = stateOf(session, each);
        for (const [sender, list] of asked) {
          if (sender.endsWith(`to ${each}`))
            expect(state.filter((what) => what.startsWith(`${sender}:`))).toEqual(list);
        }
        expect(new Set(state).size).toBe(state.length);
      }
      for (const { dead } of session.sites.values()) expect(dead).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('whatever was lost with threads, nobody waits for it', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm, crash), { maxLength: 150 }), (steps) => {
      const session = open();
      play(session, steps);
      for (const each of ids.filter((one) => session.registry.ownerOf(one) !== undefined)) {
        for (const [from, { authorities }] of session.sites) authorities.mutate(each, `${from}, last`);
        while (session.deliver(0));
        const lasts = [...session.sites.keys()].map((from) => `${from}, last`);
        expect(stateOf(session, each)).toEqual(expect.arrayContaining(lasts));
      }
    }),
    { numRuns: 1000 },
  );
});

test('when threads die there are never two authorities, no mutation twice, and what died is told', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...calm, crash), { maxLength: 150 }), (steps) => {
      const session = open();
      play(session, steps);
      for (const each of ids) {
        const isAlive = session.registry.ownerOf(each) !== undefined;
        for (const { dead } of session.sites.values())
          expect(dead.filter((one) => one === each).length).toBeLessThanOrEqual(isAlive ? 0 : 1);
        if (!isAlive) {
          for (const { authorities } of session.sites.values()) expect(authorities.has(each)).toBe(false);
          continue;
        }
        const state = stateOf(session, each);
        expect(new Set(state).size).toBe(state.length);
        const numbers = new Map<string, number>();
        for (const what of state) {
          const [sender, number] = what.split(': ') as [string, string];
          expect(Number(number)).toBeGreaterThan(numbers.get(sender) ?? -1);
          numbers.set(sender, Number(number));
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test('the death of a thread that never had an entity loses nothing of what is on its way to it', () => {
  const applied: unknown[] = [];
  const part = new Authorities<unknown, string>({
    site: 1,
    release: () => 0,
    adopt: () => {},
    apply: (_, what) => applied.push(what),
    onError: () => {},
    tell: () => {},
    sendGift: () => {},
    sendMutation: () => {},
  });
  part.take({ id: 9, epoch: 2, state: 0, seen: new Map(), early: [] });
  part.receive({ id: 9, from: 3, number: 2, what: 'second' });
  part.left(7);
  part.receive({ id: 9, from: 3, number: 1, what: 'first' });
  expect(applied).toEqual(['first', 'second']);
});

test('that an entity could not be given once does not hold up its next move', () => {
  const told: [Site, string, readonly unknown[]][] = [];
  const registry = new Registry((to, name, args) => told.push([to, name, args]));
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

test('nobody waits for what was lost with a thread, though the new owner hears of the loss first', () => {
  const applied: string[] = [];
  const make = (
    own: Site,
    sendMutation: (to: Site, mutation: Mutation<string>) => void,
  ): Authorities<null, string> =>
    new Authorities<null, string>({
      site: own,
      release: () => null,
      adopt: () => {},
      apply: (_, what) => applied.push(what),
      onError: (error) => {
        throw error;
      },
      tell: () => {},
      sendGift: () => {},
      sendMutation,
    });
  const [asker, dying, owner] = [1, 2, 3];
  const there = make(owner, () => {});
  const here = make(asker, (to, mutation) => {
    if (to === owner) there.receive(mutation); // what goes to the other is lost
  });
  here.owner(7, dying, 1);
  here.mutate(7, 'lost');
  there.take({ id: 7, epoch: 2, state: null, seen: new Map(), early: [] });
  there.left(dying);
  here.owner(7, owner, 2);
  here.mutate(7, 'kept');
  expect(applied).toEqual([]);
  here.left(dying);
  expect(applied).toEqual(['kept']);
  here.mutate(7, 'next');
  expect(applied).toEqual(['kept', 'next']);
});
