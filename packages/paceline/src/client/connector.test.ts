import { expect, test } from 'vitest';
import type { Session } from '../session/session.ts';
import { isOpen } from '../transport/socket-link.ts';
import { minSettings, writeServerHello } from '../wire/hello.ts';
import { TestClient, FakeSocket } from './test-client.test.setup.ts';
import { ConnectError } from './connect-error.ts';
import { Paceline } from './paceline.ts';

test.each([4502, 4504, 4505, 4506, 1000])(
  'a standby that is refused with %s is tried again later, and the session goes on',
  async (code) => {
    const client = new TestClient();
    const connecting = client.connect();
    client.last.accept();
    const session = await connecting;
    expect(client.sockets).toHaveLength(2);
    client.last.end(code, 'refused');
    expect(client.sockets).toHaveLength(2);
    client.pass(100);
    expect(client.sockets).toHaveLength(3);
    client.last.accept();
    expect([session.isConnected, session.endpoint.channels.size]).toEqual([true, 2]);
  },
);

test.each([4505, 4506, 1001])(
  'a client without a connection that is refused with %s tries again until resumeTimeout is over',
  async (code) => {
    const client = new TestClient();
    const session = await client.connected({ standbys: 0, resumeTimeout: 1000 });
    client.last.end(1006);
    client.refuse(code, 900);
    expect(session.endpoint.isClosed).toBe(false);
    expect(client.sockets.length).toBeGreaterThan(3);
    client.refuse(code, 200);
    expect(await session.closed).toEqual({ code, reason: 'refused' });
  },
);

test.each([4500, 4502, 4504])('a refusal with %s ends a session without a connection', async (code) => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  client.last.end(1006);
  client.last.end(code, 'refused');
  expect(await session.closed).toEqual({ code, reason: 'refused' });
  expect(client.sockets).toHaveLength(2);
});

test('an earlier refusal of a standby is not the reason of the end if later no connection can be made', async () => {
  const client = new TestClient();
  const session = await client.connected({ resumeTimeout: 1000 });
  client.sockets[1]!.end(1006);
  client.last.end(4506, 'tooMany');
  client.sockets[0]!.end(1006);
  client.refuse(1006, 1100);
  expect(await session.closed).toMatchObject({ code: 4507 });
});

test('a session whose server went away ends with goingAway if no other server admits it in time', async () => {
  const client = new TestClient();
  const session = await client.connected({ resumeTimeout: 1000 });
  for (const socket of client.sockets.slice()) socket.end(1001, 'the server goes away');
  client.refuse(4505, 1100);
  expect(await session.closed).toEqual({ code: 1001, reason: 'the server goes away' });
});

test('a session resumes after a proxy has closed all of its connections with the code 1000', async () => {
  const client = new TestClient();
  const session = await client.connected();
  for (const socket of client.sockets.slice()) socket.end(1000);
  expect(session.isConnected).toBe(false);
  client.last.end(1000);
  client.pass(100);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

test('a lost connection is replaced at once the first time, then after longer and longer pauses', async () => {
  const client = new TestClient();
  await client.connected();
  client.last.end(1006);
  expect(client.sockets).toHaveLength(3);
  const count = (time: number): number => {
    const before = client.sockets.length;
    for (let passed = 0; passed < time; passed += 10) {
      if (client.last.readyState === 0) client.last.accept();
      else if (client.last.readyState === isOpen) client.last.end(1006); // lives for 10 ms
      client.pass(10);
    }
    return client.sockets.length - before;
  };
  expect(count(3000)).toBeLessThan(8);
  expect(count(60_000)).toBeLessThan(30);
});

test('connections that are cut every four seconds are replaced at once each time', async () => {
  const client = new TestClient();
  await client.connected();
  for (let i = 0; i < 10; i++) {
    client.pass(4000);
    const before = client.sockets.length;
    for (const socket of client.sockets.slice()) if (socket.readyState === isOpen) socket.end(1006);
    expect(client.sockets).toHaveLength(before + 1);
    client.last.accept();
    client.pass(100);
    client.last.accept();
  }
});

/**
 * Ends each connection 300 ms after it was made, eight times, so that the pause between attempts
 * becomes long.
 */
function flap(client: TestClient, { endpoint }: Session): void {
  for (let i = 0; i < 8; i++) {
    client.pass(300);
    client.last.end(1006);
    while (client.last.readyState !== 0 && !endpoint.isClosed) client.pass(10);
    client.last.accept();
  }
}

test.each([2000, 500, 60])(
  'attempts to connect go on throughout a resumeTimeout of %s ms, although many connections were lost before',
  async (resumeTimeout) => {
    const client = new TestClient();
    const session = await client.connected({ standbys: 0, resumeTimeout });
    flap(client, session);
    expect(session.isConnected).toBe(true);
    client.last.end(1006);
    const times: number[] = [0];
    const lostAt = client.host.now();
    while (!session.endpoint.isClosed) {
      client.pass(1);
      if (client.last.readyState !== 0) continue;
      times.push(client.host.now() - lostAt);
      client.last.end(1006);
    }
    const pauses = times.slice(1).map((time, i) => time - times[i]!);
    expect(pauses.length).toBeGreaterThanOrEqual(6);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(resumeTimeout / 6 + 2);
    expect(times.at(-1)! / resumeTimeout).toBeCloseTo(1);
    expect(await session.closed).toMatchObject({ code: 4507 });
  },
);

test('a lost last connection is replaced within resumeTimeout, although the next attempt for a standby was due later', async () => {
  const client = new TestClient();
  const session = await client.connected({ resumeTimeout: 600 });
  client.last.end(1006);
  client.refuse(1006, 2000);
  while (client.last.readyState !== 0) client.pass(10);
  client.last.end(1006);
  const before = client.sockets.length;
  client.sockets[0]!.end(1006);
  client.pass(100);
  expect(client.sockets).toHaveLength(before + 1);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

test('connections that are lost at the same time lengthen the pause only once', async () => {
  const client = new TestClient();
  await client.connected();
  for (const socket of client.sockets.slice()) socket.end(1006);
  expect(client.sockets).toHaveLength(3);
  client.last.accept();
  client.pass(100);
  expect(client.sockets).toHaveLength(4);
});

test('a lost last connection is replaced at once, although an attempt for a standby hangs', async () => {
  const client = new TestClient();
  const connecting = client.connect();
  client.last.accept();
  const session = await connecting;
  const [first, hanging] = client.sockets as [FakeSocket, FakeSocket];
  hanging.open();
  client.pass(1000);
  first.end(1006);
  expect(client.sockets).toHaveLength(3);
  expect(hanging.closedWith).toBe(4508); // with 4510 the server would end the session
  client.last.accept();
  hanging.serverHello(); // too late
  expect([session.isConnected, session.endpoint.channels.size]).toEqual([true, 1]);
});

test('an attempt that began when the last connection was lost is not abandoned', async () => {
  const client = new TestClient();
  const connecting = client.connect();
  client.last.accept();
  const session = await connecting;
  client.sockets[0]!.end(1006);
  const attempt = client.last;
  client.pass(1000);
  expect([client.last === attempt, attempt.closedWith]).toEqual([true, undefined]);
  attempt.accept();
  expect(session.isConnected).toBe(true);
});

test('a stable connection is replaced at once, although attempts had failed before it', async () => {
  const client = new TestClient();
  const session = await client.connected();
  client.last.end(1006);
  client.refuse(1006, 1000);
  while (session.endpoint.channels.size < 2) {
    if (client.last.readyState === 0) client.last.accept();
    client.pass(10);
  }
  client.pass(20_000);
  client.last.ping();
  const before = client.sockets.length;
  client.last.end(1006);
  expect(client.sockets).toHaveLength(before + 1);
});

test('a stable connection is replaced at once, even if nothing has arrived by it', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  client.last.end(1006);
  client.refuse(1006, 10_000);
  while (!session.isConnected) {
    if (client.last.readyState === 0) client.last.accept();
    client.pass(10);
  }
  client.pass(12_000);
  const before = client.sockets.length;
  client.last.end(1006);
  expect(client.sockets).toHaveLength(before + 1);
});

test('a client has no more standbys than the server allows', async () => {
  const client = new TestClient();
  const connecting = client.connect({ standbys: 3 });
  client.last.accept(1);
  const session = await connecting;
  client.last.accept(1);
  client.pass(10_000);
  expect([client.sockets.length, session.endpoint.channels.size]).toEqual([2, 2]);
});

test("an 'error' ends an attempt, though no 'close' comes after it", async () => {
  const client = new TestClient();
  const first = client.connect();
  client.last.emit('error', { message: 'nobody is there' });
  await expect(first).rejects.toThrow('connect: the connection could not be made: nobody is there');
  await expect(first).rejects.toMatchObject({ code: 1006 });

  const session = await client.connected({ standbys: 0 });
  client.last.end(1006);
  client.last.emit('error');
  client.pass(100);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

test('an attempt to resume that times out does not end the session', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0, timeout: 500 });
  client.last.end(1006);
  const late = client.last;
  late.open();
  client.pass(500);
  expect([late.closedWith, late.sent.length]).toEqual([4508, 1]);
  late.serverHello();
  expect(session.isConnected).toBe(false);
  client.pass(100);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

test('errors of WebSocket and credentials at later connections are reported, and the client tries again', async () => {
  const client = new TestClient();
  let faults = 0;
  const fail = (what: string): never => {
    faults--;
    throw new Error(what);
  };
  const { sockets } = client;
  class Failing extends FakeSocket {
    constructor() {
      if (faults === 2) fail('WebSocket');
      super();
      sockets.push(this);
    }
  }
  const credentials = (): string => (faults === 1 ? fail('credentials') : 'secret');
  const session = await client.connected({ standbys: 0, WebSocket: Failing, credentials });
  faults = 2;
  client.last.end(1006);
  while (!session.isConnected) {
    client.pass(10);
    if (client.last.readyState === 0) client.last.accept();
  }
  expect(client.errors).toEqual([new Error('WebSocket'), new Error('credentials')]);
});

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

test('connect says that the server does not speak Paceline if it answers with anything else', async () => {
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
const harmless = /^connect: [ -~…]{1,400}$/; // one short line without control characters

test.each<[string, (socket: FakeSocket) => void]>([
  [
    'the subprotocol that a server has selected',
    (socket) =>
      socket.emit('message', {
        data: writeServerHello({ sessionName: new Uint8Array(32), settings: minSettings, protocol: hostile }),
      }),
  ],
  ['the close reason of a server', (socket) => socket.end(4000, hostile)],
  ['the message of an error, as of a certificate', (socket) => socket.emit('error', { message: hostile })],
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
