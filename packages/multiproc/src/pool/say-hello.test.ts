import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import { messageOf } from '../transport/message-format.ts';
import { hello } from '../transport/hello.ts';
import { sayHello } from './say-hello.ts';

let listener: EndpointListener;
let posted: unknown[];
const endpoint: Endpoint = {
  post: (message) => posted.push(message),
  listen: (given) => (listener = given),
  close: async () => {},
};
const ignore = { message: () => {}, lost: () => {} };

beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
});
afterEach(() => vi.useRealTimers());

test('the hello is repeated until a worker whose module listens late answers', () => {
  const messages: unknown[] = [];
  sayHello(endpoint).listen({ ...ignore, message: (message) => messages.push(message) });
  expect(posted).toEqual([hello()]);
  vi.advanceTimersByTime(300);
  expect(posted).toEqual(Array(4).fill(hello()));
  const answer = messageOf([0], []);
  listener.message('of other code');
  vi.advanceTimersByTime(100);
  expect(posted.length).toBe(5);
  for (const message of [answer, 'more']) listener.message(message);
  vi.advanceTimersByTime(1000);
  expect(posted.length).toBe(5);
  expect(messages).toEqual(['of other code', answer, 'more']);
});

test.each([
  ['is lost', () => listener.lost(new Error('gone'))],
  ['is given up', (channel: Endpoint) => void channel.close()],
])('the hello is no longer repeated once the worker %s', (_, end) => {
  const channel = sayHello(endpoint);
  channel.listen(ignore);
  end(channel);
  expect(vi.getTimerCount()).toBe(0);
});
