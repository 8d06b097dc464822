import { expect, test } from 'vitest';
import { serverHello } from '../wire/hellos.test.setup.ts';
import { TestClient, FakeSocket } from './test-client.test.setup.ts';
import { ConnectError } from './connect-error.ts';
import { Paceline } from './paceline.ts';

test('connect rejects with the error that WebSocket throws for the first connection', async () => {
  const client = new TestClient();
  class Refusing extends FakeSocket {
    constructor() {
      super();
      throw new SyntaxError('no such address');
    }
  }
  await expect(client.connect({ WebSocket: Refusing })).rejects.toThrow(new SyntaxError('no such address'));
  expect(client.errors).toEqual([]);
});

test('connect says that the server does not speak Paceline if the answer is not a server hello', async () => {
  const client = new TestClient();
  for (const answer of [
    (): void => client.last.emit('message', { data: 'hello' }),
    (): void => client.last.emit('message', { data: client.last.sent[0] }),
    ...[
      'Server sent no subprotocol', // ws
      'Server sent an invalid subprotocol',
      'Server did not respond with sent protocols.', // Node 22
      'Protocol was not set in the opening handshake.',
    ].map((message) => (): void => client.last.emit('error', { message })),
  ]) {
    const connecting = client.connect();
    client.last.open();
    answer();
    const why = 'the server does not speak Paceline (is it a PacelineServer?)';
    await expect(connecting).rejects.toEqual(new ConnectError(4500, why));
  }
});

const hostile = `\u001B[2J\n\u202E${'x'.repeat(100_000)}`;
/** Matches one short line without control characters. */
const harmless = /^connect: [ -~…]{1,400}$/;

test.each<[string, (socket: FakeSocket) => void]>([
  [
    'the subprotocol that a server has selected',
    (socket) =>
      socket.emit('message', {
        data: serverHello(hostile),
      }),
  ],
  ['the close reason of a server', (socket) => socket.end(4000, hostile)],
  [
    'the message of an error, for example about a certificate',
    (socket) => socket.emit('error', { message: hostile }),
  ],
])('%s is escaped and shortened in the error of connect', async (_, answer) => {
  const client = new TestClient();
  const connecting = client.connect();
  client.last.open();
  answer(client.last);
  await expect(connecting).rejects.toThrow(harmless);
  await expect(connecting).rejects.toThrow('\\u{1b}[2J\\u{a}\\u{202e}xxx');
});

test.each<[string, Record<string, unknown>]>([
  ["connect: WebSocket must be a class with the interface of WebSocket, got 'ws'", { WebSocket: 'ws' }],
  [
    'connect: WebSocket must be a class with the interface of WebSocket, got an object (Object)',
    { WebSocket: {} },
  ],
  [
    'connect: WebSocket must be a class with the interface of WebSocket, got the function make',
    { WebSocket: (() => ({ make: () => {} }).make)() },
  ],
  [
    'connect: WebSocket must be a class with the interface of WebSocket, got the function Set',
    { WebSocket: Set },
  ],
  [
    'connect: controller must be a function that returns an object with the method budget, got null',
    { controller: () => null },
  ],
  [
    'connect: controller must be a function that returns an object with the method budget, got an object (Object)',
    { controller: () => ({ name: 'without budget' }) },
  ],
  [
    'connect: credentials must be a string, or a function that returns one or a promise of one, got 5',
    { credentials: 5 },
  ],
  ['connect: loop must be an EventLoop, got null', { loop: null }],
])('%s', async (message, options) => {
  await expect(new TestClient().connect(options)).rejects.toThrow(new TypeError(message));
});

test('connect rejects if credentials return no string, or one that is too long', async () => {
  const client = new TestClient();
  for (const [given, message] of [
    [
      undefined,
      'connect: credentials must be a string, or a function that returns one or a promise of one, got undefined',
    ],
    ['x'.repeat(5000), 'connect: credentials must be a string of up to 4096 bytes of UTF-8, got 5000'],
  ] as const) {
    const connecting = client.connect({ credentials: () => given as string });
    client.last.open();
    await expect(connecting).rejects.toThrow(message);
  }
});

test.each([
  [5, 'a string or a URL, got 5'],
  [undefined, 'a string or a URL, got undefined'],
  ['', "an address such as 'wss://game.example/play', without a fragment, got ''"],
  ['/play', "an address such as 'wss://game.example/play', without a fragment, got '/play'"],
  ['ftp://a', "an address such as 'wss://game.example/play', without a fragment, got 'ftp://a'"],
  ['ws://a/#b', "an address such as 'wss://game.example/play', without a fragment, got 'ws://a/#b'"],
])('connect rejects %s with an error that names it', async (url, message) => {
  const made: FakeSocket[] = [];
  class RecordedSocket extends FakeSocket {
    constructor() {
      super();
      made.push(this);
    }
  }
  await expect(Paceline.connect(url as string, { WebSocket: RecordedSocket })).rejects.toThrow(
    new TypeError(`connect: url must be ${message}`),
  );
  expect(made).toEqual([]);
});

test('a session ends if the server answers with the name of another session', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  client.last.end(1006);
  client.last.open();
  client.last.serverHello(4, new Uint8Array(32).fill(1));
  expect(await session.closed).toEqual({
    code: 4500,
    reason: 'the server has answered with another session',
  });
  expect(client.last.closedWith).toBe(4508);
});

test.each([
  [NaN, 'controller: budget must be a function that returns a number, got NaN'],
  [-5, 'controller: budget must be ≥ 1 when nothing is unacknowledged, got -5'],
  [0, 'controller: budget must be ≥ 1 when nothing is unacknowledged, got 0'],
])('a controller with the budget %d ends its session, and the error is reported', async (budget, message) => {
  const client = new TestClient();
  const controller = { name: 'broken', budget: () => budget };
  const session = await client.connected({ standbys: 0, controller: () => controller });
  session.send('hello');
  client.pass(10);
  expect(await session.closed).toEqual({ code: 1011, reason: '' });
  expect(client.errors.map((error) => (error as Error).message)).toContain(message);
});
