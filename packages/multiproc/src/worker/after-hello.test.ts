import { expect, test } from 'vitest';
import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import { Code, type Message, messageOf, formatVersion, recordsOf } from '../transport/message-format.ts';
import { hello } from '../transport/hello.ts';
import { join } from '../session/join.ts';
import { expose } from './expose.ts';

const foreign = [undefined, null, 5, 'hello', {}, { type: 'message' }, [], [[0, 1]], [1, 2], [Infinity]];

function open(): { endpoint: Endpoint; posted: unknown[]; parent: () => EndpointListener } {
  const posted: unknown[] = [];
  let parent!: EndpointListener;
  const endpoint: Endpoint = {
    post: (message) => posted.push(message),
    listen: (given) => (parent = given),
    close: async () => {},
  };
  return { endpoint, posted, parent: () => parent };
}

test('a worker sends nothing to a parent that is not a pool, whatever the parent sends', () => {
  const { endpoint, parent, posted } = open();
  const exposed = expose({ add: (a: number, b: number) => a + b });
  const shared = join(exposed);
  const stop = exposed.serve(endpoint);
  shared.publish('topic', 1);
  exposed.task('add').post([1, 2]);
  for (const message of foreign) parent().message(message);
  parent().lost(new Error('unreadable'));
  void stop();
  expect(posted).toEqual([]);
});

test('a pool that says hello is answered once, and then gets everything that was submitted before', () => {
  const { endpoint, parent, posted } = open();
  const exposed = expose({ add: (a: number, b: number) => a + b });
  const stop = exposed.serve(endpoint);
  exposed.task('add').post([1, 2]);
  for (const message of [...foreign, hello(), hello()]) parent().message(message);
  expect(posted).toEqual([messageOf([Code.ready, formatVersion], [['add']])]);
  parent().message(messageOf([Code.ping], []));
  const records = (posted.slice(1) as Message[]).flatMap(recordsOf);
  expect(records.map(({ words: [code] }) => code)).toContain(Code.pong);
  expect(records.flatMap(({ values }) => values)).toContain('submit');
  void stop();
});

test('a worker that is stopped before the hello of a pool stays silent', () => {
  const { endpoint, parent, posted } = open();
  void expose({}).serve(endpoint)();
  parent().message(hello());
  expect(posted).toEqual([]);
});
