import { describe, expect, test } from 'vitest';
import type { ThreadId } from '../transport/thread-id.ts';
import type { Retention } from './publications.ts';
import { Session } from './topic-session.test.setup.ts';

test('publish throws if the topic has the other retention', () => {
  const { publications } = new Session(1).threads[0]!;
  publications.publish('score', 1, 'newest');
  expect(() => publications.publish('score', 1, 'all')).toThrow(
    'retention of score must be newest as before, got all',
  );
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
