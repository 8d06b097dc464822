import { expect, test } from 'vitest';
import { closeCode } from '../wire/close-code.ts';
import { readClientHello } from '../wire/hello.ts';
import { serverHello } from '../wire/hellos.test.setup.ts';
import { TestClient, FakeSocket } from './test-client.test.setup.ts';
import { ConnectError } from './connect-error.ts';
import type { ConnectOptions } from './paceline.ts';

/** Lets promises settle. */
async function settle(): Promise<void> {
  await new Promise(setImmediate);
}

/** The credentials that each connection has sent so far. */
function credentialsOf({ sockets }: TestClient): (string | undefined)[] {
  return sockets.map(({ sent: [hello] }) => {
    const read = hello === undefined ? 'nothing' : readClientHello(hello);
    return typeof read === 'string' ? undefined : read.credentials;
  });
}

test('credentials may be a promise, and are requested for each connection', async () => {
  const client = new TestClient();
  let count = 0;
  const connecting = client.connect({ standbys: 0, credentials: () => Promise.resolve(`token ${++count}`) });
  client.last.open();
  expect(credentialsOf(client)).toEqual([undefined]);
  await settle();
  client.last.serverHello();
  const session = await connecting;
  client.last.end(1006);
  client.pass(100);
  client.last.open();
  await settle();
  client.last.serverHello();
  expect(credentialsOf(client)).toEqual(['token 1', 'token 2']);
  expect(session.isConnected).toBe(true);
});

test('connect rejects with the error of credentials, and closes the connection', async () => {
  const client = new TestClient();
  const connecting = client.connect({ credentials: () => Promise.reject(new Error('not logged in')) });
  client.last.open();
  await expect(connecting).rejects.toThrow(new Error('not logged in'));
  expect(client.last.closedWith).toBe(1000);
  expect(client.errors).toEqual([]);
});

test('credentials that reject for a later connection are reported and requested again', async () => {
  const client = new TestClient();
  const answers = ['one', new Error('token server is down'), 'three'];
  const credentials = async (): Promise<string> => {
    const answer = answers.shift();
    if (typeof answer !== 'string') throw answer;
    return Promise.resolve(answer);
  };
  const connecting = client.connect({ standbys: 0, credentials });
  client.last.open();
  await settle();
  client.last.serverHello();
  const session = await connecting;
  client.last.end(1006);
  while (!session.isConnected) {
    client.pass(100);
    if (client.last.readyState === 0) client.last.open();
    await settle();
    if (client.last.sent.length === 1 && !session.isConnected) client.last.serverHello();
  }
  expect(client.errors).toEqual([new Error('token server is down')]);
  expect(credentialsOf(client)).toEqual(['one', undefined, 'three']);
});

const throwIt = (error: unknown): never => {
  throw error;
};
const rejectWithIt = async (error: unknown): Promise<never> => throwIt(error);

test.each([
  ['throw', throwIt],
  ['reject with', rejectWithIt],
])('connect rejects with a Proxy whose traps throw, if credentials %s it', async (_, fail) => {
  const client = new TestClient();
  const trap = (): never => {
    throw new Error('a trap');
  };
  const error = new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap });
  const connecting = client.connect({ credentials: () => fail(error) });
  client.last.open();
  const rejected = await connecting.then(
    () => undefined,
    (given: unknown) => [given],
  );
  expect(rejected?.[0] === error).toBe(true);
  expect(client.errors).toEqual([]);
});

test('instanceof ConnectError is true only for objects of this class', () => {
  expect(new ConnectError(1006, '')).toBeInstanceOf(ConnectError);
  for (const other of [new Error(''), {}, null, undefined, 'x'] as unknown[])
    expect(other instanceof ConnectError).toBe(false);
});

test('connect rejects after timeout, with a reason, if credentials never resolve', async () => {
  const client = new TestClient();
  const connecting = client.connect({ timeout: 1000, credentials: () => new Promise(() => {}) });
  client.last.open();
  client.pass(1000);
  const error = new ConnectError(4507, 'the promise of credentials did not settle within 1000 ms');
  await expect(connecting).rejects.toEqual(error);
});

test('connect rejects if the server selects a subprotocol of the application, because connect offers none', async () => {
  const client = new TestClient();
  const connecting = client.connect();
  client.last.open();
  client.last.emit('message', {
    data: serverHello('chat'),
  });
  const reason = "the server has selected the subprotocol 'chat', which was not offered";
  await expect(connecting).rejects.toEqual(new ConnectError(closeCode.badFrame, reason));
});

test('credentials that resolve after their connection has ended are not sent', async () => {
  const client = new TestClient();
  let tell: (credentials: string) => void = () => {};
  const connecting = client.connect({
    credentials: () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
  });
  client.last.open();
  client.last.end(1006);
  tell('too late');
  await expect(connecting).rejects.toMatchObject({ code: 1006 });
  expect(client.last.sent).toEqual([]);
});

test.each([
  [5, 'connect: credentials must be a string, or a function that returns one or a promise of one, got 5'],
  ['x'.repeat(5000), 'connect: credentials must be a string of up to 4096 bytes of UTF-8, got 5000'],
])(
  'connect rejects if credentials resolve to no string, or to one that is too long',
  async (given, message) => {
    const client = new TestClient();
    const connecting = client.connect({ credentials: () => Promise.resolve(given as string) });
    client.last.open();
    await expect(connecting).rejects.toThrow(message);
  },
);

const moments: [string, (client: TestClient) => void, number][] = [
  ['before the connection is open', () => {}, 1000],
  ['before the server has answered', (client) => client.last.open(), 4510],
];

test.each(moments)(
  'if its signal is aborted %s, connect rejects with the reason of the signal',
  async (_, prepare, closedWith) => {
    const client = new TestClient();
    const controller = new AbortController();
    const connecting = client.connect({ signal: controller.signal });
    prepare(client);
    controller.abort(new Error('the user has left'));
    await expect(connecting).rejects.toThrow(new Error('the user has left'));
    expect(client.last.closedWith).toBe(closedWith);
    client.last.serverHello(); // too late
    client.last.end(1006);
    client.pass(100_000);
    expect([client.sockets.length, client.errors]).toEqual([1, []]);
  },
);

test('a connection is closed if the signal is aborted while its socket is made', async () => {
  const client = new TestClient();
  const { sockets } = client;
  const controller = new AbortController();
  class Aborting extends FakeSocket {
    constructor() {
      super();
      sockets.push(this);
      controller.abort(new Error('the user has left'));
    }
  }
  const connecting = client.connect({ WebSocket: Aborting, signal: controller.signal });
  await expect(connecting).rejects.toThrow(new Error('the user has left'));
  expect(client.last.closedWith).toBe(1000);
  client.last.accept(); // too late
  expect(client.last.sent).toEqual([]);
});

test('connect makes no connection if its signal is already aborted', async () => {
  const client = new TestClient();
  await expect(client.connect({ signal: AbortSignal.abort('no') })).rejects.toBe('no');
  expect(client.sockets).toEqual([]);
});

test('connect rejects with an AbortError if its signal is aborted without a reason', async () => {
  const client = new TestClient();
  const controller = new AbortController();
  const connecting = client.connect({ signal: controller.signal });
  controller.abort();
  await expect(connecting).rejects.toMatchObject({ name: 'AbortError' });
});

test('a signal has no effect on a session that is open, nor on its later connections', async () => {
  const client = new TestClient();
  const controller = new AbortController();
  const session = await client.connected({ standbys: 0, signal: controller.signal });
  controller.abort();
  expect([session.isConnected, client.last.closedWith]).toEqual([true, undefined]);
  client.last.end(1006);
  client.pass(100);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

test('a signal that is aborted after connecting has failed changes nothing', async () => {
  const client = new TestClient();
  const controller = new AbortController();
  const connecting = client.connect({ signal: controller.signal });
  client.last.end(1006);
  controller.abort();
  await expect(connecting).rejects.toMatchObject({ name: 'ConnectError', code: 1006 });
});

test.each([
  [new AbortController(), 'an object (AbortController)'],
  [{ aborted: false }, 'an object (Object)'],
])('connect rejects a signal of a wrong type with an error that shows it: %o', async (signal, got) => {
  await expect(new TestClient().connect({ signal } as unknown as ConnectOptions)).rejects.toThrow(
    new TypeError(`connect: signal must be an AbortSignal, got ${got}`),
  );
});

test('the close reason of a server is escaped in the message of a ConnectError', async () => {
  const client = new TestClient();
  const connecting = client.connect();
  client.last.open();
  client.last.end(4506, 'too\u009b2J\u2028many');
  await expect(connecting).rejects.toMatchObject({
    message: 'connect: too\\u{9b}2J\\u{2028}many (4506)',
    reason: 'too\u009b2J\u2028many',
  });
});
