import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { WebSocket as WsSocket, WebSocketServer } from 'ws';
import { Paceline } from '../client/paceline.ts';
import type { SocketClass } from '../client/platform-socket.ts';
import { PacelineServer } from '../server/paceline-server.ts';
import { atTestEnd } from '../server/server.test.setup.ts';
import { closeCode } from '../wire/close-code.ts';
import { PacelineSocket } from './paceline-socket.ts';
import { likeNode20, next, opened, servePlain } from './echo-servers.test.setup.ts';

beforeEach(likeNode20);

test.each([4500, 4504, 4509, 4999])(
  'an application may close with %i, which both endpoints get',
  async (code) => {
    const ends: unknown[] = [];
    const server = new PacelineServer({
      port: 0,
      onSession: (session) => {
        session.onMessage(() => void session.close({ code, reason: 'as you wish' }));
        void session.closed.then((end) => ends.push(end.code));
      },
    });
    atTestEnd(() => server.close({ timeout: 0 }));
    const url = `ws://localhost:${await server.listening}`;
    const asked = await opened(new PacelineSocket(url, { WebSocket: WsSocket }));
    asked.send('close me');
    expect(await next(asked, 'close')).toMatchObject({ code, reason: 'as you wish', wasClean: true });
    const own = await opened(new PacelineSocket(url, { WebSocket: WsSocket }));
    own.close(code, 'bye');
    expect(await next(own, 'close')).toMatchObject({ code, reason: 'bye', wasClean: true });
    await expect.poll(() => ends).toEqual([code, code]);
  },
);

test('a plain socket whose connection is cut has a close event with 1006, and no error event', async () => {
  const server = new WebSocketServer({ port: 0 });
  server.on('connection', (socket) => socket.on('message', () => socket.terminate()));
  atTestEnd(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = await opened(new PacelineSocket(`ws://localhost:${port}`, { WebSocket: WsSocket }));
  const log: string[] = [];
  socket.onerror = () => log.push('error');
  socket.send('cut');
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
  expect(log).toEqual([]);
});

test('a socket whose session is lost has a close event with 1006, and no error event', async () => {
  const server = new PacelineServer({
    port: 0,
    onSession: (session) => session.onMessage(() => session.endpoint.fail(closeCode.unknownSession, '')),
  });
  atTestEnd(() => server.close({ timeout: 0 }));
  const socket = await opened(
    new PacelineSocket(`ws://localhost:${await server.listening}`, { WebSocket: WsSocket }),
  );
  const log: string[] = [];
  socket.onerror = () => log.push('error');
  socket.send('end');
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, reason: '', wasClean: false });
  expect(log).toEqual([]);
});

test('a socket whose server is gone is closed without an error event, and before resumeTimeout', async () => {
  const server = new PacelineServer({ port: 0 });
  const url = `ws://localhost:${await server.listening}`;
  const socket = await opened(new PacelineSocket(url, { WebSocket: WsSocket, resumeTimeout: 2 ** 31 }));
  const log: string[] = [];
  socket.onerror = () => log.push('error');
  for (const session of server.sessions)
    session.endpoint.channels.forEach((channel) => session.endpoint.unbind(channel));
  await server.close({ timeout: 0 });
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
  expect(log).toEqual([]);
});

test('without a server there are an error event and a close event, and nothing is thrown', async () => {
  const server = new WebSocketServer({ port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const socket = new PacelineSocket(`ws://localhost:${port}`, { WebSocket: WsSocket });
  const log: string[] = [];
  for (const type of ['open', 'error', 'close']) socket.addEventListener(type, () => log.push(type));
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, reason: '', wasClean: false });
  expect(log).toEqual(['error', 'close']);
});

/** As in Node 22: a connection that fails has an 'error' event and no 'close' event. */
class FailingSocket extends EventTarget {
  readonly url: string;
  readonly protocol = '';
  readonly readyState = 0;
  readonly bufferedAmount = 0;
  binaryType = 'blob';

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    queueMicrotask(() => this.close());
  }

  send(): void {}

  close(): void {
    this.dispatchEvent(new Event('error'));
  }
}

test('a WebSocket with an error event and no close event has ended', async () => {
  const socket = new PacelineSocket('ws://localhost', { WebSocket: FailingSocket as unknown as SocketClass });
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
  const session = Paceline.connect('ws://localhost', {
    WebSocket: FailingSocket as unknown as SocketClass,
    timeout: 2 ** 31,
  });
  await expect(session).rejects.toMatchObject({ code: 1006 });
});

test.each(['protocol', 'extensions'] as const)(
  'a plain socket whose class throws in %s while it opens fails with an error',
  async (member) => {
    class Broken extends WsSocket {
      get [member](): string {
        throw new Error('of the class');
      }
    }
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const socket = new PacelineSocket(await servePlain(), { WebSocket: Broken, onError });
    const failed = next(socket, 'error');
    expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
    await failed;
    expect(errors).toEqual([new Error('of the class')]);
  },
);

test('a socket that is closed while it connects ends with an error, as in browsers', async () => {
  const socket = new PacelineSocket(await servePlain(), { WebSocket: WsSocket });
  const failed = next(socket, 'error');
  socket.close();
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
  await failed;
});

test('a socket that is closed while its second connection is made never opens', async () => {
  const url = await servePlain({ handleProtocols: (names) => [...names].at(-1)! });
  let made = 0;
  class Closing extends WsSocket {
    constructor(...given: ConstructorParameters<typeof WsSocket>) {
      super(...given);
      if (++made === 2) socket.close();
    }
  }
  const socket: PacelineSocket = new PacelineSocket(url, ['chat'], { WebSocket: Closing });
  const log: string[] = [];
  for (const type of ['open', 'error']) socket.addEventListener(type, () => log.push(type));
  expect(await next(socket, 'close')).toMatchObject({ code: 1006 });
  expect([log, made]).toEqual([['error'], 2]);
});
