import { describe, expect, test } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { expose } from '../worker/expose.ts';
import { join, share } from '../shared.ts';
import { recordPublisher } from './topic-session.test.setup.ts';

describe('a value with the retention newest that is unpublished before a worker has confirmed its subscription', () => {
  test.each(['at once', 'in a later microtask'])(
    'reaches the subscribed function if it is unpublished %s',
    async (when) => {
      const received: unknown[] = [];
      const samples = join(expose({ hear: (value: unknown) => received.push(value), settle() {} }));
      const proc = await share(
        MultiProc.start<typeof samples.functions>({ workers: 0, inThread: () => samples }),
      );
      proc.worker(0).subscribe('score', 'hear');
      proc.publish('score', 1);
      if (when === 'in a later microtask')
        for (let microtask = 0; microtask < 3; microtask++) await Promise.resolve();
      proc.unpublish('score');
      for (let call = 0; call < 3; call++) await proc.worker(0).call('settle', []);
      expect(received).toEqual([1]);
      samples.subscribe('score', (value) => received.push(value));
      await proc.worker(0).call('settle', []);
      expect(received).toEqual([1]);
      proc.dispose();
    },
  );

  /** Thread 1 was asked to subscribe before value 1 was sent, and the topic is unpublished in a later microtask. */
  function unpublished(): ReturnType<typeof recordPublisher> {
    const publisher = recordPublisher(() => {});
    const { did, publications } = publisher;
    publications.expectSubscriber('score', 1);
    publications.publish('score', 1, 'newest');
    publications.subscribers('score', []);
    publications.commit();
    publications.unpublish('score');
    publications.commit();
    expect(did.splice(0)).toEqual(['announce score']);
    return publisher;
  }

  test('is sent, and its retention ends, when the worker confirms, and then the topic is withdrawn', () => {
    const { did, publications } = unpublished();
    publications.joined('score', 1, 1);
    publications.confirmed('score', 1);
    publications.commit();
    expect(did).toEqual(['send score 1 to 1', 'endRetention score to 1', 'withdraw score']);
  });

  test('is replaced by a newer value, which need not wait for the confirmation', () => {
    const { did, publications } = unpublished();
    publications.publish('score', 2, 'newest');
    publications.commit();
    publications.joined('score', 1, 1);
    expect(did.splice(0)).toEqual(['send score 2 to 1']);
    publications.confirmed('score', 1);
    publications.commit();
    expect(did).toEqual([]);
  });

  test('is dropped when the worker is lost', () => {
    const { did, publications } = unpublished();
    publications.gone(1);
    publications.commit();
    expect(did).toEqual(['withdraw score']);
  });

  test('is not sent again to a worker that has received it, and its retention ends there after the confirmation', () => {
    const { did, publications } = recordPublisher(() => {});
    publications.publish('score', 1, 'newest');
    publications.subscribers('score', [[1, 1]]);
    publications.commit();
    publications.expectSubscriber('score', 1);
    publications.unpublish('score');
    publications.commit();
    expect(did.splice(0)).toEqual(['announce score', 'send score 1 to 1']);
    publications.confirmed('score', 1);
    publications.commit();
    expect(did).toEqual(['endRetention score to 1', 'withdraw score']);
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

  test('gets nothing if it has unsubscribed before it confirms, and nothing is kept for a lost thread', () => {
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
