import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { clientHello } from '../wire/hellos.test.setup.ts';
import { protocol } from '../wire/layout.ts';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import { maxChunksOfSession, maxFragmentsOf, maxFragmentsOfSession } from './max-fragments.ts';
import { bytesOfFrame, framesUntilEnd, handshake, opcode } from './raw-socket.test.setup.ts';
import { atTestEnd, serve, until } from './server.test.setup.ts';

/** Sends a message in `count` fragments, all but the last one short. */
function sendInFragments(socket: Socket, message: Uint8Array, count: number): void {
  const fragments = Array.from({ length: count }, (_, i) =>
    bytesOfFrame({
      opcode: i === 0 ? opcode.binary : opcode.continuation,
      payload: message.subarray(i, i === count - 1 ? undefined : i + 1),
      fin: i === count - 1,
    }),
  );
  socket.write(Buffer.concat(fragments));
}

const hello = clientHello();

const servers: [string, () => Promise<{ port: number; sessions: () => number }>][] = [
  [
    'PacelineServer',
    async () => {
      const { server, url } = await serve();
      return { port: Number(new URL(url).port), sessions: () => server.sessions.length };
    },
  ],
  [
    'PacelineWebSocketServer',
    async () => {
      const server = new PacelineWebSocketServer({ port: 0 });
      atTestEnd(() => server.close());
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as { readonly port: number };
      return { port, sessions: () => server.sessions.length };
    },
  ],
];

test.each(servers)('%s accepts a frame of a session in 16 fragments', async (_, start) => {
  const { port, sessions } = await start();
  const socket = await handshake(port, protocol);
  atTestEnd(() => socket.destroy());
  sendInFragments(socket, hello, maxFragmentsOfSession);
  await until(() => sessions() === 1);
  expect(socket.destroyed).toBe(false);
});

test.each(servers)('%s closes a connection of a session whose frame has 17 fragments', async (_, start) => {
  const { port, sessions } = await start();
  const socket = await handshake(port, protocol);
  sendInFragments(socket, hello, maxFragmentsOfSession + 1);
  expect((await framesUntilEnd(socket)).join()).toContain('1008');
  expect(sessions()).toBe(0);
});

test.each(servers)(
  '%s closes a connection of a session whose frame arrives byte by byte',
  async (_, start) => {
    const { port, sessions } = await start();
    const socket = await handshake(port, protocol);
    const told = framesUntilEnd(socket);
    const frame = bytesOfFrame({ opcode: opcode.binary, payload: new Uint8Array(2 ** 18), fin: true });
    let sent = 0;
    for (; !socket.readableEnded && sent < 20 * maxChunksOfSession; sent++) {
      socket.write(frame.subarray(sent, sent + 1));
      await setImmediate();
    }
    expect((await told).join()).toContain('1008');
    expect(sent).toBeGreaterThanOrEqual(maxChunksOfSession);
    expect(sessions()).toBe(0);
  },
);

test('PacelineServer bounds the fragments of a plain message', async () => {
  const maxMessageSize = 2 ** 21;
  const received: number[] = [];
  const onSocket = (socket: WebSocket): void => {
    socket.on('message', (data: Buffer) => received.push(data.length));
    socket.on('error', () => {});
  };
  const { url } = await serve({ maxMessageSize, onSocket });
  const socket = await handshake(Number(new URL(url).port));
  sendInFragments(socket, new Uint8Array(1000), 128);
  await until(() => received.length === 1);
  const told = framesUntilEnd(socket);
  sendInFragments(socket, new Uint8Array(1000), 129);
  expect((await told).join()).toContain('1008');
  expect(received).toEqual([1000]);
});

test('longer messages may have more fragments, up to the default of ws', () => {
  expect([2 ** 16, 100 * 2 ** 20, 2 ** 30].map(maxFragmentsOf)).toEqual([64, 6400, 16_384]);
});
