import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createConnection } from 'node:net';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { describe, expect, test } from 'vitest';
import { type ServerOptions, WebSocket } from 'ws';
import { PacelineServer } from '../server/paceline-server.ts';
import { bytesOfFrame, opcode } from '../server/raw-socket.test.setup.ts';
import { atTestEnd, until } from '../server/server.test.setup.ts';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import type { Refusal } from './refusal.ts';
import type { SessionsOptions } from './sessions-options.ts';

// Plain WebSockets of servers with the option `authenticate`. Timers of the servers run on simulated time.

interface Served {
  readonly port: number;
  readonly url: string;
  readonly host: VirtualHost;
  readonly refused: Refusal[];
  readonly errors: unknown[];
  /** Texts that plain sockets have received; undefined: a socket has opened. */
  readonly received: (string | undefined)[];
  readonly close: () => Promise<unknown>;
}

type Options = SessionsOptions & Pick<ServerOptions, 'verifyClient' | 'WebSocket'>;
type Serve = (options: Options) => Promise<Served>;

function observed(): Omit<Served, 'port' | 'url' | 'close'> & {
  readonly common: SessionsOptions;
  readonly opened: (socket: WebSocket) => void;
} {
  const host = new VirtualHost();
  const refused: Refusal[] = [];
  const errors: unknown[] = [];
  const received: (string | undefined)[] = [];
  const common = {
    loop: new EventLoop({ host }),
    onRefused: (refusal: Refusal) => refused.push(refusal),
    onError: (error: unknown) => errors.push(error),
  };
  const opened = (socket: WebSocket): void => {
    received.push(undefined);
    socket.on('message', (data: Buffer) => received.push(data.toString()));
  };
  return { host, refused, errors, received, common, opened };
}

const servePaceline: Serve = async (options) => {
  const { common, opened, ...rest } = observed();
  const server = new PacelineServer({ port: 0, ...common, ...options, onSocket: opened });
  const port = await server.listening;
  const close = async (): Promise<void> => server.close({ timeout: 0 });
  atTestEnd(close);
  return { ...rest, port, url: `ws://localhost:${port}`, close };
};

const serveWebSockets: Serve = async (options) => {
  const { common, opened, ...rest } = observed();
  const server = new PacelineWebSocketServer({ port: 0, host: '127.0.0.1', ...common, ...options });
  server.on('connection', opened);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<unknown> => new Promise((resolve) => server.close(resolve));
  atTestEnd(() => server.close());
  atTestEnd(() => server.clients.forEach((client) => client.terminate()));
  return { ...rest, port, url: `ws://localhost:${port}`, close };
};

/** Outcome of a plain client: 'open', or the status of the answer. */
async function outcomeOf(url: string): Promise<string | number> {
  const socket = new WebSocket(url);
  socket.on('error', () => {}); // it is closed before it is open
  atTestEnd(() => socket.terminate());
  return new Promise((resolve) => {
    socket.on('open', () => resolve('open'));
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode!));
  });
}

/** Sends a handshake and, without waiting for the answer, a text. */
function early(port: number, text: string): Socket {
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.on('error', () => {}).resume();
  const head =
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';
  socket.write(Buffer.concat([Buffer.from(head), bytesOfFrame({ opcode: opcode.text, payload: text })]));
  atTestEnd(() => socket.destroy());
  return socket;
}

describe.each([
  ['PacelineServer', servePaceline],
  ['PacelineWebSocketServer', serveWebSockets],
])('%s', (_, serve) => {
  test('authenticate gets the request of a plain WebSocket and empty credentials, and admits it', async () => {
    const clients: [string | undefined, string][] = [];
    const { refused, received, url } = await serve({
      authenticate: ({ credentials, request }) => {
        clients.push([request.url, credentials]);
        return { id: 'ann' };
      },
    });
    expect(await outcomeOf(`${url}/?token=1`)).toBe('open');
    expect([clients, received, refused]).toEqual([[['/?token=1', '']], [undefined], []]);
  });

  test.each([false, null, undefined])(
    'a plain WebSocket is refused if authenticate returns %s',
    async (no) => {
      const { refused, received, url } = await serve({ authenticate: () => Promise.resolve(no) });
      expect(await outcomeOf(url)).toBe(401);
      expect(refused).toMatchObject([
        { reason: 'notAuthenticated', message: 'authenticate has refused the client', values: {} },
      ]);
      expect(received).toEqual([]);
    },
  );

  const failure = new Error('of the application');
  test.each<[string, SessionsOptions['authenticate']]>([
    [
      'throws',
      () => {
        throw failure;
      },
    ],
    ['rejects', () => Promise.reject(failure)],
  ])(
    'a plain WebSocket is refused if authenticate %s, and the error is reported',
    async (_how, authenticate) => {
      const { errors, refused, received, url } = await serve({ authenticate });
      expect(await outcomeOf(url)).toBe(503);
      expect([errors, refused.map(({ reason }) => reason), received]).toEqual([
        [failure],
        ['internalError'],
        [],
      ]);
    },
  );

  test('a plain WebSocket is refused after the timeout if authenticate does not answer', async () => {
    let calls = 0;
    const { host, refused, received, url } = await serve({
      authenticate: () => new Promise(() => calls++),
      timeout: 3000,
    });
    const outcome = outcomeOf(url);
    await until(() => calls === 1);
    host.advanceTo(2999);
    expect(refused).toEqual([]);
    host.advanceTo(3000);
    expect(await outcome).toBe(503);
    expect(refused).toMatchObject([
      {
        reason: 'timeout',
        message: 'no answer of authenticate came within 3000 ms',
        values: { timeout: 3000 },
      },
    ]);
    expect(received).toEqual([]);
  });

  test('messages that a plain WebSocket sends before authenticate answers arrive afterwards', async () => {
    const waiting: ((isAdmitted: boolean) => void)[] = [];
    const { port, received } = await serve({
      authenticate: () => new Promise((resolve) => waiting.push(resolve)),
    });
    const socket = early(port, 'first');
    await until(() => waiting.length === 1);
    socket.write(bytesOfFrame({ opcode: opcode.text, payload: 'second' }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toEqual([]);
    waiting[0]!(true);
    await until(() => received.length === 3);
    expect(received).toEqual([undefined, 'first', 'second']);
  });

  test('a server that closes refuses plain WebSockets whose authentication is pending', async () => {
    const waiting: ((isAdmitted: boolean) => void)[] = [];
    const { close, refused, received, url } = await serve({
      authenticate: () => new Promise((resolve) => waiting.push(resolve)),
    });
    const outcome = outcomeOf(url);
    await until(() => waiting.length === 1);
    const closed = close();
    expect(await outcome).toBe(503);
    waiting[0]!(false);
    await closed;
    await new Promise((resolve) => setImmediate(resolve));
    expect([refused.map(({ reason }) => reason), received]).toEqual([['closing'], []]);
  });

  test('a plain WebSocket whose connection is reset while authenticate is pending does not open', async () => {
    const waiting: ((isAdmitted: boolean) => void)[] = [];
    let connection: Socket | undefined;
    const { errors, port, refused, received } = await serve({
      authenticate: ({ request }) => {
        connection = request.socket;
        return new Promise((resolve) => waiting.push(resolve));
      },
    });
    const socket = early(port, '');
    await until(() => waiting.length === 1);
    socket.resetAndDestroy();
    await until(() => connection!.destroyed);
    waiting[0]!(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect([refused, received, errors]).toEqual([[], [], []]);
  });
});

test.each<[string, ServerOptions['verifyClient']]>([
  ['returns', ({ req }: { readonly req: IncomingMessage }) => req.url !== '/bad'],
  [
    'calls back with',
    ({ req }: { readonly req: IncomingMessage }, answer: (isAdmitted: boolean, code?: number) => void) =>
      answer(req.url !== '/bad', 401),
  ],
])(
  'verifyClient, which %s its answer, and authenticate must both admit a client',
  async (_, verifyClient) => {
    const urls: (string | undefined)[] = [];
    const { refused, url } = await serveWebSockets({
      verifyClient: verifyClient!,
      authenticate: ({ request }) => {
        urls.push(request.url);
        return request.url === '/good';
      },
    });
    const outcomes = [
      await outcomeOf(`${url}/bad`),
      await outcomeOf(`${url}/good`),
      await outcomeOf(`${url}/other`),
    ];
    expect(outcomes).toEqual([401, 'open', 401]);
    expect(urls).toEqual(['/good', '/other']);
    expect(refused.map(({ reason }) => reason)).toEqual(['verifyClient', 'notAuthenticated']);
  },
);

test('if the class of the option WebSocket throws, the error is reported and the client is cut', async () => {
  const failure = new Error('of the application');
  class Failing extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      throw failure;
    }
  }
  const { errors, port } = await serveWebSockets({
    authenticate: () => true,
    WebSocket: Failing as typeof WebSocket,
  });
  await once(early(port, ''), 'close');
  expect(errors).toEqual([failure]);
});

test('authenticate is called once if verifyClient answers twice', async () => {
  let calls = 0;
  const { errors, url } = await serveWebSockets({
    verifyClient: (_, answer) => {
      answer(true);
      answer(true);
    },
    authenticate: () => {
      calls++;
      return true;
    },
  });
  expect(await outcomeOf(url)).toBe('open');
  expect([calls, errors]).toEqual([1, []]);
});
