import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { deliver, receiver } from '../transport/remote-methods.ts';
import { Hub } from '../session/hub.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { Broker, type BrokerToPublisher, brokerToPublisher } from './broker.ts';
import { SharedState } from '../session/shared-state.ts';
import { Publications, type Retention } from './publications.ts';
import { Subscriptions } from './subscriptions.ts';
import { recordPublisher, Session, type Thread } from './topic-session.test.setup.ts';

function rethrow(error: unknown): never {
  throw error;
}

const both = [
  [0, 1],
  [1, 1],
] as const;

describe('a subscriber that is called during a commit', () => {
  test('may publish to its topic, even if the topic was unpublished before the commit; the next commit sends the value', () => {
    const { did, publications } = recordPublisher((_, topic, value) => {
      if (value === 1) publications.publish(topic, 2, 'newest');
    });
    publications.publish('news', 1, 'newest');
    publications.unpublish('news');
    publications.subscribers('news', both);
    did.length = 0;
    publications.commit();
    expect(did.splice(0)).toEqual([
      'send news 1 to 0',
      'endRetention news to 0',
      'send news 1 to 1',
      'endRetention news to 1',
    ]);
    publications.commit();
    expect(did.splice(0)).toEqual(['send news 2 to 0', 'send news 2 to 1']);
    publications.unpublish('news');
    publications.commit();
    expect(did).toEqual(['endRetention news to 0', 'endRetention news to 1', 'withdraw news']);
  });

  test('may unpublish its topic, which is withdrawn once', () => {
    const { did, publications } = recordPublisher((_, topic) => publications.unpublish(topic));
    publications.publish('news', 1, 'all');
    publications.subscribers('news', both);
    publications.commit();
    publications.commit();
    expect(did.filter((what) => what.startsWith('withdraw'))).toEqual(['withdraw news']);
  });

  test('may unpublish a topic that is sent later in the same commit', () => {
    const { did, publications } = recordPublisher(() => publications.unpublish('other'));
    for (const topic of ['news', 'other']) {
      publications.publish(topic, 1, 'newest');
      publications.subscribers(topic, [[0, 1]]);
    }
    did.length = 0;
    publications.commit();
    publications.commit();
    expect(did).toEqual([
      'send news 1 to 0',
      'send other 1 to 0',
      'endRetention other to 0',
      'withdraw other',
    ]);
  });

  test('may end the session and publish for the next session, in which no earlier value is sent', () => {
    const { did, publications } = recordPublisher((_, __, value) => {
      if (value !== 'first') return;
      publications.endSession();
      publications.publish('news', 'second', 'newest');
    });
    for (const topic of ['news', 'other']) {
      publications.publish(topic, 'first', 'newest');
      publications.subscribers(topic, [[0, 1]]);
    }
    publications.unpublish('news');
    publications.commit();
    did.length = 0;
    publications.beginSession();
    publications.subscribers('news', [[0, 1]]);
    publications.commit();
    expect(did).toEqual(['announce news', 'send news second to 0']);
  });

  test('may unsubscribe and subscribe again, and the new subscription gets only later values', () => {
    const session = new Session(1);
    const { publications, subscriptions } = session.threads[0]!;
    const values: string[] = [];
    const undo = subscriptions.subscribe('news', (value) => {
      values.push(`first ${String(value)}`);
      undo();
      subscriptions.subscribe('news', (next) => values.push(`second ${String(next)}`));
    });
    session.settle();
    for (const value of [1, 2]) publications.publish('news', value, 'all');
    session.settle();
    publications.publish('news', 3, 'all');
    session.settle();
    expect(values).toEqual(['first 1', 'second 3']);
  });
});

describe('a thread that was asked to subscribe to a topic with the retention all', () => {
  function asked(): ReturnType<typeof recordPublisher> {
    const publisher = recordPublisher(() => {});
    const { did, publications } = publisher;
    publications.expectSubscriber('news', 1);
    publications.publish('news', 1, 'all');
    publications.subscribers('news', [[0, 1]]);
    publications.commit();
    expect(did.splice(0)).toEqual(['announce news', 'send news 1 to 0']);
    return publisher;
  }

  test('gets the values when it has confirmed all requests, even if the topic is unpublished meanwhile', () => {
    const { did, publications } = asked();
    publications.expectSubscriber('news', 1);
    publications.publish('news', 2, 'all');
    publications.unpublish('news');
    publications.commit();
    publications.joined('news', 1, 1);
    publications.confirmed('news', 1);
    expect(did.splice(0)).toEqual(['send news 2 to 0']);
    publications.confirmed('news', 1);
    publications.commit();
    expect(did).toEqual(['send news 1 to 1', 'send news 2 to 1', 'withdraw news']);
  });

  test('gets nothing if it has unsubscribed when it confirms, and nothing is kept for a lost thread', () => {
    const { did, publications } = asked();
    publications.confirmed('news', 1);
    publications.expectSubscriber('news', 2);
    publications.publish('news', 2, 'all');
    publications.unpublish('news');
    publications.commit();
    publications.gone(2);
    publications.commit();
    expect(did).toEqual(['send news 2 to 0', 'withdraw news']);
  });
});

test('an answer of the broker does not cause a commit: subscribers are never called within `publish`', async () => {
  const part = new SharedState(new Hub(rethrow).peer);
  const received: unknown[] = [];
  part.subscribe('news', (value) => received.push(value));
  part.publish('news', 1);
  await Promise.resolve();
  part.publish('news', 2);
  part.publish('other', 3); // the broker is in this thread, and answers at once
  expect(received).toEqual([1]);
  await Promise.resolve();
  expect(received).toEqual([1, 2]);
});

describe('a thread that unsubscribes from a topic and subscribes to it again', () => {
  /**
   * Thread 1 has published the value 1, which is on its way to thread 2. Meanwhile thread 2
   * unsubscribes and subscribes again.
   */
  function comeBack(retention: Retention): { session: Session; values: unknown[] } {
    const session = new Session(3);
    const { subscriptions } = session.threads[2]!;
    const undo = subscriptions.subscribe('news', () => {});
    session.threads[1]!.publications.publish('news', 0, retention);
    session.settle();
    session.threads[1]!.publications.publish('news', 1, retention);
    session.commit(1);
    undo();
    const values: unknown[] = [];
    subscriptions.subscribe('news', (value) => values.push(value));
    return { session, values };
  }

  test('gets no value that was sent for the first subscription, because the values between the two subscriptions are missing', () => {
    const { session, values } = comeBack('all');
    for (const channel of ['2>0', '2>0', 'broker>1']) session.deliverOn(channel);
    for (const value of [2, 3]) {
      session.threads[1]!.publications.publish('news', value, 'all');
      session.commit(1);
      session.settle();
    }
    expect(values).toEqual([3]);
  });

  test('retains no value whose retention ends before the publisher knows the second subscription', async () => {
    const { session, values } = comeBack('newest');
    session.threads[1]!.publications.unpublish('news');
    session.commit(1);
    for (const channel of ['2>0', '2>0', 'broker>1']) session.deliverOn(channel);
    session.settle();
    const late = vi.fn<(value: unknown) => void>();
    session.threads[2]!.subscriptions.subscribe('news', late);
    await Promise.resolve();
    expect([values, late.mock.calls]).toEqual([[], []]);
  });
});

type Step =
  | { readonly what: 'deliver'; readonly which: number }
  | {
      readonly what: 'publish' | 'unpublish' | 'commit' | 'subscribe' | 'unsubscribe';
      readonly thread: ThreadId;
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
      thread: fc.nat(count - 1),
      topic: fc.constantFrom('score 0', 'score 1', 'hits'),
    }),
  },
);

/** The values that a subscription has received. */
interface Received {
  readonly thread: ThreadId;
  readonly topic: string;
  readonly values: string[];
  readonly undo: () => void;
  isOver: boolean;
}

test('subscribers get all their values in order, whatever the delays', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      const session = new Session(count);
      const received: Received[] = [];
      const published = new Map<string, string[]>();
      const publish = (thread: ThreadId, topic: string): void => {
        // A topic that retains its newest value has only one publisher.
        const retention: Retention = topic === 'hits' ? 'all' : 'newest';
        if (retention === 'newest' && topic !== `score ${thread}`) return;
        const list = published.get(`${topic} of ${thread}`) ?? [];
        published.set(`${topic} of ${thread}`, list);
        list.push(`${topic} of ${thread}: ${list.length}`);
        session.threads[thread]!.publications.publish(topic, list.at(-1), retention);
      };
      for (const given of steps) {
        if (given.what === 'deliver') session.deliver(given.which);
        else if (given.what === 'publish') publish(given.thread, given.topic);
        else if (given.what === 'unpublish')
          session.threads[given.thread]!.publications.unpublish(given.topic);
        else if (given.what === 'commit') session.commit(given.thread);
        else if (given.what === 'subscribe') {
          const { thread, topic } = given;
          const values: string[] = [];
          const one: Received = {
            thread,
            topic,
            values,
            isOver: false,
            undo: session.threads[thread]!.subscriptions.subscribe(topic, (value) => {
              expect(one.isOver).toBe(false);
              values.push(value as string);
            }),
          };
          received.push(one);
        } else {
          const one = received.find(
            ({ isOver, thread, topic }) => !isOver && thread === given.thread && topic === given.topic,
          );
          one?.undo();
          if (one) one.isOver = true;
        }
      }
      session.settle();
      expect(session.conflicts).toEqual([]);
      const before = received.map(({ values }) => values.length);
      // When nothing is under way, all remaining subscribers get all later values.
      for (let thread = 0; thread < count; thread++) {
        for (const topic of [`score ${thread}`, 'hits']) publish(thread, topic);
      }
      session.settle();
      for (const [i, { isOver, topic, values }] of received.entries()) {
        for (const [sender, list] of published) {
          const from = values.filter((value) => value.startsWith(`${sender}:`));
          const indices = from.map((value) => list.indexOf(value));
          expect(indices).toEqual(indices.toSorted((one, other) => one - other));
          if (sender.startsWith(topic) && !isOver) expect(from.at(-1)).toBe(list.at(-1));
          // Nothing is left out in between, and nothing comes twice.
          if (topic === 'hits') expect(indices).toEqual(indices.map((_, k) => indices[0]! + k));
        }
        if (isOver) expect(values.length).toBe(before[i]);
      }
    }),
    { numRuns: 500 },
  );
});

interface Owed {
  readonly worker: ThreadId;
  readonly topic: string;
  /** The last number that was published since thread 0 knows of the subscription. */
  published: number;
  /** The last number that the subscriber has received. */
  came: number;
}

test('a task runs after the worker has received all values that the main thread published before `submit`, whatever the delays', () => {
  const worker = fc.constantFrom(1, 2);
  const topic = fc.constantFrom('score', 'hits');
  const action = fc.oneof(
    fc.record({ what: fc.constant('deliver' as const), which: fc.nat(20) }),
    fc.record({ what: fc.constant('publish' as const), topic }),
    fc.record({ what: fc.constant('unpublish' as const), topic }),
    fc.record({ what: fc.constant('subscribe' as const), worker, topic }),
    fc.record({ what: fc.constant('submit' as const), worker }),
    fc.record({ what: fc.constant('commit' as const) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 100 }), (actions) => {
      const session = new Session(3, true);
      const { publications } = session.threads[0]!;
      const all: Owed[] = [];
      let number = 0;
      for (const given of actions) {
        if (given.what === 'deliver') session.deliver(given.which);
        else if (given.what === 'commit') session.commit(0);
        else if (given.what === 'unpublish') publications.unpublish(given.topic);
        else if (given.what === 'subscribe') {
          const one: Owed = { worker: given.worker, topic: given.topic, published: -1, came: -1 };
          all.push(one);
          session.threads[one.worker]!.subscriptions.subscribe(
            one.topic,
            (value) => (one.came = Number(value)),
          );
        } else if (given.what === 'publish') {
          publications.publish(given.topic, ++number, given.topic === 'hits' ? 'all' : 'newest');
          const known = all.filter(
            (one) => one.topic === given.topic && session.isSubscribed(one.worker, one.topic),
          );
          for (const one of known) one.published = number;
        } else {
          const owed = all
            .filter((one) => one.worker === given.worker)
            .map((one) => [one, one.published] as const);
          session.submit(given.worker, () => {
            for (const [one, published] of owed) expect(one.came).toBeGreaterThanOrEqual(published);
          });
        }
      }
      session.settle();
    }),
    { numRuns: 500 },
  );
});

test('a thread that subscribes between a publication and a call in one turn gets the value before the call', () => {
  const sent: (readonly unknown[])[] = [];
  const publications = new Publications({
    announce: () => {},
    withdraw: () => {},
    send: ([to], topic, value) => sent.push([to, topic, value]),
    endRetention: () => {},
    onPublisherConflict: () => {},
    sharesTaskChannel: () => true,
    commitSoon: () => {},
  });
  publications.publish('speed', 1, 'all');
  publications.subscribers('speed', [[1, 1]]);
  publications.commit();
  publications.publish('speed', 2, 'all');
  publications.publish('place', 3, 'newest');
  publications.commitBeforeTasks();
  publications.subscribers('place', [[2, 2]]);
  publications.commitBeforeTasks();
  publications.joined('place', 1, 3);
  publications.commitBeforeTasks();
  expect(sent.filter(([to]) => to !== 0)).toEqual([
    [1, 'speed', 1],
    [1, 'speed', 2],
    [2, 'place', 3],
    [1, 'place', 3],
  ]);
});

test('a late subscriber gets the newest value of a topic', async () => {
  const session = new Session(2);
  session.threads[0]!.publications.publish('score', 1, 'newest');
  session.threads[0]!.publications.publish('score', 2, 'newest');
  session.settle();
  const first = vi.fn<(value: unknown) => void>();
  const second = vi.fn<(value: unknown) => void>();
  session.threads[1]!.subscriptions.subscribe('score', first);
  session.settle();
  session.threads[1]!.subscriptions.subscribe('score', second);
  expect(second).not.toHaveBeenCalled(); // like the first one, not before `subscribe` has returned
  await Promise.resolve();
  expect(first.mock.calls).toEqual([[2]]);
  expect(second.mock.calls).toEqual([[2]]);
});

test('publish throws if the topic has the other retention', () => {
  const { publications } = new Session(1).threads[0]!;
  publications.publish('score', 1, 'newest');
  expect(() => publications.publish('score', 1, 'all')).toThrow(
    'retention of score must be newest as before, got all',
  );
});

test('values that were published before unpublish arrive, and later subscribers get nothing', () => {
  const session = new Session(2);
  const [publisher, subscriber] = session.threads as [Thread, Thread];
  const received = vi.fn<(value: unknown) => void>();
  subscriber.subscriptions.subscribe('score', received);
  publisher.publications.publish('score', 1, 'newest');
  publisher.publications.unpublish('score');
  session.settle();
  expect(received.mock.calls).toEqual([[1]]);
  subscriber.subscriptions.subscribe('score', received)();
  const late = vi.fn<(value: unknown) => void>();
  publisher.subscriptions.subscribe('score', late);
  session.settle();
  expect(late.mock.calls).toEqual([]);
  publisher.publications.publish('score', 2, 'all'); // the retention of the newest value has ended as well
  session.settle();
  expect([late, received].map(({ mock }) => mock.lastCall)).toEqual([[2], [2]]);
});

test('neither the publisher nor the broker remembers any of ten thousand unpublished topics', () => {
  let announced = 0;
  const broker: Broker = new Broker((_, name, args) =>
    deliver([receiver<BrokerToPublisher>(publications, brokerToPublisher)], name, args),
  );
  const publications: Publications = new Publications({
    announce: (topic) => {
      announced++;
      broker.announce(0, topic);
    },
    withdraw: (topic) => broker.withdraw(0, topic),
    send: () => {},
    endRetention: () => {},
    onPublisherConflict: () => {},
    sharesTaskChannel: () => false,
    commitSoon: () => {},
  });
  for (let i = 0; i < 10_000; i++) publications.publish(`${i}`, i, 'newest');
  publications.commit();
  expect([announced, broker.topics]).toEqual([10_000, 10_000]);
  for (let i = 0; i < 10_000; i++) publications.unpublish(`${i}`);
  publications.commit();
  publications.beginSession(); // announces the topics that are still published
  expect([announced, broker.topics]).toEqual([10_000, 0]);
});

test('a subscriber that is added in a callback is called once, and a removed one is not called', async () => {
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

test('a late subscriber gets no replaced value, and no value after it has unsubscribed', async () => {
  const subscriptions = new Subscriptions({ subscribe: () => {}, unsubscribe: () => {}, onError: () => {} });
  subscriptions.subscribe('score', () => {});
  subscriptions.deliver('score', 1, true, 0, 1);
  const [stays, leaves] = [vi.fn<(value: unknown) => void>(), vi.fn<(value: unknown) => void>()];
  subscriptions.subscribe('score', stays);
  subscriptions.subscribe('score', leaves)();
  subscriptions.deliver('score', 2, true, 0, 1);
  await Promise.resolve();
  expect(stays.mock.calls).toEqual([[2]]);
  expect(leaves).not.toHaveBeenCalled();
});

test('a subscriber is not called before subscribe returns, even if the publisher answers at once', async () => {
  const subscriptions: Subscriptions = new Subscriptions({
    subscribe: (topic, subscription) => subscriptions.deliver(topic, 1, true, 0, subscription),
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
  subscriptions.deliver('score', 2, true, 0, 1);
  expect(values).toEqual([1]);
});

test('an error of a subscriber does not affect the other subscribers of its topic', () => {
  const onError = vi.fn<(error: unknown) => void>();
  const subscriptions = new Subscriptions({ subscribe: () => {}, unsubscribe: () => {}, onError });
  const other = vi.fn<(value: unknown) => void>();
  subscriptions.subscribe('a', () => {
    throw new Error('mine');
  });
  subscriptions.subscribe('a', other);
  subscriptions.deliver('a', 1, false, 0, 1);
  expect(other).toHaveBeenCalledWith(1);
  expect(onError).toHaveBeenCalledWith(new Error('mine'));
});

describe('a late subscriber in a thread that has another subscriber of the topic', () => {
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

  test('gets nothing of an unpublished topic', async () => {
    const calls = lateAfter(({ threads }) => threads[1]!.publications.unpublish('score'));
    await Promise.resolve();
    expect(calls).toEqual([]);
  });

  test('gets no value of a lost thread', async () => {
    const calls = lateAfter(({ threads }) => threads[2]!.subscriptions.gone(1));
    await Promise.resolve();
    expect(calls).toEqual([]);
  });

  test('gets the value that a second thread has published, even if the first publisher is lost', async () => {
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

  test('gets nothing if the retention of the value ends before the microtask that calls the subscriber', async () => {
    const subscriptions = new Subscriptions({
      subscribe: () => {},
      unsubscribe: () => {},
      onError: () => {},
    });
    subscriptions.subscribe('score', () => {});
    subscriptions.deliver('score', 1, true, 1, 1);
    const late = vi.fn<(value: unknown) => void>();
    subscriptions.subscribe('score', late);
    subscriptions.dropRetained('score', 1);
    await Promise.resolve();
    expect(late).not.toHaveBeenCalled();
  });
});

describe('a topic with two publishers', () => {
  function publishIn(session: Session, thread: ThreadId, retention: Retention): void {
    session.threads[thread]!.publications.publish('score', thread, retention);
    session.settle();
  }

  test.each<[Retention, Retention, boolean]>([
    ['newest', 'newest', true],
    ['newest', 'all', true],
    ['all', 'newest', true],
    ['all', 'all', false],
  ])('is reported as an error with the retentions %s and %s: %s', (first, second, isReported) => {
    const session = new Session(3);
    publishIn(session, 1, first);
    publishIn(session, 2, second);
    expect(session.conflicts).toEqual(isReported ? [['score', 1, 2]] : []);
  });

  test('is not reported if the first publisher has unpublished it, even if the broker does not know that yet', () => {
    const session = new Session(3);
    publishIn(session, 1, 'newest');
    const { publications } = session.threads[1]!;
    publications.unpublish('score');
    session.commit(1); // on its way to the broker
    session.broker.announce(2, 'score', 'newest');
    session.settle();
    expect(session.conflicts).toEqual([]);
  });
});
