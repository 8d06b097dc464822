import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { EventLoop } from '@doha/loop';
import { none } from '../control/none.ts';
import type { Session } from '../session/session.ts';
import { protocol } from '../wire/layout.ts';
import {
  type PacelineWebSocketOptions,
  PacelineWebSocketServer,
} from '../ws-server/paceline-web-socket-server.ts';
import type { SessionSocket } from '../ws-server/session-socket.ts';
import { PacelineServer } from './paceline-server.ts';
import { framesUntilEnd, handshake } from './raw-socket.test.setup.ts';
import type { PacelineServerOptions } from './server-options.ts';
import { connect, atTestEnd, serve, until } from './server.test.setup.ts';

/** Fails in one of the two ways in which callbacks can. */
type Fail = (what: string) => never;
const failures: [string, Fail][] = [
  [
    'throws',
    (what) => {
      throw new Error(what);
    },
  ],
  ['rejects', (what) => Promise.reject(new Error(what)) as never],
];

interface ErrorLog {
  readonly errors: string[];
  readonly onError: (error: unknown) => void;
}

function errorLog(): ErrorLog {
  const errors: string[] = [];
  return { errors, onError: (error) => errors.push((error as Error).message) };
}

async function exchange(session: Session): Promise<void> {
  session.send('still here');
  expect((await session[Symbol.asyncIterator]().next()).value).toBe('still here');
}

const hooks: [string, (fail: Fail) => Omit<PacelineServerOptions, 'port' | 'server'>, string?][] = [
  ['authenticate', (fail) => ({ authenticate: () => fail('authenticate') }), 'internalError (1011)'],
  [
    'onSession',
    (fail) => ({
      onSession(session) {
        session.onMessage((data) => session.send(data));
        return fail('onSession');
      },
    }),
  ],
  [
    'onMessage',
    (fail) => ({
      onSession(session) {
        session.onMessage(() => fail('onMessage'));
        session.onMessage((data) => session.send(data));
      },
    }),
  ],
  [
    'onStream',
    (fail) => ({
      onSession(session) {
        session.onStream(() => fail('onStream'));
        session.onMessage((data) => session.send(data));
      },
    }),
  ],
  [
    'onMessage of a stream',
    (fail) => ({
      onSession(session) {
        session.onStream((stream) => stream.onMessage(() => fail('onMessage of a stream')));
        session.onMessage((data) => session.send(data));
      },
    }),
  ],
];

for (const [way, fail] of failures)
  test.each(hooks)(
    `if %s of a server ${way}, the error goes to onError, and the server goes on`,
    async (name, ...rest) => {
      const [options, refusal] = rest;
      const { errors, onError } = errorLog();
      const { url } = await serve({ ...options(fail), onError });
      if (refusal !== undefined) await expect(connect(url)).rejects.toThrow(refusal);
      else {
        const session = await connect(url);
        session.stream().send('by a stream');
        await exchange(session);
      }
      await until(() => errors.length > 0);
      expect(errors).toEqual([name]);
    },
  );

test.each(failures)('if a listener of a plain socket %s, the error goes to onError', async (_, fail) => {
  const { errors, onError } = errorLog();
  const { url } = await serve({
    onError,
    onSocket(socket) {
      socket.on('message', () => fail('message'));
      socket.once('message', () => fail('once'));
      socket.on('message', (data: Buffer) => {
        socket.send(data.toString(), () => fail('send'));
        socket.send('', { binary: false }, () => fail('send'));
        socket.ping('', false, () => fail('ping'));
        socket.pong('', false, () => fail('pong'));
      });
      return fail('onSocket');
    },
  });
  const plain = new WebSocket(url);
  await once(plain, 'open');
  plain.send('hello');
  expect(await once(plain, 'message')).toEqual([Buffer.from('hello'), false]);
  await until(() => errors.length === 7);
  expect(errors.toSorted()).toEqual(['message', 'onSocket', 'once', 'ping', 'pong', 'send', 'send']);
  plain.close();
});

test("an 'error' event of a plain socket goes to onError if it has no listener", async () => {
  const { errors, onError } = errorLog();
  const { url } = await serve({ onError, onSocket: () => {} });
  const plain = new WebSocket(url);
  await once(plain, 'open');
  const { _socket: stream } = plain as unknown as { readonly _socket: NodeJS.WritableStream };
  stream.write(Uint8Array.of(0xff, 0x00)); // reserved bits
  await once(plain, 'close');
  expect(errors).toEqual(['Invalid WebSocket frame: RSV2 and RSV3 must be clear']);
});

test.each(['paceline.9', protocol])(
  'an invalid frame of a client that offers %s does not stop the server',
  async (offered) => {
    const { errors, onError } = errorLog();
    const { server, url } = await serve({ onError });
    const socket = await handshake(await server.listening, offered);
    socket.write(Uint8Array.of(0xff, 0x00)); // reserved bits
    await framesUntilEnd(socket);
    expect((await connect(url)).isConnected).toBe(true);
    expect(errors).toEqual([]);
  },
);

test('without onError, or if it fails, errors go to the console', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  const fail = (what: string) => () => {
    throw new Error(what);
  };
  const { url } = await serve({ onSession: fail('onSession') });
  await connect(url);
  const { url: other } = await serve({ onSession: fail('onSession'), onError: fail('onError') });
  await connect(other);
  expect(told.mock.calls.map(([error]) => (error as Error).message)).toEqual([
    'onSession',
    'onSession',
    'onError',
  ]);
});

/** The parts of a controller that fail, and the messages of their errors. */
const faults = [
  ['the option controller', 'newController'],
  ['the method budget of a controller', 'budget'],
  ['the method acknowledged of a controller', 'acknowledged'],
];

test.each(faults)(
  'if %s throws, only its own session ends, also on a loop without onError',
  async (_, fault) => {
    const { errors, onError } = errorLog();
    let made = 0;
    const { server, url } = await serve({
      onError,
      loop: new EventLoop(),
      controller() {
        if (++made !== 2) return none(); // the first one is created to read its ackRate
        const fail = (): never => {
          throw new Error(fault);
        };
        if (fault === 'newController') fail();
        return { ...none(), [fault]: fail };
      },
      onSession: (session) => session.onMessage((data) => session.send(data)),
    });
    const session = await connect(url, { standbys: 0 });
    session.send('what is sent back is acknowledged');
    expect([1011, 4504]).toContain((await session.closed).code);
    await exchange(await connect(url, { standbys: 0 }));
    expect([new Set(errors), server.sessions.length]).toEqual([new Set([fault]), 1]);
  },
);

test.each(failures)('if onRefused %s, the error goes to onError', async (_, fail) => {
  const { errors, onError } = errorLog();
  const { url } = await serve({
    onError,
    authenticate: () => false,
    onRefused: ({ reason }) => fail(reason),
  });
  await expect(connect(url)).rejects.toThrow('notAuthenticated');
  await expect(connect(`${url}/?`, { WebSocket: OfPage })).rejects.toThrow('403');
  await until(() => errors.length === 2);
  expect(errors).toEqual(['notAuthenticated', 'origin']);
});

/** The WebSocket of a page of another origin. */
class OfPage extends WebSocket {
  constructor(url: string, protocols: string) {
    super(url, protocols, { origin: 'https://other.example' });
  }
}

test('if the port is in use, listening rejects, and the error goes to onError', async () => {
  const { errors, onError } = errorLog();
  const { server } = await serve();
  const port = await server.listening;
  const taken = new PacelineServer({ port, onError });
  await until(() => errors.length === 1);
  expect(errors[0]).toContain('EADDRINUSE');
  await expect(taken.listening).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

/** A PacelineWebSocketServer on a port of its own. */
async function serveSockets(
  options: ConstructorParameters<typeof PacelineWebSocketServer>[0] & PacelineWebSocketOptions,
): Promise<{ readonly server: PacelineWebSocketServer; readonly url: string }> {
  const server = new PacelineWebSocketServer({ port: 0, onRefused: () => {}, ...options });
  await once(server, 'listening');
  atTestEnd(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  return { server, url: `ws://localhost:${(server.address() as { readonly port: number }).port}` };
}

test.each(failures)(
  'if a callback of PacelineWebSocketServer or of its sockets %s, the error goes to onError',
  async (way, fail) => {
    const { errors, onError } = errorLog();
    const { server, url } = await serveSockets({ onError, classify: () => fail('classify') });
    server.on('headers', () => fail('headers'));
    server.on('connection', () => fail('connection'));
    server.on('connection', (socket) => {
      for (const type of ['message', 'close', 'pong', 'error']) socket.on(type, () => fail(type));
      socket.on('message', (data: Buffer) => {
        socket.ping('', false, () => fail('ping'));
        socket.send(data.toString(), { fin: false }, () => fail('part'));
        socket.send('', () => fail('send'));
      });
    });
    const session = await connect(url, { standbys: 0 });
    await exchange(session);
    const plain = new WebSocket(url);
    await once(plain, 'open');
    await session.close();
    plain.close();
    const ofBoth = ['headers', 'connection', 'close'].flatMap((name) => [name, name]);
    const ofSession = ['message', 'part', 'ping', 'pong', 'send', 'classify'];
    const aPromise = 'classify must be a function that returns an object, got an object (Promise)';
    const expected = [...ofBoth, ...ofSession, ...(way === 'rejects' ? [aPromise] : [])].toSorted();
    await until(() => errors.length >= expected.length);
    expect(errors.toSorted()).toEqual(expected);
  },
);

test.each(failures)('if an event listener of a socket %s, the error goes to onError', async (_, fail) => {
  const { errors, onError } = errorLog();
  const { server, url } = await serveSockets({ onError });
  server.on('connection', (socket) => {
    const removed = (): never => fail('removed');
    socket.addEventListener('message', () => fail('function'));
    socket.addEventListener('message', { handleEvent: () => fail('object') });
    socket.addEventListener('message', removed);
    socket.removeEventListener('message', removed);
    socket.onmessage = () => fail('replaced');
    const onmessage = (): never => fail('onmessage');
    socket.onmessage = onmessage;
    expect(socket.onmessage).toBe(onmessage);
    expect(socket.onclose).toBe(null);
  });
  const session = await connect(url, { standbys: 0 });
  session.send('hello');
  const plain = new WebSocket(url);
  await once(plain, 'open');
  plain.send('hello');
  await until(() => errors.length >= 6);
  const expected = ['function', 'object', 'onmessage'].flatMap((name) => [name, name]);
  expect(errors.toSorted()).toEqual(expected);
});

test.each(failures)('a client is refused if verifyClient %s', async (_, fail) => {
  const { errors, onError } = errorLog();
  const { url } = await serveSockets({
    onError,
    verifyClient: ({ req }: { readonly req: IncomingMessage }) => req.url === '/in' || fail('verifyClient'),
  });
  const { url: later } = await serveSockets({ onError, verifyClient: (_client, _answer) => fail('later') });
  await expect(connect(url)).rejects.toThrow('Unexpected server response: 401');
  expect((await connect(`${url}/in`)).isConnected).toBe(true);
  await expect(connect(later)).rejects.toThrow('Unexpected server response: 500');
  expect(errors).toEqual(['verifyClient', 'later']);
});

test('a verifyClient that returns a promise decides by its value', async () => {
  const { url } = await serveSockets({
    verifyClient: ({ req }: { readonly req: IncomingMessage }) => Promise.resolve(req.url === '/in') as never,
  });
  expect((await connect(`${url}/in`)).isConnected).toBe(true);
  await expect(connect(url)).rejects.toThrow('Unexpected server response: 401');
  await expect(once(new WebSocket(url), 'open')).rejects.toThrow('Unexpected server response: 401');
});

test('the first answer of verifyClient counts, and later errors are reported', async () => {
  const { errors, onError } = errorLog();
  const { url } = await serveSockets({
    onError,
    verifyClient(_client, answer) {
      answer(true);
      answer(false);
      return Promise.reject(new Error('afterwards')) as never;
    },
  });
  await exchangePlain(url);
  await until(() => errors.length > 0);
  expect(errors).toEqual(['afterwards']);
});

/** Gets an answer from the server by a plain WebSocket. */
async function exchangePlain(url: string): Promise<void> {
  const plain = new WebSocket(url);
  await once(plain, 'open');
  plain.ping('there?');
  expect(String(await once(plain, 'pong'))).toBe('there?');
  plain.close();
}

test.each(failures)('a handleProtocols that %s selects no subprotocol', async (way, fail) => {
  const { errors, onError } = errorLog();
  const { url } = await serveSockets({ onError, handleProtocols: () => fail('handleProtocols') });
  const [error] = (await once(new WebSocket(url, ['chat']), 'error')) as [Error];
  expect(error.message).toBe('Server sent no subprotocol');
  const aPromise =
    'handleProtocols must be a function that returns a string or false, got an object (Promise)';
  expect(errors).toEqual([...(way === 'rejects' ? [aPromise] : []), 'handleProtocols']);
});

test.each(failures)(
  'if a callback of listening or closing %s, the error goes to onError',
  async (_, fail) => {
    const { errors, onError } = errorLog();
    const server = new PacelineWebSocketServer({ port: 0, onError }, () => fail('listening'));
    await once(server, 'listening');
    server.close(() => fail('close'));
    await once(server, 'close');
    server.close(() => fail('closed before'));
    await until(() => errors.length === 3);
    expect(errors).toEqual(['listening', 'close', 'closed before']);
  },
);

test.each(faults)('if %s rejects, its session ends, and the error goes to onError', async (_, fault) => {
  const { errors, onError } = errorLog();
  let made = 0;
  const { url } = await serve({
    onError,
    controller() {
      if (++made === 1) return none(); // the first one is created to read its ackRate
      const fail = (): never => Promise.reject(new Error(fault)) as never;
      if (fault === 'newController') return fail();
      return { ...none(), [fault]: fail };
    },
    onSession: (session) => session.onMessage((data) => session.send(data)),
  });
  const session = await connect(url, { standbys: 0 });
  session.send('what is sent back is acknowledged');
  expect([1011, 4504]).toContain((await session.closed).code);
  await until(() => errors.includes(fault));
});

test("an 'error' event of a session’s socket goes to onError if it has no listener", async () => {
  const { errors, onError } = errorLog();
  const { server, url } = await serveSockets({ onError, maxPayload: 10 });
  const [[socket], session] = await Promise.all([
    once(server, 'connection') as Promise<[SessionSocket]>,
    connect(url),
  ]);
  session.send('longer than ten bytes');
  await until(() => socket.readyState === socket.CLOSED);
  expect(errors).toEqual(['a message must have up to 10 bytes, got 21']);
});
