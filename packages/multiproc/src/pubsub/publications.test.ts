import { expect, test } from 'vitest';
import { Publications } from './publications.ts';

/**
 * Publications, and the topics of the values that they have sent. `sharesTaskChannel` is called for
 * each thread to which a topic is to be sent.
 */
function publicationsOf(sharesTaskChannel: () => boolean): { publications: Publications; sent: string[] } {
  const sent: string[] = [];
  const publications = new Publications({
    announce: () => {},
    withdraw: () => {},
    send: (_, topic) => sent.push(topic),
    endRetention: () => {},
    onPublisherConflict: () => {},
    sharesTaskChannel,
    commitSoon: () => {},
  });
  return { publications, sent };
}

test('a commit does not examine topics again while the answer of the broker is in flight, and the commit after the answer sends the values', () => {
  const topics = 1000;
  const names = Array.from({ length: topics }, (_, topic) => `score ${topic}`);
  let examined = 0;
  const { publications, sent } = publicationsOf(() => ++examined < 0);
  for (const name of names) {
    publications.publish(name, 1, 'newest');
    publications.commit();
  }
  expect([examined, sent]).toEqual([topics, []]);
  for (const name of names) publications.subscribers(name, [[1, 1]]);
  publications.commit();
  expect([examined, sent]).toEqual([2 * topics, names]);
});

test('each call of commitBeforeTasks examines only the topics that were published since the last call', () => {
  const [topics, worker] = [1000, 1];
  let examined = 0;
  const { publications, sent } = publicationsOf(() => ++examined > 0);
  for (let topic = 0; topic < topics; topic++) {
    publications.publish(`t${topic}`, topic, 'newest');
    publications.subscribers(`t${topic}`, [[worker, 1]]);
    publications.commitBeforeTasks();
    publications.commitBeforeTasks();
  }
  expect([examined, sent.length]).toEqual([topics, topics]);
  publications.commit();
  expect([examined, sent.length]).toEqual([2 * topics, topics]);
});
