import { expect, test } from 'vitest';
import { Publications } from './publications.ts';

test('a commit does not look again at topics whose answer from the directory is under way, and the answer has them sent', () => {
  const topics = 1000;
  const names = Array.from({ length: topics }, (_, topic) => `score ${topic}`);
  let looked = 0;
  const sent: unknown[] = [];
  const publications = new Publications({
    announce: () => {},
    withdraw: () => {},
    send: (_, topic) => sent.push(topic),
    release: () => {},
    onContest: () => {},
    goesWithTasks: () => ++looked < 0, // asked for each thread to which a topic is to be sent
    commitSoon: () => {},
  });
  for (const name of names) {
    publications.publish(name, 1, 'newest');
    publications.commit();
  }
  expect([looked, sent]).toEqual([topics, []]);
  for (const name of names) publications.subscribers(name, [[1, 1]]);
  publications.commit();
  expect([looked, sent]).toEqual([2 * topics, names]);
});
