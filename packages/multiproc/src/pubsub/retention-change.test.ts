import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { expose } from '../worker/expose.ts';
import { join, share } from '../shared.ts';
import { Hub } from '../session/hub.ts';
import { SharedState } from '../session/shared-state.ts';
import type { Retention } from './publications.ts';
import { recordPublisher, Session, type Thread } from './topic-session.test.setup.ts';

function rethrow(error: unknown): never {
  throw error;
}

describe('a topic that is published with another retention right after it was unpublished', () => {
  type Call = readonly [retention: Retention, value: number];

  /**
   * Returns the values of two subscribers. The first one subscribes before the calls, if
   * `subscribesFirst`. The second one subscribes when all messages have arrived.
   */
  function publishAtOnce(calls: readonly Call[], subscribesFirst: boolean): unknown[][] {
    const session = new Session(2);
    const [publisher, subscriber] = session.threads as [Thread, Thread];
    const received = [vi.fn<(value: unknown) => void>(), vi.fn<(value: unknown) => void>()] as const;
    if (subscribesFirst) subscriber.subscriptions.subscribe('score', received[0]);
    session.settle();
    for (const [retention, value] of calls) {
      publisher.publications.unpublish('score');
      publisher.publications.publish('score', value, retention);
    }
    session.settle();
    publisher.subscriptions.subscribe('score', received[1]);
    session.settle();
    return received.map(({ mock }) => mock.calls.flat());
  }

  test('sends its values in order, and retains the last one if the last retention is newest', () => {
    const calls: readonly Call[] = [
      ['newest', 1],
      ['all', 2],
      ['all', 3],
      ['newest', 4],
    ];
    expect(publishAtOnce(calls, true)).toEqual([[1, 2, 3, 4], [4]]);
    expect(publishAtOnce(calls.slice(0, 3), true)).toEqual([[1, 2, 3], []]);
    expect(publishAtOnce(calls, false)).toEqual([[], [4]]);
  });

  test('may be unpublished again', () => {
    const session = new Session(1);
    const { publications, subscriptions } = session.threads[0]!;
    const received = vi.fn<(value: unknown) => void>();
    subscriptions.subscribe('score', received);
    publications.publish('score', 1, 'all');
    publications.unpublish('score');
    publications.publish('score', 2, 'newest');
    publications.unpublish('score');
    session.settle();
    expect(received.mock.calls.flat()).toEqual([1, 2]);
    expect(() => publications.publish('score', 3, 'all')).not.toThrow();
  });

  test('keeps its second retention, before and after the values are sent', () => {
    const session = new Session(1);
    const { publications } = session.threads[0]!;
    publications.publish('score', 1, 'newest');
    publications.unpublish('score');
    publications.publish('score', 2, 'all');
    const error = 'publish: retention of score must be all as before, got newest';
    expect(() => publications.publish('score', 3, 'newest')).toThrow(error);
    session.settle();
    expect(() => publications.publish('score', 3, 'newest')).toThrow(error);
  });

  test('sends its unsent values in the next session', () => {
    const { did, publications } = recordPublisher(() => {});
    publications.publish('score', 1, 'newest');
    publications.unpublish('score');
    publications.publish('score', 2, 'all');
    publications.beginSession();
    publications.subscribers('score', [[1, 1]]);
    publications.commit();
    expect(did.slice(2)).toEqual([
      'announce score',
      'send score 1 to 1',
      'endRetention score to 1',
      'send score 2 to 1',
    ]);
  });

  test('is not reported as a conflict if another thread publishes it too, and both retentions are now all', () => {
    const session = new Session(3);
    const { publications } = session.threads[1]!;
    publications.publish('score', 1, 'newest');
    session.settle();
    publications.unpublish('score');
    publications.publish('score', 2, 'all');
    session.commit(1);
    session.broker.announce(2, 'score', 'all'); // the broker does not know the second retention yet
    session.settle();
    expect(session.conflicts).toEqual([]);
  });

  test('is reported as a conflict if its second retention is newest, and another thread publishes it too', () => {
    const session = new Session(3);
    const { publications } = session.threads[1]!;
    for (const thread of [1, 2]) session.threads[thread]!.publications.publish('score', thread, 'all');
    session.settle();
    publications.unpublish('score');
    publications.publish('score', 3, 'newest');
    session.settle();
    expect(session.conflicts).toEqual([['score', 2, 1]]);
  });

  test('sends the values to the main thread before the result of the task that has published them', () => {
    const session = new Session(2);
    const [main, worker] = session.threads as [Thread, Thread];
    const received: unknown[] = [];
    main.subscriptions.subscribe('score', (value) => received.push(value));
    session.settle();
    for (const round of ['first', 'second']) {
      // The broker knows the topic only in the second round.
      worker.publications.publish('score', `${round} all`, 'all');
      worker.publications.unpublish('score');
      worker.publications.publish('score', `${round} newest`, 'newest');
      worker.publications.unpublish('score');
      worker.publications.publish('score', `${round} last`, 'all');
      session.endTask(1, () => received.push(`${round} result`));
      session.settle();
      const values = ['all', 'newest', 'last', 'result'];
      expect(received.splice(0)).toEqual(values.map((value) => `${round} ${value}`));
    }
  });

  test('retains no value when a later task runs', () => {
    const session = new Session(2, true);
    const [main, worker] = session.threads as [Thread, Thread];
    worker.subscriptions.subscribe('score', () => {});
    session.settle();
    main.publications.publish('score', 1, 'newest');
    session.settle();
    main.publications.unpublish('score');
    main.publications.publish('score', 2, 'all');
    const retained = vi.fn<(value: unknown) => void>();
    session.submit(1, () => worker.subscriptions.subscribe('score', retained));
    session.settle();
    expect(retained).not.toHaveBeenCalled();
  });

  describe('while a thread has not confirmed its subscription', () => {
    function changed(): ReturnType<typeof recordPublisher> {
      const publisher = recordPublisher(() => {});
      const { did, publications } = publisher;
      publications.expectSubscriber('news', 1);
      publications.publish('news', 1, 'all');
      publications.subscribers('news', [[0, 1]]);
      publications.unpublish('news');
      publications.commit();
      for (const value of [2, 3]) {
        publications.publish('news', value, 'newest');
        publications.commit();
      }
      expect(did.filter((what) => what.startsWith('send'))).toEqual(
        [1, 2, 3].map((value) => `send news ${value} to 0`),
      );
      did.length = 0;
      return publisher;
    }

    test('sends the values to other threads at once, and to that thread in order when it confirms', () => {
      const { did, publications } = changed();
      publications.joined('news', 1, 1);
      expect(did).toEqual([]);
      publications.confirmed('news', 1);
      publications.commit();
      expect(did).toEqual(['send news 1 to 1', 'send news 3 to 1']);
    });

    test('ends after the confirmation if it is unpublished', () => {
      const { did, publications } = changed();
      publications.unpublish('news');
      publications.commit();
      publications.joined('news', 1, 1);
      expect(did).toEqual(['endRetention news to 0']);
      publications.confirmed('news', 1);
      publications.commit();
      expect(did.slice(1)).toEqual([
        'send news 1 to 1',
        'send news 3 to 1',
        'endRetention news to 1',
        'withdraw news',
      ]);
    });
  });

  test('works with the broker in the same thread', async () => {
    const part = new SharedState(new Hub(rethrow).peer);
    const received: unknown[] = [];
    part.subscribe('score', (value) => received.push(value));
    part.publish('score', 1);
    part.unpublish('score');
    part.publish('score', 2, { retention: 'all' });
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    part.publish('score', 3, { retention: 'all' });
    await Promise.resolve();
    expect(received).toEqual([1, 2, 3]);
  });
});

test('if a task changes the retention, the values arrive before its result; if the main thread does, before its next call', async () => {
  const samples = join(
    expose({
      change(): unknown[] {
        samples.publish('score', 1);
        samples.unpublish('score');
        samples.publish('score', 2, { retention: 'all' });
        return received.splice(0);
      },
    }),
  );
  const received: unknown[] = [];
  samples.subscribe('pace', (value) => received.push(value));
  const proc = await share(
    MultiProc.start<typeof samples.functions>({ workers: 0, inThread: () => samples }),
  );
  const values: unknown[] = [];
  proc.subscribe('score', (value) => values.push(value));
  proc.publish('pace', 1, { retention: 'all' });
  proc.unpublish('pace');
  proc.publish('pace', 2);
  expect(await proc.worker(0).call('change', [])).toEqual([1, 2]);
  expect(values).toEqual([1, 2]);
  proc.dispose();
});

test.each([0, 1])(
  'subscribers get the values of both retentions in order, before the tasks or results that follow them: publisher %i',
  async (publisher) => {
    const action = fc.oneof(
      fc.record({ what: fc.constant('deliver' as const), which: fc.nat(20) }),
      fc.record({ what: fc.constantFrom('publish' as const, 'change' as const, 'unpublish' as const) }),
      fc.record({ what: fc.constantFrom('commit' as const, 'task' as const) }),
      fc.record({ what: fc.constant('ask' as const), thread: fc.constantFrom(2, 3) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const session = new Session(4, true);
        const { publications } = session.threads[publisher]!;
        const received: number[][] = session.threads.slice(0, 3).map(({ subscriptions }) => {
          const values: number[] = [];
          subscriptions.subscribe('score', (value) => values.push(value as number));
          return values;
        });
        session.settle();
        const all: number[] = [];
        const asked: { readonly after: number; readonly values: number[] }[] = [];
        let [number, retention, isPublished]: [number, Retention, boolean] = [0, 'all', false];
        const publish = (): void => {
          publications.publish('score', ++number, retention);
          if (retention === 'all') all.push(number);
          isPublished = true;
        };
        const unpublish = (): void => {
          publications.unpublish('score');
          isPublished = false;
        };
        const peer = 1 - publisher;
        for (const given of actions) {
          if (given.what === 'deliver') session.deliver(given.which);
          else if (given.what === 'commit') session.commit(publisher);
          else if (given.what === 'publish') publish();
          else if (given.what === 'unpublish') unpublish();
          else if (given.what === 'change') {
            unpublish();
            retention = retention === 'all' ? 'newest' : 'all';
            publish();
          } else if (given.what === 'ask') {
            if (publisher !== 0) continue;
            const values: number[] = [];
            asked.push({ after: number, values });
            session.ask(given.thread, 'score', (value) => values.push(value as number));
          } else {
            const last = number;
            const arrive = (): void => expect(received[peer]!.at(-1) ?? 0).toBeGreaterThanOrEqual(last);
            if (publisher === 0) session.submit(peer, arrive);
            else session.endTask(publisher, arrive);
          }
        }
        session.settle();
        for (const values of received) {
          expect(values).toEqual([...new Set(values)].toSorted((one, other) => one - other));
          expect(values.filter((value) => all.includes(value))).toEqual(all);
          expect(values.at(-1) ?? 0).toBe(number);
        }
        await Promise.resolve(); // late subscribers of a thread are called
        for (const { after, values } of asked) {
          const since = values.filter((value) => value > after);
          expect(values).toEqual([...new Set(values)].toSorted((one, other) => one - other));
          expect(since.filter((value) => all.includes(value))).toEqual(all.filter((value) => value > after));
          if (number > after) expect(since.at(-1)).toBe(number);
        }
        const late: unknown[] = [];
        session.threads[2]!.subscriptions.subscribe('score', (value) => late.push(value));
        await Promise.resolve();
        expect(late).toEqual(isPublished && retention === 'newest' ? [number] : []);
      }),
      { numRuns: 500 },
    );
  },
);
