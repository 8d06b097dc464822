import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createListener } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type ConnectOptions, Paceline } from '../client/paceline.ts';
import type { SocketClass } from '../client/platform-socket.ts';
import { PacelineSocket } from '../web-socket/paceline-socket.ts';
import { protocol } from '../wire/layout.ts';
import { PacelineServer } from './paceline-server.ts';
import type { PacelineServerOptions } from './server-options.ts';

// Everything that waits for a connection, under every way in which connecting can fail.

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Listens on a port of its own, and returns its address. */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    sockets.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tcp = (connected: (socket: Socket) => void) => async () => listen(createListener(connected));
const http = (answer: RequestListener) => async () => {
  const server = createServer(answer);
  server.on('upgrade', (request, socket) => {
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    request.resume();
  });
  return listen(server);
};

/**
 * A server of `ws` that selects the subprotocol `chosen`, or none, and calls `then` with each
 * socket.
 */
const ws = (chosen: string | undefined, then: (socket: WebSocket) => void) => async () => {
  const server = createServer();
  const sockets = new WebSocketServer({
    server,
    handleProtocols: (offered) => (chosen !== undefined && offered.has(chosen) ? chosen : false),
  });
  sockets.on('connection', then);
  return listen(server);
};

const paceline =
  (options: Partial<PacelineServerOptions>, then: (server: PacelineServer) => unknown = () => {}) =>
  async () => {
    const server = new PacelineServer({ port: 0, onRefused: () => {}, onError: () => {}, ...options });
    opened.push(() => server.close({ timeout: 0 }));
    const url = `ws://127.0.0.1:${await server.listening}`;
    await then(server);
    return url;
  };

const never = new Promise<never>(() => {});
const fail = (): never => {
  throw new Error('of the application');
};

/** Addresses at which no session can be opened, and the errors of `connect`. */
const servers: Readonly<Record<string, readonly [serve: () => Promise<string>, error: string]>> = {
  'nobody listens': [
    async () => {
      const url = await listen(createListener());
      for (const close of opened.splice(0)) await close();
      return url;
    },
    'ECONNREFUSED',
  ],
  'the server never answers': [tcp(() => {}), 'the WebSocket did not open within 200 ms'],
  'the server resets the connection': [
    tcp((socket) => socket.resetAndDestroy()),
    'the connection could not be made',
  ],
  'the server resets the connection after the request': [
    tcp((socket) => socket.once('data', () => socket.resetAndDestroy())),
    'the connection could not be made',
  ],
  'the server answers with something else than HTTP': [
    tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
    'the connection could not be made',
  ],
  'the server answers with 404': [http((_, response) => response.writeHead(404).end()), '404'],
  'the server knows no subprotocols': [ws(undefined, () => {}), 'the server does not speak Paceline'],
  'the server never sends a hello': [
    ws(protocol, () => {}),
    'the server opened the WebSocket but sent no answer of Paceline within 200 ms',
  ],
  'the server resets the connection before its hello': [
    ws(protocol, (socket) => socket.terminate()),
    'the connection could not be made',
  ],
  'the server closes the connection before its hello': [
    ws(protocol, (socket) => socket.close(1013, 'try again')),
    'try again (1013)',
  ],
  'the hello of the server is a text': [
    ws(protocol, (socket) => socket.send('hello')),
    'does not speak Paceline',
  ],
  'the hello of the server is cut short': [
    ws(protocol, (socket) => socket.send(Uint8Array.of(2, 5, 0))),
    'invalid server hello',
  ],
  'authenticate refuses the client': [paceline({ authenticate: () => false }), 'notAuthenticated'],
  'authenticate throws': [paceline({ authenticate: fail }), 'internalError'],
  'authenticate rejects': [
    paceline({ authenticate: () => Promise.reject(new Error('of the application')) }),
    'internalError',
  ],
  'authenticate never settles': [
    paceline({ authenticate: () => never, timeout: 50 }),
    'no answer of authenticate',
  ],
  'the server is closing': [
    paceline({ authenticate: () => never }, (server) => void server.close({ timeout: 50 })),
    'the connection could not be made',
  ],
  'the server closes meanwhile': [
    async () => {
      const server: PacelineServer = new PacelineServer({
        port: 0,
        onRefused: () => {},
        authenticate: () => {
          void server.close({ timeout: 0 });
          return never;
        },
      });
      return `ws://127.0.0.1:${await server.listening}`;
    },
    'the server goes away (1001)',
  ],
};

const timeout = 200;
/** Time for `connect`. Where an answer comes, it is long enough for a busy machine. */
const timeoutFor = (error: string): number => (error.includes('within 200 ms') ? timeout : 20_000);

describe.each(Object.entries(servers))('where %s', (_, [serve, error]) => {
  test('connect rejects', async () => {
    await expect(Paceline.connect(await serve(), { WebSocket, timeout: timeoutFor(error) })).rejects.toThrow(
      error,
    );
  });

  test('connect rejects with the reason of a signal that was aborted before the call', async () => {
    const url = await serve();
    const reason = new Error('aborted');
    const given = { WebSocket, timeout: 2 ** 31, signal: AbortSignal.abort(reason) };
    await expect(Paceline.connect(url, given)).rejects.toBe(reason);
  });

  test('connect rejects at the latest when its signal is aborted', async () => {
    const given = { WebSocket, timeout: 2 ** 31, signal: AbortSignal.timeout(50) };
    await expect(Paceline.connect(await serve(), given)).rejects.toThrow(/^connect: |timeout/);
  });
});

class Failing extends WebSocket {
  constructor() {
    super(fail());
  }
}

/** Credentials and classes of WebSocket that fail, and the errors of `connect`. */
const faults: Readonly<Record<string, readonly [options: ConnectOptions, error: string]>> = {
  'credentials throw': [{ credentials: fail }, 'of the application'],
  'credentials reject': [
    { credentials: () => Promise.reject(new Error('of the application')) },
    'of the application',
  ],
  // The error may name another cause: on a busy machine the connection may not be open within 200
  // ms.
  'credentials never settle': [{ credentials: () => never }, 'within 200 ms'],
  'credentials are no text': [{ credentials: (() => 5) as never }, 'connect: credentials must be a string'],
  'the class of WebSocket throws': [{ WebSocket: Failing }, 'of the application'],
  'the controller throws': [{ controller: fail }, 'of the application'],
};

test.each(Object.entries(faults))('connect rejects if %s', async (_, [options, error]) => {
  const url = await paceline({})();
  await expect(Paceline.connect(url, { WebSocket, timeout: timeoutFor(error), ...options })).rejects.toThrow(
    error,
  );
});

/** The events of a socket, until it is closed. */
async function eventsOf(socket: PacelineSocket): Promise<string[]> {
  const events: string[] = [];
  for (const type of ['open', 'error', 'close']) socket.addEventListener(type, () => events.push(type));
  await once(socket, 'close');
  await new Promise((resolve) => setTimeout(resolve, 20)); // further events may follow
  return events;
}

const Platform = WebSocket as unknown as SocketClass;

describe.each(Object.entries(servers))('a PacelineSocket, where %s,', (name, [serve, error]) => {
  const isPlain = name === 'the server knows no subprotocols';
  test('has exactly one close event', async () => {
    const socket = new PacelineSocket(await serve(), { WebSocket: Platform, timeout: timeoutFor(error) });
    if (isPlain) socket.onopen = () => socket.close();
    const events = await eventsOf(socket);
    expect(events).toEqual(isPlain ? ['open', 'close'] : ['error', 'close']);
    expect(socket.readyState).toBe(socket.CLOSED);
  });

  test('that is closed at once has one error event and one close event', async () => {
    const socket = new PacelineSocket(await serve(), { WebSocket: Platform, timeout });
    socket.close();
    expect(await eventsOf(socket)).toEqual(['error', 'close']);
  });
});
