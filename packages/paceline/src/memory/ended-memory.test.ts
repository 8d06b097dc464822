import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { PacelineServer } from '../server/paceline-server.ts';
import { bytesOfFrame, handshake, opcode } from '../server/raw-socket.test.setup.ts';
import { atTestEnd, serve, until } from '../server/server.test.setup.ts';
import type { Session } from '../session/session.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { clientHello } from '../wire/hellos.test.setup.ts';
import { protocol } from '../wire/layout.ts';

// In the first two tests, timers of the servers run on simulated time, which stands still, so no timer cuts a connection.

/** Less than the 30 s after which `ws` cuts a closed connection whose client does not answer. */
const limit = { timeout: 20_000 };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Number of the objects that are alive. */
async function countAlive(objects: readonly WeakRef<object>[]): Promise<number> {
  for (let i = 0; i < 2; i++) {
    await new Promise((resolve) => setTimeout(resolve)); // objects that a turn has used stay alive until its end
    collectGarbage();
  }
  return objects.filter((each) => each.deref() !== undefined).length;
}

/** A connection of a client that opens a session and answers nothing. */
async function silentClient(url: string): Promise<Socket> {
  const socket = await handshake(Number(new URL(url).port), protocol);
  atTestEnd(() => socket.destroy());
  const payload = clientHello();
  socket.write(bytesOfFrame({ opcode: opcode.binary, payload }));
  return socket;
}

// A function of its own: a loop in the async test would keep the last session in memory.
function endAll({ sessions }: PacelineServer): void {
  for (const { endpoint } of sessions) endpoint.fail(4000, '');
}

function openStreams(socket: Socket, count: number): void {
  const writer = new FrameWriter();
  for (let i = 0; i < count; i++) writer.openStream(2 + 2 * i, '', true);
  socket.write(bytesOfFrame({ opcode: opcode.binary, payload: writer.take() }));
}

test('a connection whose client does not answer does not keep its ended session in memory', async () => {
  const { server, url } = await serve({ loop: new EventLoop({ host: new VirtualHost() }) });
  const sockets = await Promise.all(Array.from({ length: 5 }, () => silentClient(url)));
  await until(() => server.sessions.length === 5);
  const sessions = server.sessions.map((session) => new WeakRef(session));
  endAll(server);
  await until(() => server.sessions.length === 0);
  expect(await countAlive(sessions)).toBe(0);
  expect(sockets.map(({ closed }) => closed)).toEqual(sockets.map(() => false));
});

test(
  'a session that is ended for lack of memory releases its streams and cuts its connections at once',
  limit,
  async () => {
    const sessions: Session[] = []; // held by the application
    const { server, url } = await serve({
      loop: new EventLoop({ host: new VirtualHost() }),
      maxMemory: 2 ** 20,
      onSession: (session) => sessions.push(session),
    });
    const sockets: Socket[] = [];
    for (let i = 0; i < 6; i++) {
      sockets.push(await silentClient(url));
      await until(() => sessions.length === i + 1);
    }
    const streams: WeakRef<object>[] = [];
    for (const [i, session] of sessions.entries()) {
      session.onStream((stream) => streams.push(new WeakRef(stream)));
      openStreams(sockets[i]!, 300);
      await until(() => session.endpoint.isClosed || session.endpoint.held > 0);
    }
    await until(() => server.sessions.length === 1);
    const ended = sockets.filter((_, i) => sessions[i]!.endpoint.isClosed);
    await Promise.all(ended.map(async (socket) => socket.closed || (await once(socket.resume(), 'close'))));
    expect(await countAlive(streams)).toBe(300);
    endAll(server);
  },
);

test('an iterator reads messages that arrived before its session ended, unless it ended for lack of memory', async () => {
  const { server, url } = await serve({ maxMemory: 2 ** 20, onSession() {} });
  const left = async (end: (session: Session) => void): Promise<number> => {
    const socket = await silentClient(url);
    await until(() => server.sessions.length === 1);
    const [session] = server.sessions as [Session];
    const writer = new FrameWriter();
    for (let i = 0; i < 3; i++) writer.whole(i, 0, true, new Uint8Array());
    socket.write(bytesOfFrame({ opcode: opcode.binary, payload: writer.take() }));
    await until(() => session.statistics.messagesReceived === 3);
    end(session);
    await until(() => server.sessions.length === 0);
    let count = 0;
    for await (const _ of session) count++;
    return count;
  };
  expect(await left((session) => session.terminate())).toBe(3);
  expect(await left((session) => session.endForMemory(''))).toBe(0);
});
