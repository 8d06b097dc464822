import type { WebSocket } from 'ws';
import { expect, test } from 'vitest';
import { codesOf, sendHello, serve, until } from '../server/server.test.setup.ts';
import type { Session } from '../session/session.ts';
import { FrameWriter } from '../wire/frame-writer.ts';

/** Sends only the first `bytes` bytes of a message of 1 MB. */
function begin(socket: WebSocket, bytes: number): void {
  const writer = new FrameWriter();
  for (let at = 0; at < bytes; at += 100_000) {
    const payload = new Uint8Array(Math.min(100_000, bytes - at));
    const head = { message: 0, stream: 0, isText: false, total: 1_000_000 };
    if (at === 0) writer.start(head, payload);
    else writer.more(0, at, payload);
    socket.send(writer.take());
  }
}

test('if maxMemory is exceeded, the session that holds the most memory ends with a code', async () => {
  const { server, url } = await serve({ maxMemory: 2 ** 21 });
  const sockets = await Promise.all([sendHello(url), sendHello(url), sendHello(url)]);
  const codes = codesOf(sockets);
  await until(() => server.sessions.length === 3);
  for (const socket of sockets) begin(socket, 500_000);
  await until(() => codes.some((code) => code !== undefined));
  expect(codes.filter((code) => code !== undefined)).toEqual([4509]);
  expect(server.sessions).toHaveLength(2);
  expect(server.sessions.reduce((sum, { endpoint }) => sum + endpoint.held, 0)).toBeLessThanOrEqual(2 ** 21);
});

/** Sends messages of 60,000 bytes. */
function sendMessages(socket: WebSocket, first: number, count: number): void {
  const writer = new FrameWriter();
  for (let i = 0; i < count; i++) {
    writer.whole(first + i, 0, false, new Uint8Array(60_000));
    socket.send(writer.take());
  }
}

/** Opens a session that holds a number of messages of 60,000 bytes. Without `staysConnected` its connection is lost. */
async function fill(
  url: string,
  sessions: Session[],
  count: number,
  staysConnected: boolean,
): Promise<WebSocket> {
  const at = sessions.length;
  const socket = await sendHello(url);
  await until(() => sessions.length > at);
  sendMessages(socket, 0, count);
  await until(() => sessions[at]!.statistics.messagesReceived === count);
  if (!staysConnected) socket.terminate();
  await until(() => sessions[at]!.isConnected === staysConnected);
  return socket;
}

test('a client that takes nearly all memory loses its own session, and not those without a connection', async () => {
  const sessions: Session[] = [];
  const { url } = await serve({ maxMemory: 2 ** 20, onSession: (session) => sessions.push(session) });
  for (let i = 0; i < 3; i++) await fill(url, sessions, 1, false);
  const greedy = await fill(url, sessions, 10, true);
  sendMessages(greedy, 10, 10);
  expect((await sessions[3]!.closed).code).toBe(4509);
  expect(sessions.map(({ endpoint }) => endpoint.isClosed)).toEqual([false, false, false, true]);
});

test('if two sessions hold the same memory, the one without a connection ends', async () => {
  const sessions: Session[] = [];
  const { url } = await serve({ maxMemory: 2 ** 20, onSession: (session) => sessions.push(session) });
  await fill(url, sessions, 6, true);
  await fill(url, sessions, 6, false);
  const third = await fill(url, sessions, 1, true);
  sendMessages(third, 1, 5);
  expect((await sessions[1]!.closed).code).toBe(4509);
  expect(sessions.map(({ endpoint }) => endpoint.isClosed)).toEqual([false, true, false]);
});

test('messages that arrive and are read hold no memory', async () => {
  const { server, url } = await serve({
    maxMemory: 2 ** 20,
    onSession: (session) => session.onMessage(() => {}),
  });
  const socket = await sendHello(url);
  await until(() => server.sessions.length === 1);
  const writer = new FrameWriter();
  for (let message = 0; message < 15; message++) {
    writer.whole(message, 0, false, new Uint8Array(100_000));
    socket.send(writer.take());
  }
  const [session] = server.sessions;
  await until(() => session!.statistics.messagesReceived === 15);
  expect(session!.endpoint.held).toBe(0);
  expect(session!.endpoint.isClosed).toBe(false);
});

test.each([0, 2 ** 19, NaN, '5'])(
  'maxMemory of %s is refused with an error that names it',
  async (maxMemory) => {
    await expect(serve({ maxMemory: maxMemory as number })).rejects.toThrow(
      'maxMemory must be a whole number',
    );
  },
);
