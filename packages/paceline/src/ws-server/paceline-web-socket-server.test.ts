import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type ServerOptions, WebSocket } from 'ws';
import { connectBy } from '../client/paceline.ts';
import { connect, atTestEnd, refusals, sockets, until } from '../server/server.test.setup.ts';
import type { Session } from '../session/session.ts';
import type { Received } from '../stream/inbox.ts';
import type { Socket } from '../transport/socket-link.ts';
import { protocol as paceline } from '../wire/layout.ts';
import { type PacelineWebSocketOptions, PacelineWebSocketServer } from './paceline-web-socket-server.ts';
import type { SessionSocket } from './session-socket.ts';
import { echo } from '../server/echo.test.setup.ts';

interface Served {
  readonly http: Server;
  readonly server: PacelineWebSocketServer;
  readonly url: string;
}

/** A server of `ws` on the server of an application. */
async function serve(options: ServerOptions & PacelineWebSocketOptions = {}): Promise<Served> {
  const http = createServer();
  const server = new PacelineWebSocketServer({ server: http, ...options });
  http.listen(0);
  await once(server, 'listening');
  atTestEnd(() => {
    for (const client of server.clients) client.terminate();
    http.closeAllConnections();
    http.close();
  });
  return { http, server, url: `ws://localhost:${(http.address() as AddressInfo).port}` };
}

/** The next socket of the server, which belongs to a session. */
async function nextSocket(server: PacelineWebSocketServer): Promise<SessionSocket> {
  const [socket] = (await once(server, 'connection')) as [SessionSocket];
  return socket;
}

/** A client and its socket at the server. */
async function both(
  options: ServerOptions & PacelineWebSocketOptions = {},
): Promise<Served & { readonly client: Session; readonly socket: SessionSocket }> {
  const served = await serve(options);
  const [socket, client] = await Promise.all([nextSocket(served.server), connect(served.url)]);
  return { ...served, client, socket };
}

async function take(session: Session, count: number): Promise<Received[]> {
  const taken: Received[] = [];
  for await (const data of session) if (taken.push(data) === count) break;
  return taken;
}

const all = ['text', '', 'grüß 🙂', new Uint8Array(100_000).fill(7), new Uint8Array()];

test('a server written for ws serves clients that speak Paceline, with texts and bytes', async () => {
  const { server, url } = await serve();
  server.on('connection', echo);
  const session = await connect(url);
  for (const data of all) session.send(data);
  expect(await take(session, all.length)).toEqual(all);
});

test('a PacelineWebSocketServer also serves plain clients, with the WebSocket of ws', async () => {
  const { server, url } = await serve();
  server.on('connection', echo);
  await connect(url);
  const plain = new WebSocket(url, ['chat']);
  await once(plain, 'open');
  plain.send('hello');
  const [data, isBinary] = (await once(plain, 'message')) as [Buffer, boolean];
  expect([data.toString(), isBinary, plain.protocol]).toEqual(['hello', false, 'chat']);
  expect([server.sessions.length, server.clients.size]).toEqual([1, 2]);
  plain.terminate();
  await until(() => server.clients.size === 1);
});

test('only the first connection of a session emits an event, and the loss of a connection emits none', async () => {
  const { server, url } = await serve();
  const told: string[] = [];
  server.on('connection', (socket) => {
    told.push('connection');
    socket.on('close', () => told.push('close'));
    echo(socket);
  });
  const session = await connect(url);
  await until(() => session.endpoint.channels.size === 2);
  const heard: Received[] = [];
  session.onMessage((data) => heard.push(data));
  for (let i = 0; i < 10; i++) {
    session.send(`${i}`);
    if (i % 3 === 1) sockets.find(({ readyState }) => readyState === WebSocket.OPEN)!.terminate();
    await until(() => heard.length === i + 1);
  }
  expect(heard).toEqual(Array.from({ length: 10 }, (_, i) => `${i}`));
  await until(() => session.endpoint.channels.size === 2);
  expect(sockets.length).toBeGreaterThan(4);
  expect(told).toEqual(['connection']);
});

test('either endpoint can close the session with a code of WebSocket', async () => {
  const first = await both();
  expect(first.socket.readyState).toBe(first.socket.OPEN);
  first.socket.close(1011, 'a fault');
  expect(first.socket.readyState).toBe(first.socket.CLOSING);
  const [ofServer] = await Promise.all([once(first.socket, 'close'), first.client.closed]);
  expect(ofServer).toEqual([1011, Buffer.from('a fault')]);
  expect(await first.client.closed).toEqual({ code: 1011, reason: 'a fault' });
  expect(first.socket.readyState).toBe(first.socket.CLOSED);

  const second = await both();
  const [ofClient] = await Promise.all([
    once(second.socket, 'close'),
    second.client.close({ code: 3001, reason: 'bye' }),
  ]);
  expect(ofClient).toEqual([3001, Buffer.from('bye')]);

  const third = await both();
  third.socket.close();
  expect(await once(third.socket, 'close')).toEqual([1005, Buffer.alloc(0)]);
});

test('terminate ends both endpoints as if the connection had been lost', async () => {
  const { client, socket } = await both();
  socket.terminate();
  expect(await once(socket, 'close')).toEqual([1006, Buffer.alloc(0)]);
  expect(await client.closed).toMatchObject({ code: 4504 });
});

test('the socket of a client that does not come back is closed with 1006', async () => {
  const { server, socket } = await both({ resumeTimeout: 20 });
  const closed = once(socket, 'close');
  server.close();
  for (const connection of sockets) connection.terminate();
  expect(await closed).toEqual([1006, Buffer.alloc(0)]);
});

test('messages of the server are sent with the options of classify', async () => {
  const { server, url } = await serve({
    classify: (data) => {
      if (data === 'urgent') return { priority: 1 };
      return typeof data === 'string' && data.startsWith('state') ? { key: 'state' } : undefined;
    },
  });
  server.on('connection', (socket) => {
    for (const text of ['first', 'state 1', 'second', 'state 2', 'urgent']) socket.send(text);
  });
  expect(await take(await connect(url), 4)).toEqual(['urgent', 'first', 'state 2', 'second']);
});

test('send accepts the data that ws accepts, and calls back', async () => {
  const { client, socket } = await both();
  const told: (string | undefined)[] = [];
  const tell = (error?: Error): void => void told.push(error?.message);
  socket.send(Buffer.from('as a text'), { binary: false }, tell);
  socket.send('as bytes', { binary: true });
  socket.send(Uint8Array.of(1, 2, 3).subarray(1), tell);
  socket.send(42, tell);
  expect(await take(client, 4)).toEqual([
    'as a text',
    new TextEncoder().encode('as bytes'),
    Uint8Array.of(2, 3),
    '42',
  ]);
  expect(told).toEqual([undefined, undefined, undefined]);
  socket.close();
  socket.send('late', tell);
  await once(socket, 'close');
  expect(told[3]).toBe('WebSocket is not open: readyState 2 (CLOSING)');
});

test('the callback of send is called when fewer bytes than highWaterMark wait', async () => {
  const { server, url } = await serve({ highWaterMark: 1000 });
  const told: string[] = [];
  server.on('connection', (socket) => {
    socket.send('x'.repeat(100), () => told.push('little'));
    socket.send(new Uint8Array(50_000_000), () => told.push('much'));
    expect(socket.bufferedAmount).toBe(50_000_100);
  });
  const client = await connect(url);
  await take(client, 1);
  expect(told).not.toContain('much');
  await take(client, 1);
  await until(() => told.length === 2);
});

test("the socket of a client that reads too little ends with an 'error', and send does not throw", async () => {
  const { client, socket } = await both({ maxQueued: 1_000_000 });
  const told: string[] = [];
  socket.on('error', ({ message }: Error) => told.push(`error: ${message}`));
  socket.on('close', (code: number) => told.push(`close: ${code}`));
  for (let i = 0; i < 3; i++)
    socket.send(new Uint8Array(900_000), (error) => told.push(`${i}: ${error?.message}`));
  expect((await client.closed).code).toBe(4504);
  const full =
    'send: up to 1000000 bytes may wait to be sent; 900000 bytes wait in 1 messages, got 900000 more';
  expect(told.toSorted()).toEqual([
    '0: send: the session has ended',
    `1: ${full}`,
    '2: WebSocket is not open: readyState 2 (CLOSING)',
    'close: 1006',
    `error: ${full}`,
  ]);
});

test.each([4096, 100_000])(
  'if a message exceeds a maxPayload of %s bytes, `send` of the client throws, or both endpoints close if maxPayload is below 64 KiB',
  async (maxPayload) => {
    const { client, socket } = await both({ maxPayload });
    const heard: number[] = [];
    const errors: string[] = [];
    socket.on('message', (data: Buffer) => heard.push(data.length));
    socket.on('error', ({ message }: Error) => errors.push(message));
    client.send(new Uint8Array(maxPayload));
    if (maxPayload < 2 ** 16) {
      const closed = new Promise((resolve) => socket.on('close', resolve));
      client.send(new Uint8Array(maxPayload + 1));
      expect([(await client.closed).code, await closed]).toEqual([1009, 1009]);
      expect(errors).toEqual([`a message must have up to ${maxPayload} bytes, got ${maxPayload + 1}`]);
    } else {
      expect(() => client.send(new Uint8Array(maxPayload + 1))).toThrow(
        'send: a message must have up to 100000',
      );
      await client.close();
    }
    expect(heard).toEqual([maxPayload]);
  },
);

test('bytes have the type of binaryType, and texts arrive as a Buffer', async () => {
  const { client, socket } = await both();
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(data));
  const bytes = Uint8Array.of(1, 2, 3);
  for (const binaryType of ['nodebuffer', 'arraybuffer', 'fragments'] as const) {
    socket.binaryType = binaryType;
    const before = heard.length;
    client.send('text');
    client.send(bytes);
    await until(() => heard.length === before + 2);
  }
  const text = Buffer.from('text');
  expect(heard).toEqual([text, Buffer.from(bytes), text, bytes.buffer, text, [Buffer.from(bytes)]]);
});

test('a socket that is paused emits no message until it is resumed', async () => {
  const { client, socket } = await both();
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString()));
  socket.pause();
  expect(socket.isPaused).toBe(true);
  expect(await client.send('waits').delivered).toBe('delivered');
  expect(heard).toEqual([]);
  socket.resume();
  await until(() => heard.length > 0);
  expect(heard).toEqual(['waits']);
});

test('a ping is answered for as long as the session lives', async () => {
  const { socket } = await both();
  for (const connection of sockets) connection.terminate();
  socket.ping('are you there?');
  expect(await once(socket, 'pong')).toEqual([Buffer.from('are you there?')]);
  socket.terminate();
  await once(socket, 'close');
  const told = await new Promise<Error | undefined>((resolve) => socket.ping(resolve));
  expect(told?.message).toBe('WebSocket is not open: readyState 3 (CLOSED)');
});

test('clients are admitted as with ws', async () => {
  const served = await serve({
    path: '/here',
    onRefused: () => {},
    verifyClient: ({ req }: { readonly req: IncomingMessage }) => !req.url!.includes('no'),
    handleProtocols: (offered) => (offered.has('chat') ? 'chat' : false),
  });
  const { server, url } = served;
  const headers: string[] = [];
  server.on('headers', (lines) => {
    lines.push('X-Seen: yes');
    headers.push(lines.at(-2)!);
  });
  await expect(connect(`${url}/elsewhere`)).rejects.toMatchObject({ code: 1006 });
  await expect(connect(`${url}/here?no`)).rejects.toMatchObject({ code: 1006 });
  const offeredProtocols = ['other', 'chat'];
  const openHere = (): Socket => new WebSocket(`${url}/here`, [...offeredProtocols, paceline]);
  const session = await connectBy(openHere, {}, { offeredProtocols });
  atTestEnd(() => session.terminate());
  expect(session.protocol).toBe('chat');
  expect(headers[0]).toBe('Sec-WebSocket-Protocol: paceline.4');
});

test('close calls back when the last client, plain or not, has disconnected', async () => {
  const { client, server, url } = await both();
  const plain = new WebSocket(url);
  await once(plain, 'open');
  const told: string[] = [];
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      told.push('closed');
      resolve();
    });
  });
  plain.close();
  await until(() => server.clients.size === 1);
  expect(told).toEqual([]);
  await client.close();
  await closed;
});

test('the error of an invalid option names the option', () => {
  expect(() => new PacelineWebSocketServer({ noServer: true, chunkSize: 10 })).toThrow(
    'chunkSize must be a whole number from 256 to 65536, got 10',
  );
  for (const [preset, message] of [
    [{ maxConnections: 1 }, 'maxConnections must be a whole number from 2 to 64, got 1'],
    [{ chunkSize: 10 }, 'chunkSize must be a whole number from 256 to 65536, got 10'],
    [{ classify: 5 as never }, 'classify must be a function, got 5'],
  ] as const)
    expect(() => PacelineWebSocketServer.with(preset)).toThrow(`PacelineWebSocketServer.with: ${message}`);
});

test.each([null, 0, {}, () => {}])('the option WebSocket must be a class, not %o', (given) => {
  expect(() => new PacelineWebSocketServer({ noServer: true, WebSocket: given as never })).toThrow(
    'PacelineWebSocketServer: WebSocket must be a class with the interface of WebSocket, got ',
  );
});

test('a server with an option out of range does not listen', async () => {
  const http = createServer();
  expect(() => new PacelineWebSocketServer({ server: http, maxSessions: 0 })).toThrow('maxSessions must be');
  expect(http.listenerCount('upgrade')).toBe(0);
  const taken = createServer().listen(0);
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await new Promise((resolve) => taken.close(resolve));
  expect(() => new PacelineWebSocketServer({ port, resumeTimeout: -1 })).toThrow('resumeTimeout must be');
  const next = createServer().listen(port);
  await once(next, 'listening');
  next.close();
});

test('options of Paceline and of ws that are undefined count as absent', async () => {
  const ofWs = ['handleProtocols', 'maxPayload', 'path', 'perMessageDeflate', 'verifyClient', 'WebSocket'];
  const ours = ['authenticate', 'chunkSize', 'classify', 'loop', 'maxSessions', 'onError', 'onRefused'];
  const absent = Object.fromEntries([...ofWs, ...ours].map((name) => [name, undefined]));
  const { client, socket } = await both(absent);
  client.send('hello');
  expect(await once(socket, 'message')).toEqual([Buffer.from('hello'), false]);
  const Preset = PacelineWebSocketServer.with({ maxSessions: 7 });
  expect(() => new Preset({ noServer: true, ...absent, maxConnections: 1 })).toThrow(
    'maxConnections must be',
  );
});

test.each<[string, PacelineWebSocketOptions & ServerOptions]>([
  ['at once', { verifyClient: ({ req }: { readonly req: IncomingMessage }) => req.url !== '/here?no' }],
  ['later', { verifyClient: ({ req }, answer) => queueMicrotask(() => answer(req.url !== '/here?no')) }],
])('refusals of the path, and of verifyClient %s, go to onRefused', async (_, options) => {
  const { url } = await serve({ ...options, path: '/here', onRefused: (refusal) => refusals.push(refusal) });
  const codes: number[] = [];
  for (const protocol of ['chat', paceline]) {
    for (const path of ['/elsewhere', '/here?no', '/here']) {
      const socket = new WebSocket(`${url}${path}`, protocol);
      socket.on('error', () => {});
      socket.on('unexpected-response', (__, { statusCode }) => {
        codes.push(statusCode!);
        socket.terminate();
      });
      socket.on('open', () => {
        codes.push(101);
        socket.terminate();
      });
      const { length } = codes;
      await until(() => codes.length > length);
    }
  }
  expect(codes).toEqual([400, 401, 101, 400, 401, 101]);
  const told = [
    ['path', "the path must be /here, got '/elsewhere'"],
    ['verifyClient', 'verifyClient has refused the client'],
  ];
  expect(refusals.map(({ reason, message }) => [reason, message])).toEqual([...told, ...told]);
});
