import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import type { Stream } from './stream.ts';

/** Both endpoints of a stream that the client has opened. */
function opened(twoWay: boolean): { pair: VirtualPair; client: Stream; server: Stream } {
  const pair = new VirtualPair();
  let server: Stream | undefined;
  pair.server.onStream((stream) => (server = stream));
  pair.connect({ delay: 1 });
  const client = pair.client.stream({ twoWay });
  pair.pass(10);
  return { pair, client, server: server! };
}

test('after the peer has cancelled a stream, new messages are cancelled, also after close', () => {
  const { client, pair, server } = opened(false);
  server.cancel();
  pair.pass(10);
  expect(client.send('x').status).toBe('cancelled');
  client.close();
  expect(client.send('x').status).toBe('cancelled');
});

test('a stream that was closed takes no messages, also if the peer stops reading it', () => {
  const { client, pair, server } = opened(true);
  client.close();
  expect(() => client.send('x')).toThrow('send: the stream is closed');
  pair.pass(10);
  void server[Symbol.asyncIterator]().return!();
  pair.pass(10);
  expect(() => client.send('x')).toThrow('send: the stream is closed');
  server.send('y');
  pair.pass(10);
  expect(pair.client.statistics.messagesReceived).toBe(1);
});

test('a cancelled stream drops messages that arrived, and gets no more, whichever endpoint ends it first', async () => {
  for (const end of ['cancel', 'close'] as const) {
    const { client, pair, server } = opened(false);
    client.send('unread');
    pair.pass(10);
    if (end === 'close') client.close();
    pair.pass(10);
    for (let i = 0; i < 2; i++) server.cancel();
    client[end]();
    pair.pass(100);
    await server.ended;
    expect(await server[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
    expect(pair.server.endpoint.held).toBe(0);
  }
});

test('the endpoint that only receives cannot close a one-way stream', () => {
  const { client, pair, server } = opened(false);
  expect(() => server.send('x')).toThrow('only the peer, which opened this one-way stream, can send');
  server.close();
  client.send('x');
  pair.pass(10);
  expect(pair.server.statistics.messagesReceived).toBe(1);
});
