import { expect, test } from 'vitest';
import { Publications } from './publications.ts';

/**
 * Returns publications, and the topics of the values that they have sent. The publications call
 * `sharesTaskChannel` for each thread that may get the values of a topic.
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

test('while a topic waits for the list of its subscribers, commits do not examine it again, and the commit after the list has arrived sends its value', () => {
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
