import { describe, expect, test, vi } from 'vitest';
import { Subscriptions } from './subscriptions.ts';
import { Session } from './topic-session.test.setup.ts';

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
  expect(second).not.toHaveBeenCalled(); // it is called in a microtask, after `subscribe` has returned
  await Promise.resolve();
  expect(first.mock.calls).toEqual([[2]]);
  expect(second.mock.calls).toEqual([[2]]);
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
