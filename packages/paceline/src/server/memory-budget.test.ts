import type { WebSocket } from 'ws';
import { expect, test } from 'vitest';
import { FrameWriter } from '../wire/frame-writer.ts';
import { codesOf, greeted, serve, until } from './server.test.setup.ts';

/** Sends a part of a message of 1 MB, and never the rest. */
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

test('beyond the memory of the server the session that holds most is ended, by name', async () => {
  const { server, url } = await serve({ maxMemory: 2 ** 21 });
  const sockets = await Promise.all([greeted(url), greeted(url), greeted(url)]);
  const codes = codesOf(sockets);
  await until(() => server.sessions.length === 3);
  for (const socket of sockets) begin(socket, 500_000);
  await until(() => codes.some((code) => code !== undefined));
  expect(codes.filter((code) => code !== undefined)).toEqual([4509]);
  expect(server.sessions).toHaveLength(2);
  expect(server.sessions.reduce((sum, { engine }) => sum + engine.held, 0)).toBeLessThanOrEqual(2 ** 21);
});

test('sessions without a connection make way first, and what they held is released', async () => {
  const { server, url } = await serve({ maxMemory: 2 ** 21 });
  const [left, ...others] = await Promise.all([greeted(url), greeted(url), greeted(url)]);
  await until(() => server.sessions.length === 3);
  begin(left, 100_000);
  await until(() => server.sessions.some(({ engine }) => engine.held > 0));
  const session = server.sessions.find(({ engine }) => engine.held > 0)!;
  left.terminate();
  await until(() => !session.isConnected);
  const codes = codesOf(others);
  for (const socket of others) begin(socket, 900_000);
  expect((await session.closed).code).toBe(4509);
  expect(codes).toEqual([undefined, undefined]);
});

test('messages that arrive and are read hold no memory', async () => {
  const { server, url } = await serve({
    maxMemory: 2 ** 20,
    onSession: (session) => session.onMessage(() => {}),
  });
  const socket = await greeted(url);
  await until(() => server.sessions.length === 1);
  const writer = new FrameWriter();
  for (let message = 0; message < 15; message++) {
    writer.whole(message, 0, false, new Uint8Array(100_000));
    socket.send(writer.take());
  }
  const [session] = server.sessions;
  await until(() => session!.statistics.messagesReceived === 15);
  expect(session!.engine.held).toBe(0);
  expect(session!.engine.isClosed).toBe(false);
});

test.each([0, 2 ** 19, NaN, '5'])('maxMemory of %s is refused by name', async (maxMemory) => {
  await expect(serve({ maxMemory: maxMemory as number })).rejects.toThrow('maxMemory must be a whole number');
});
