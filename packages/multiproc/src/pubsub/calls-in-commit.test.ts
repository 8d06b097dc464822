import { describe, expect, test, vi } from 'vitest';
import { Hub } from '../session/hub.ts';
import { SharedState } from '../session/shared-state.ts';
import { Subscriptions } from './subscriptions.ts';
import { recordPublisher, Session } from './topic-session.test.setup.ts';

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
