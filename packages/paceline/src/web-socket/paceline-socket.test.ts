import { EventLoop } from '@doha/loop';
import { beforeEach, expect, test, vi } from 'vitest';
import { WebSocket as WsSocket } from 'ws';
import type { SocketClass } from '../client/platform-socket.ts';
import { PacelineServer } from '../server/paceline-server.ts';
import { atTestEnd } from '../server/server.test.setup.ts';
import { PacelineSocket } from './paceline-socket.ts';
import {
  echoOf,
  likeNode20,
  next,
  opened,
  servePaced,
  servePlain,
  servers,
} from './echo-servers.test.setup.ts';

beforeEach(likeNode20);

test('messages that the server sends at once are not lost, and arrive after the socket is open', async () => {
  const server = new PacelineServer({ port: 0, onSession: (session) => session.send('welcome') });
  atTestEnd(() => server.close({ timeout: 0 }));
  // `ws` dispatches several messages in one turn, which no browser does.
  const socket = new PacelineSocket(`ws://localhost:${await server.listening}`, { WebSocket: WsSocket });
  const log: string[] = [];
  socket.onopen = () => log.push('open');
  await new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      log.push(String(data));
      resolve();
    };
  });
  expect(log).toEqual(['open', 'welcome']);
});

test.each([
  ['a plain server', servePlain],
  ['a plain server that chooses no subprotocol', () => servePlain({ handleProtocols: () => false })],
  ['a server that speaks Paceline', servePaced],
])(
  'with the WebSocket of ws a PacelineSocket talks with %s, and either endpoint can close it',
  async (_, serve) => {
    const url = await serve();
    const socket = new PacelineSocket(url, { WebSocket: WsSocket });
    const log: string[] = [];
    for (const type of ['error', 'close']) socket.addEventListener(type, () => log.push(type));
    socket.binaryType = 'arraybuffer';
    await next(socket, 'open');
    expect([socket.url, socket.protocol]).toEqual([`${url}/`, '']);
    expect(await echoOf(socket, 'text')).toBe('text');
    expect(await echoOf(socket, Uint8Array.of(1, 2, 3))).toEqual([1, 2, 3]);
    expect(await echoOf(socket, new Blob(['blob']))).toEqual([...Buffer.from('blob')]);
    socket.binaryType = 'blob';
    expect(await echoOf(socket, Uint8Array.of(4))).toEqual(new Blob([Uint8Array.of(4)]));
    socket.close(3001, 'bye');
    const end = await next(socket, 'close');
    expect(end).toBeInstanceOf(Event);
    expect(end).toMatchObject({ code: 3001, reason: 'bye', wasClean: true, target: socket });
    expect(log).toEqual(['close']);

    const other = new PacelineSocket(url, { WebSocket: WsSocket });
    await next(other, 'open');
    other.send('close me');
    expect(await next(other, 'close')).toMatchObject({ code: 4001, reason: 'as you wish', wasClean: true });
  },
);

test.each([
  ['a plain server that compresses', () => servePlain({ perMessageDeflate: true }), 'permessage-deflate'],
  ['a server that speaks Paceline', servePaced, ''],
])('a PacelineSocket shows the extensions that it uses with %s', async (_, serve, extensions) => {
  const socket = new PacelineSocket(await serve(), { WebSocket: WsSocket });
  expect(socket.extensions).toBe('');
  await next(socket, 'open');
  expect(socket.extensions).toBe(extensions);
});

test.each([
  ['a plain server', () => servePlain()],
  ['a server that speaks Paceline', servePaced],
])(
  'with %s, data that is neither text nor bytes is sent as a text, and a Blob that cannot be read delays nothing',
  async (_, serve) => {
    const errors: unknown[] = [];
    const loop = new EventLoop({ onError: (error) => errors.push(error) });
    const socket = new PacelineSocket(await serve(), {
      WebSocket: WsSocket,
      loop,
      classify: (data) => (data === 'nonsense' ? { priority: NaN } : {}),
    });
    await next(socket, 'open');
    expect(await echoOf(socket, 5 as unknown as string)).toBe('5');
    expect(await echoOf(socket, null as unknown as string)).toBe('null');
    expect(await echoOf(socket, 'nonsense')).toBe('nonsense');
    expect(errors.splice(0)).toEqual([new RangeError('classify: priority must be a finite number, got NaN')]);
    const gone = new Blob(['gone']);
    gone.arrayBuffer = () => Promise.reject(new Error('it has gone'));
    socket.send(gone);
    expect(await echoOf(socket, 'later')).toBe('later');
    expect(errors).toEqual([new Error('it has gone')]);
    expect(socket.bufferedAmount).toBe(0);
    socket.close();
    await next(socket, 'close');
  },
);

test('each message of a frame is dispatched in a task of its own, and the close event after all messages', async () => {
  const server = new PacelineServer({
    port: 0,
    onSession(session) {
      for (const text of ['one', 'two', 'three']) session.send(text);
      void session.close({ code: 4000 });
    },
  });
  atTestEnd(() => server.close({ timeout: 0 }));
  const socket = new PacelineSocket(`ws://localhost:${await server.listening}`, { WebSocket: WsSocket });
  const log: string[] = [];
  for (const type of ['open', 'message', 'close'] as const) {
    const listen = async (event: Event): Promise<void> => {
      log.push(event instanceof MessageEvent ? String(event.data) : type);
      for (let i = 0; i < 10; i++) await Promise.resolve();
      log.push('its microtasks');
    };
    socket.addEventListener(type, (event) => void listen(event));
  }
  await next(socket, 'close');
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(['open', 'one', 'two', 'three', 'close'].flatMap((line) => [line, 'its microtasks']));
});

test('a message that waits until a Blob is read is not affected by later changes of its bytes', async () => {
  for (const [, serve] of servers) {
    const socket = await opened(new PacelineSocket(await serve(), { WebSocket: WsSocket }));
    socket.binaryType = 'arraybuffer';
    const echoes: unknown[] = [];
    socket.onmessage = ({ data }) => echoes.push(data);
    const bytes = Uint8Array.of(1, 2, 3);
    socket.send(new Blob([]));
    socket.send(bytes);
    bytes.fill(0);
    socket.send('last');
    await expect.poll(() => echoes.length).toBe(3);
    expect(echoes).toEqual([new ArrayBuffer(0), Uint8Array.of(1, 2, 3).buffer, 'last']);
  }
});

test('a PacelineSocket that is assigned to globalThis.WebSocket uses the class that was there when its module was loaded', async () => {
  vi.stubGlobal('WebSocket', WsSocket);
  vi.resetModules();
  const { PacelineSocket: Loaded } = await import('./paceline-socket.ts');
  vi.stubGlobal('WebSocket', Loaded);
  const socket = await opened(new WebSocket(await servePlain()));
  expect(await echoOf(socket, 'hello')).toBe('hello');
});

test('any number of messages may wait in a PacelineSocket', async () => {
  const server = new PacelineServer({ port: 0, onSession() {} });
  atTestEnd(() => server.close({ timeout: 0 }));
  const socket = new PacelineSocket(`ws://localhost:${await server.listening}`, {
    WebSocket: WsSocket as unknown as SocketClass,
  });
  await next(socket, 'open');
  const count = 2 ** 18 + 2;
  for (let i = 0; i < count; i++) socket.send('x');
  expect([socket.readyState, socket.bufferedAmount]).toEqual([1, count]);
});
