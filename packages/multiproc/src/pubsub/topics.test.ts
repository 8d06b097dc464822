import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { deliver, receiver } from '../transport/remote-methods.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { Broker, type BrokerToPublisher, brokerToPublisher } from './broker.ts';
import { Publications, type Retention } from './publications.ts';
import { Session, type Thread } from './topic-session.test.setup.ts';

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
  /** The last number that was published after thread 0 had learned of the subscription. */
  published: number;
  /** The last number that the subscriber has received. */
  received: number;
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
          const one: Owed = { worker: given.worker, topic: given.topic, published: -1, received: -1 };
          all.push(one);
          session.threads[one.worker]!.subscriptions.subscribe(
            one.topic,
            (value) => (one.received = Number(value)),
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
            for (const [one, published] of owed) expect(one.received).toBeGreaterThanOrEqual(published);
          });
        }
      }
      session.settle();
    }),
    { numRuns: 500 },
  );
});

test('a thread that subscribes between a publication and a call, before the value is sent, gets the value before the call', () => {
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
