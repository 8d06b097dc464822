import { describe, expect, test, vi } from 'vitest';
import type { Retention } from './publications.ts';
import { Session } from './topic-session.test.setup.ts';

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

  test('gets no value that was sent for the first subscription, because the values that were published between the two subscriptions would be missing after it', () => {
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
