import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { ConnectOptions } from '../client/paceline.ts';
import type { ConnectionChange } from '../session/session.ts';
import { PacelineSocket } from '../web-socket/paceline-socket.ts';
import { version } from '../wire/layout.ts';
import { BreakingProxy } from './breaking-proxy.test.setup.ts';
import { PacelineServer } from './paceline-server.ts';
import { serve, connect, until, sendHello } from './server.test.setup.ts';

test('close resolves although the clients of idle, plain and Paceline connections do not answer', async () => {
  const { server, url } = await serve({ onSocket: () => {} });
  const idle = createConnection(Number(new URL(url).port));
  await once(idle, 'connect');
  const plain = new WebSocket(url);
  const silent = new WebSocket(url, 'paceline.4');
  await Promise.all([once(plain, 'open'), once(silent, 'open')]);
  const client = await sendHello(url);
  await until(() => server.sessions.length === 1);
  for (const { _socket: stream } of [plain, silent, client] as unknown as { readonly _socket: Socket }[])
    stream.pause(); // they neither read nor answer
  await server.close({ timeout: 10 });
  expect(server.sessions).toEqual([]);
  for (const socket of [plain, silent, client]) socket.terminate();
  idle.destroy();
});

test('a client that sends its hello while the server is closing gets the code goingAway, and no session', async () => {
  let begun = 0;
  const { server, url } = await serve({ onSession: () => begun++ });
  const socket = new WebSocket(url, 'paceline.4');
  await once(socket, 'open');
  const closed = server.close();
  socket.send(Uint8Array.of(1, version, 0, ...new Uint8Array(32), 0, 0));
  expect(((await once(socket, 'close')) as [number])[0]).toBe(1001);
  await closed;
  expect(begun).toBe(0);
});

test('a second call of close can shorten the timeout of the first one', async () => {
  const { server, url } = await serve();
  await sendHello(url); // sends nothing more
  await until(() => server.sessions.length === 1);
  const closed = server.close({ timeout: 2 ** 31 });
  await server.close({ timeout: 0 });
  await closed;
  await expect(server.close({ timeout: -1 })).rejects.toThrow(
    'close: timeout must be a finite number from 0 to 2147483648',
  );
});

test('listening leaves no listener behind, and rejects if the server cannot listen or is closed before', async () => {
  const http = createServer();
  const server = new PacelineServer({ server: http });
  const before = http.listenerCount('error');
  const listening = server.listening;
  http.listen(0);
  expect(await listening).toBe((http.address() as AddressInfo).port);
  expect(http.listenerCount('error')).toBe(before);

  const taken = new PacelineServer({ port: await server.listening });
  await expect(taken.listening).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.close();
  http.close();

  const closed = new PacelineServer({ server: createServer() });
  const early = closed.listening;
  await closed.close();
  for (const one of [early, closed.listening])
    await expect(one).rejects.toThrow('listening: the server was closed before');
});

test('a server that cannot listen reports the error, and `listening` causes no unhandled rejection', async () => {
  const { server } = await serve();
  const told: unknown[] = [];
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const taken = new PacelineServer({ port: await server.listening, onError: (error) => told.push(error) });
  void taken.listening;
  await vi.waitFor(() => expect(told).toEqual([expect.objectContaining({ code: 'EADDRINUSE' })]));
  void taken.listening;
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('a server that closes delivers its messages first', async () => {
  const { server, url } = await serve({ onSession: (session) => session.send('x'.repeat(1_000_000)) });
  const session = await connect(url);
  const heard: number[] = [];
  session.onMessage((data) => heard.push(data.length));
  await server.close();
  expect(heard).toEqual([1_000_000]);
  expect(await session.closed).toEqual(goingAway);
});

test('each client receives all messages before it learns that the server goes away', async () => {
  const { server, url } = await serve({
    onSession: (session, { credentials }) => {
      if (credentials === 'slow') session.send(new Uint8Array(5_000_000));
    },
    onSocket: () => {},
  });
  const sessions = [await connect(url), await connect(url, { credentials: 'slow' })];
  const changes: ConnectionChange[] = [];
  for (const session of [...sessions, ...server.sessions]) {
    session.onMessage(() => {});
    session.onConnectionChange((change) => changes.push(change));
  }
  const sockets = [new PacelineSocket(url, [], { WebSocket }), new WebSocket(url)];
  await Promise.all(sockets.map(opened));
  const shown = sockets.map(shownBy);
  const all = [...sessions, ...server.sessions];
  await server.close({ timeout: 2 ** 31 });
  for (const { closed } of all) expect(await closed).toEqual(goingAway);
  for (const closed of shown) expect(await closed).toEqual({ ...goingAway, wasClean: true });
  expect(changes).toEqual([]);
});

test.each(['before', 'after'] as const)(
  'if the connection of a session is lost just %s close, the session resumes, gets its messages, and ends with goingAway',
  async (when) => {
    const refused: string[] = [];
    const { server, url } = await serve({ onRefused: ({ reason }) => refused.push(reason) });
    const proxy = await BreakingProxy.to(Number(new URL(url).port));
    const session = await connect(proxy.url);
    const heard: unknown[] = [];
    const changes: ConnectionChange[] = [];
    session.onMessage((data) => heard.push(data));
    session.onConnectionChange((change) => changes.push(change));
    const message = server.sessions[0]!.send('score saved');
    if (when === 'before') proxy.refuse();
    const closed = server.close({ timeout: 2 ** 31 });
    if (when === 'after') proxy.refuse();
    await expect(connect(url)).rejects.toMatchObject({ name: 'ConnectError' });
    proxy.accept(); // only now: a session that resumes earlier may end before the server refuses the new client
    expect(await session.closed).toEqual(goingAway);
    await closed;
    expect(heard).toEqual(['score saved']);
    expect(message.status).toBe('delivered');
    expect(changes).toEqual(['disconnected', 'resumed']);
    expect(new Set(refused)).toEqual(new Set(['closing'])); // the client's standby may come as well
    await proxy.close();
  },
);

async function opened(socket: PacelineSocket | WebSocket): Promise<void> {
  await new Promise((resolve) => (socket.onopen = resolve));
}

/** The close event that a program for WebSockets gets. */
async function shownBy(
  socket: PacelineSocket | WebSocket,
): Promise<Pick<CloseEvent, 'code' | 'reason' | 'wasClean'>> {
  return new Promise((resolve) => {
    socket.onclose = ({ code, reason, wasClean }: Pick<CloseEvent, 'code' | 'reason' | 'wasClean'>) =>
      resolve({ code, reason, wasClean });
  });
}

test('a PacelineSocket whose session the server terminates ends like a plain socket: with 1006, and not clean', async () => {
  const { url } = await serve({
    onSession: (session) => setImmediate(() => session.terminate()),
    onSocket: (socket) => setImmediate(() => socket.terminate()),
  });
  for (const open of [() => new PacelineSocket(url, [], { WebSocket }), () => new WebSocket(url)])
    expect(await shownBy(open())).toEqual({ code: 1006, reason: '', wasClean: false });
});

const goingAway = { code: 1001, reason: 'the server goes away' };

/** Accepts the close codes that browsers accept. `ws` calls `close` with a Buffer to answer a close frame. */
class PageSocket extends WebSocket {
  override close(code?: number, reason?: string): void {
    if (typeof reason === 'string' && code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999))
      throw new DOMException(`The code ${code} is not allowed`, 'InvalidAccessError');
    super.close(code, reason);
  }
}

test('a page learns that the server goes away, although it may not close a WebSocket with that code', async () => {
  const { server, url } = await serve({ onSession: (session) => session.send(new Uint8Array(50_000_000)) });
  const session = await connect(url, { WebSocket: PageSocket as unknown as ConnectOptions['WebSocket'] });
  await server.close({ timeout: 0 });
  expect((await session.closed).code).toBe(1001);
});
