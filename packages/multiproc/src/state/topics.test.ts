import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { deliver } from '../channel/telegraph.ts';
import { Directory, type Site } from './directory.ts';
import { Publications, type Retention } from './publications.ts';
import { Subscriptions } from './subscriptions.ts';

interface Thread {
  readonly publications: Publications;
  readonly subscriptions: Subscriptions;
}

/** Threads that publish and subscribe; channels between them, each in order, with delays that the test chooses. 0 has the directory. */
class Session {
  readonly directory: Directory;
  readonly threads: Thread[];
  /** Topics that two threads publish, although one of them retains the newest value. */
  readonly contests: (readonly [topic: string, publisher: Site, other: Site])[] = [];
  readonly #channels: Map<string, (() => void)[]> = new Map();

  constructor(count: number) {
    this.directory = new Directory((site, name, args) =>
      this.#queue(`directory>${site}`, () => deliver([this.threads[site]!.publications], name, args)),
    );
    this.threads = Array.from({ length: count }, (_, site) => ({
      publications: new Publications({
        announce: (...publication) =>
          this.#send(site, 0, () => this.directory.announce(site, ...publication)),
        withdraw: (topic) => this.#send(site, 0, () => this.directory.withdraw(site, topic)),
        send: (to, topic, value, retention) =>
          this.#send(site, to, () => this.threads[to]!.subscriptions.deliver(topic, value, retention, site)),
        release: (to, topic) =>
          this.#send(site, to, () => this.threads[to]!.subscriptions.release(topic, site)),
        onContest: (topic, other) => this.contests.push([topic, site, other]),
      }),
      subscriptions: new Subscriptions({
        subscribe: (topic) => this.#send(site, 0, () => this.directory.subscribe(site, topic)),
        unsubscribe: (topic) => this.#send(site, 0, () => this.directory.unsubscribe(site, topic)),
        onError: (error) => {
          throw error;
        },
      }),
    }));
  }

  deliver(which: number): boolean {
    const channels = [...this.#channels.values()].filter(({ length }) => length > 0);
    channels[which % channels.length]?.shift()!();
    return channels.length > 0;
  }

  settle(): void {
    for (const { publications } of this.threads) publications.commit();
    while (this.deliver(0));
  }

  #send(from: Site, to: Site, message: () => void): void {
    // What concerns the directory and what is published go different ways.
    this.#queue(`${from}>${to}${to === 0 ? '' : ' data'}`, message);
  }

  #queue(channel: string, message: () => void): void {
    if (!this.#channels.has(channel)) this.#channels.set(channel, []);
    this.#channels.get(channel)!.push(message);
  }
}

test('what a subscriber publishes during a commit is sent by the next one, even on a topic that was to be released', () => {
  const did: string[] = [];
  const publications = new Publications({
    announce: () => {},
    withdraw: () => did.push('withdraw'),
    send: (site, topic, value) => {
      did.push(`send ${String(value)} to ${site}`);
      if (value === 1) publications.publish(topic, 2, 'newest');
    },
    release: (site) => did.push(`release ${site}`),
    onContest: () => {},
  });
  publications.publish('news', 1, 'newest');
  publications.unpublish('news');
  publications.subscribers('news', [0, 1]);
  expect(did.splice(0)).toEqual(['send 1 to 0', 'send 1 to 1']);
  publications.commit();
  expect(did.splice(0)).toEqual(['send 2 to 0', 'send 2 to 1']);
  publications.unpublish('news');
  publications.commit();
  expect(did).toEqual(['release 0', 'release 1', 'withdraw']);
});

test('a topic that a subscriber releases during a commit is released once', () => {
  const withdraw = vi.fn<(topic: string) => void>();
  const publications = new Publications({
    announce: () => {},
    withdraw,
    send: (_, topic) => publications.unpublish(topic),
    release: () => {},
    onContest: () => {},
  });
  publications.publish('news', 1, 'all');
  publications.subscribers('news', [0, 1]);
  publications.commit();
  expect(withdraw.mock.calls).toEqual([['news']]);
});

test('a commit within a commit waits: all subscribers get a value before the next one', () => {
  const sent: string[] = [];
  const publications: Publications = new Publications({
    announce: (topic) => topic === 'other' && publications.subscribers(topic, []), // as in the thread that has the directory
    withdraw: () => {},
    send: (site, _, value) => {
      sent.push(`${String(value)} to ${site}`);
      if (value !== 1 || site !== 0) return;
      publications.publish('news', 2, 'all');
      publications.publish('other', 3, 'all');
    },
    release: () => {},
    onContest: () => {},
  });
  publications.publish('news', 1, 'all');
  publications.subscribers('news', [0, 1]);
  expect(sent).toEqual(['1 to 0', '1 to 1', '2 to 0', '2 to 1']);
});

type Step =
  | { readonly what: 'deliver'; readonly which: number }
  | {
      readonly what: 'publish' | 'unpublish' | 'commit' | 'subscribe' | 'unsubscribe';
      readonly site: Site;
      readonly topic: string;
    };

const count = 3;
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('deliver' as const), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'publish' as const,
        'publish' as const,
        'unpublish' as const,
        'commit' as const,
        'subscribe' as const,
        'unsubscribe' as const,
      ),
      site: fc.nat(count - 1),
      topic: fc.constantFrom('score 0', 'score 1', 'hits'),
    }),
  },
);

/** What a subscription has been given. */
interface Heard {
  readonly site: Site;
  readonly topic: string;
  readonly values: string[];
  readonly undo: () => void;
  isOver: boolean;
}

test('subscribers get what they are to get, in order, whatever the delays', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const session = new Session(count);
      const heard: Heard[] = [];
      const published = new Map<string, string[]>();
      const publish = (site: Site, topic: string): void => {
        // Of what keeps the newest each topic has one publisher.
        const retention: Retention = topic === 'hits' ? 'all' : 'newest';
        if (retention === 'newest' && topic !== `score ${site}`) return;
        const list = published.get(`${topic} of ${site}`) ?? [];
        published.set(`${topic} of ${site}`, list);
        list.push(`${topic} of ${site}: ${list.length}`);
        session.threads[site]!.publications.publish(topic, list.at(-1), retention);
      };
      for (const given of steps) {
        if (given.what === 'deliver') session.deliver(given.which);
        else if (given.what === 'publish') publish(given.site, given.topic);
        else if (given.what === 'unpublish') session.threads[given.site]!.publications.unpublish(given.topic);
        else if (given.what === 'commit') session.threads[given.site]!.publications.commit();
        else if (given.what === 'subscribe') {
          const { site, topic } = given;
          const values: string[] = [];
          const one: Heard = {
            site,
            topic,
            values,
            isOver: false,
            undo: session.threads[site]!.subscriptions.subscribe(topic, (value) => {
              expect(one.isOver).toBe(false);
              values.push(value as string);
            }),
          };
          heard.push(one);
        } else {
          const one = heard.find(
            ({ isOver, site, topic }) => !isOver && site === given.site && topic === given.topic,
          );
          one?.undo();
          if (one) one.isOver = true;
        }
      }
      session.settle();
      expect(session.contests).toEqual([]);
      const before = heard.map(({ values }) => values.length);
      // Once all is quiet, everybody who is still there gets all that comes.
      for (let site = 0; site < count; site++) {
        for (const topic of [`score ${site}`, 'hits']) publish(site, topic);
      }
      session.settle();
      for (const [i, { isOver, topic, values }] of heard.entries()) {
        for (const [sender, list] of published) {
          const from = values.filter((value) => value.startsWith(`${sender}:`));
          const places = from.map((value) => list.indexOf(value));
          expect(places).toEqual(places.toSorted((one, other) => one - other));
          if (sender.startsWith(topic) && !isOver) expect(from.at(-1)).toBe(list.at(-1));
          // Nothing is left out in between, and nothing comes twice.
          if (topic === 'hits') expect(places).toEqual(places.map((_, k) => places[0]! + k));
        }
        if (isOver) expect(values.length).toBe(before[i]);
      }
    }),
    { numRuns: 500 },
  );
});

test('who subscribes late is told what a topic is', async () => {
  const session = new Session(2);
  session.threads[0]!.publications.publish('score', 1, 'newest');
  session.threads[0]!.publications.publish('score', 2, 'newest');
  session.settle();
  const first = vi.fn<(value: unknown) => void>();
  const second = vi.fn<(value: unknown) => void>();
  session.threads[1]!.subscriptions.subscribe('score', first);
  session.settle();
  session.threads[1]!.subscriptions.subscribe('score', second);
  expect(second).not.toHaveBeenCalled(); // as the first, not before it has its undo
  await Promise.resolve();
  expect(first.mock.calls).toEqual([[2]]);
  expect(second.mock.calls).toEqual([[2]]);
});

test('a topic has one retention', () => {
  const { publications } = new Session(1).threads[0]!;
  publications.publish('score', 1, 'newest');
  expect(() => publications.publish('score', 1, 'all')).toThrow(
    'retention of score must be newest as before, got all',
  );
});

test('a topic that is unpublished is released, after what was published before has come', () => {
  const session = new Session(2);
  const [publisher, subscriber] = session.threads as [Thread, Thread];
  const heard = vi.fn<(value: unknown) => void>();
  subscriber.subscriptions.subscribe('score', heard);
  publisher.publications.publish('score', 1, 'newest');
  publisher.publications.unpublish('score');
  session.settle();
  expect(heard.mock.calls).toEqual([[1]]);
  subscriber.subscriptions.subscribe('score', heard)();
  const late = vi.fn<(value: unknown) => void>();
  publisher.subscriptions.subscribe('score', late);
  session.settle();
  expect(late.mock.calls).toEqual([]);
  publisher.publications.publish('score', 2, 'all'); // the retention was released as well
  session.settle();
  expect([late, heard].map(({ mock }) => mock.lastCall)).toEqual([[2], [2]]);
});

test('of ten thousand topics that are unpublished neither the publisher nor the directory remembers one', () => {
  let announced = 0;
  const directory: Directory = new Directory((_, name, args) => deliver([publications], name, args));
  const publications: Publications = new Publications({
    announce: (topic) => {
      announced++;
      directory.announce(0, topic);
    },
    withdraw: (topic) => directory.withdraw(0, topic),
    send: () => {},
    release: () => {},
    onContest: () => {},
  });
  for (let i = 0; i < 10_000; i++) publications.publish(`${i}`, i, 'newest');
  publications.commit();
  expect([announced, directory.topics]).toEqual([10_000, 10_000]);
  for (let i = 0; i < 10_000; i++) publications.unpublish(`${i}`);
  publications.commit();
  publications.introduce(); // announces those that are left
  expect([announced, directory.topics]).toEqual([10_000, 0]);
});

test('one who subscribes or unsubscribes within a callback is called once, and not at all', async () => {
  const session = new Session(1);
  const { publications, subscriptions } = session.threads[0]!;
  const added = vi.fn<(value: unknown) => void>();
  const removed = vi.fn<(value: unknown) => void>();
  subscriptions.subscribe('score', () => {
    if (added.mock.calls.length === 0) subscriptions.subscribe('score', added);
    remove();
  });
  const remove = subscriptions.subscribe('score', removed);
  publications.publish('score', 1, 'newest');
  session.settle();
  await Promise.resolve();
  expect(added.mock.calls).toEqual([[1]]);
  expect(removed).not.toHaveBeenCalled();
});

test('a late subscriber is not told what has been replaced, and not after it has left', async () => {
  const subscriptions = new Subscriptions({ subscribe: () => {}, unsubscribe: () => {}, onError: () => {} });
  subscriptions.subscribe('score', () => {});
  subscriptions.deliver('score', 1, 'newest', 0);
  const [stays, leaves] = [vi.fn<(value: unknown) => void>(), vi.fn<(value: unknown) => void>()];
  subscriptions.subscribe('score', stays);
  subscriptions.subscribe('score', leaves)();
  subscriptions.deliver('score', 2, 'newest', 0);
  await Promise.resolve();
  expect(stays.mock.calls).toEqual([[2]]);
  expect(leaves).not.toHaveBeenCalled();
});

test('a subscriber is not called before it has its undo, though the publisher answers at once', async () => {
  const subscriptions: Subscriptions = new Subscriptions({
    subscribe: (topic) => subscriptions.deliver(topic, 1, 'newest', 0),
    unsubscribe: () => {},
    onError: (error) => {
      throw error;
    },
  });
  const values: unknown[] = [];
  const undo = subscriptions.subscribe('score', (value) => {
    values.push(value);
    undo();
  });
  await Promise.resolve();
  subscriptions.deliver('score', 2, 'newest', 0);
  expect(values).toEqual([1]);
});

test('what a subscriber throws keeps nothing from the others', () => {
  const onError = vi.fn<(error: unknown) => void>();
  const subscriptions = new Subscriptions({ subscribe: () => {}, unsubscribe: () => {}, onError });
  const other = vi.fn<(value: unknown) => void>();
  subscriptions.subscribe('a', () => {
    throw new Error('mine');
  });
  subscriptions.subscribe('a', other);
  subscriptions.deliver('a', 1, 'all', 0);
  expect(other).toHaveBeenCalledWith(1);
  expect(onError).toHaveBeenCalledWith(new Error('mine'));
});

describe('a subscriber that comes late beside another one of its thread', () => {
  function lateAfter(end: (session: Session) => void): unknown[][] {
    const session = new Session(3);
    const { publications } = session.threads[1]!;
    const { subscriptions } = session.threads[2]!;
    subscriptions.subscribe('score', () => {});
    publications.publish('score', 1, 'newest');
    session.settle();
    end(session);
    session.settle();
    const late = vi.fn<(value: unknown) => void>();
    subscriptions.subscribe('score', late);
    return late.mock.calls;
  }

  test('gets nothing of a topic that is unpublished', async () => {
    const calls = lateAfter(({ threads }) => threads[1]!.publications.unpublish('score'));
    await Promise.resolve();
    expect(calls).toEqual([]);
  });

  test('gets nothing of a thread that is no more', async () => {
    const calls = lateAfter(({ threads }) => threads[2]!.subscriptions.gone(1));
    await Promise.resolve();
    expect(calls).toEqual([]);
  });

  test('gets what another thread has published since', async () => {
    const calls = lateAfter((session) => {
      session.threads[1]!.publications.unpublish('score');
      session.settle();
      session.threads[0]!.publications.publish('score', 2, 'newest');
      session.settle();
      session.threads[2]!.subscriptions.gone(1);
    });
    await Promise.resolve();
    expect(calls).toEqual([[2]]);
  });

  test('gets nothing if the topic is released before its first turn', async () => {
    const subscriptions = new Subscriptions({
      subscribe: () => {},
      unsubscribe: () => {},
      onError: () => {},
    });
    subscriptions.subscribe('score', () => {});
    subscriptions.deliver('score', 1, 'newest', 1);
    const late = vi.fn<(value: unknown) => void>();
    subscriptions.subscribe('score', late);
    subscriptions.release('score', 1);
    await Promise.resolve();
    expect(late).not.toHaveBeenCalled();
  });
});

describe('a topic that two threads publish', () => {
  function publish(session: Session, site: Site, retention: Retention): void {
    session.threads[site]!.publications.publish('score', site, retention);
    session.settle();
  }

  test.each<[Retention, Retention, boolean]>([
    ['newest', 'newest', true],
    ['newest', 'all', true],
    ['all', 'newest', true],
    ['all', 'all', false],
  ])('with the retentions %s and %s: is it reported? %s', (first, second, isReported) => {
    const session = new Session(3);
    publish(session, 1, first);
    publish(session, 2, second);
    expect(session.contests).toEqual(isReported ? [['score', 1, 2]] : []);
  });

  test('is not reported if the first one has unpublished it, though the directory has not heard of that', () => {
    const session = new Session(3);
    publish(session, 1, 'newest');
    const { publications } = session.threads[1]!;
    publications.unpublish('score');
    publications.commit(); // on its way to the directory
    session.directory.announce(2, 'score', 'newest');
    session.settle();
    expect(session.contests).toEqual([]);
  });
});
