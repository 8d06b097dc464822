import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { closeCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { maxTimeouts, peerTimeout } from './closing-handshake.ts';

/**
 * Lets a client that never ends its session send a record every 300 ms, while the server closes.
 * Returns the ms from `close` to the end of the server's session.
 */
async function closeBeside(
  write: (writer: FrameWriter, i: number) => void,
  timeout: number,
): Promise<number> {
  const pair = new VirtualPair({ heartbeat: 100_000 });
  const [client] = pair.connect().endpoints;
  pair.server.onMessage(() => {});
  pair.pass(100);
  client.listener = undefined;
  const send = (i: number): void => {
    const writer = new FrameWriter();
    write(writer, i);
    client.send(writer.take());
  };
  send(0);
  pair.pass(10);
  pair.server.send('is never acknowledged');
  const closed = pair.server.close({ timeout });
  const begunAt = pair.loop.host.now();
  for (let i = 1; !pair.server.endpoint.isClosed; i++) {
    pair.pass(300);
    send(i);
  }
  await closed;
  return pair.loop.host.now() - begunAt;
}

const payload = Uint8Array.of(1);
test.each<[string, (writer: FrameWriter) => void]>([
  ['a message', (to) => to.whole(0, 0, false, payload)],
  ['a chunk', (to) => to.start({ message: 0, stream: 0, isText: false, total: 5 }, payload)],
  ['a cancellation', (to) => to.cancel(0, 0, 0)],
  ['the opening of a stream', (to) => to.openStream(2, '', false)],
])('%s that is repeated does not prolong the close of a session', async (_, write) => {
  expect(await closeBeside(write, 1000)).toBeLessThan(1500);
});

test('a repeated end record does not prolong the close of a session', async () => {
  const ended = await closeBeside((to, i) => (i === 0 ? to.ping(0) : to.end(1000, '')), 1000);
  expect(ended).toBeLessThan(2000);
});

test('new messages prolong the close of a session, up to a multiple of its timeout', async () => {
  const ended = await closeBeside((to, i) => to.whole(i, 0, false, payload), 1000);
  expect(ended).toBeGreaterThan(maxTimeouts * 1000 - 1);
  expect(ended).toBeLessThan(maxTimeouts * 1000 + 1000);
});

test.each([true, false])(
  'a session ends although the peer closes it and then acknowledges nothing; the application closes it, too: %s',
  async (closesToo) => {
    const pair = new VirtualPair({ heartbeat: 1000 });
    const [client] = pair.connect().endpoints;
    pair.pass(100);
    client.listener = undefined;
    const send = (write: (writer: FrameWriter) => void): void => {
      const writer = new FrameWriter();
      write(writer);
      client.send(writer.take());
    };
    const begunAt = pair.host.now();
    pair.server.send('is never acknowledged');
    send((to) => to.end(1000, ''));
    if (closesToo) void pair.server.close({ timeout: 5000 });
    while (!pair.server.endpoint.isClosed) {
      pair.pass(500);
      send((to) => to.pong(0));
    }
    const took = pair.host.now() - begunAt;
    const timeout = closesToo ? 5000 : peerTimeout;
    expect([took >= timeout, took < timeout + 1000]).toEqual([true, true]);
    expect(await pair.server.closed).toMatchObject({ code: closeCode.timeout });
  },
);

test.each<[string, 'client' | 'server', number, number]>([
  ['after its timeout if the peer does not read', 'client', 90_000, 90],
  ['after 60 s if that endpoint reads no messages', 'server', 90_000, 60],
  ['never if the peer does not read and the timeout is Infinity', 'client', Infinity, Infinity],
])('a session that an endpoint closes ends %s', (_, sender, timeout, seconds) => {
  const pair = new VirtualPair();
  pair.connect({ delay: 10 });
  for (let i = 0; i < 4; i++) pair[sender].send(new Uint8Array(2 ** 20));
  pair.pass(1000);
  void pair.client.close({ timeout });
  const isOpen = (): boolean[] => [pair.client, pair.server].map(({ endpoint }) => !endpoint.isClosed);
  pair.pass(Math.min(seconds - 2, 1e5) * 1000);
  expect(isOpen()).toEqual([true, true]);
  pair.pass(4000);
  expect(isOpen()).toEqual(Array(2).fill(seconds === Infinity));
});
