import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createWebSocketStream, type ServerOptions, WebSocket, type WebSocketServer } from 'ws';
import { describe, expect, test } from 'vitest';
import type { SocketClass } from '../client/platform-socket.ts';
import { atTestEnd, until } from '../server/server.test.setup.ts';
import { PacelineSocket } from '../web-socket/paceline-socket.ts';
import { SessionSocket } from './session-socket.ts';
import { type Log, kinds, note } from './compared-servers.test.setup.ts';

interface Ends {
  readonly server: WebSocketServer;
  /** The server's socket. */
  readonly socket: WebSocket;
  readonly client: globalThis.WebSocket;
  readonly log: Log;
}

type Program = (ends: Ends) => Promise<unknown> | void;

/** A server and a client of it, which speaks Paceline if the server does. */
async function meet(Class: typeof WebSocketServer, options: ServerOptions = {}): Promise<Ends> {
  const server = new Class({ port: 0, ...options });
  atTestEnd(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connected = once(server, 'connection') as Promise<[WebSocket]>;
  const client = new PacelineSocket(`ws://127.0.0.1:${port}/path`, ['chat'], {
    WebSocket: WebSocket as unknown as SocketClass,
  });
  client.binaryType = 'arraybuffer';
  const opened = new Promise((resolve) => client.addEventListener('open', resolve));
  const [socket] = await connected;
  await opened;
  return { server, socket, client, log: [] };
}

/** Logs the messages and the close event of the client. */
function listen({ client, log }: Ends): void {
  client.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
    log.push(['client has', typeof data === 'string' ? data : [...new Uint8Array(data)]]),
  );
  client.addEventListener('close', ({ code, reason, wasClean }) => {
    log.push(['client is closed', code, reason, wasClean]);
  });
}

/** Sorts a log in which entries of both endpoints have no fixed order, so that two logs can be compared. */
function sort(log: Log): void {
  const texts = new Map(log.map((entry) => [entry, JSON.stringify(entry)]));
  log.sort((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1));
}

const programs: Readonly<Record<string, Program>> = {
  'properties and constants': ({ log, server, socket }) => {
    const { CLOSED, CLOSING, CONNECTING, OPEN, binaryType, bufferedAmount, extensions } = socket;
    const { isPaused, onclose, onerror, onmessage, onopen, protocol, readyState, url } = socket;
    log.push(CLOSED, CLOSING, CONNECTING, OPEN, binaryType, bufferedAmount, extensions);
    log.push(isPaused, onclose, onerror, onmessage, onopen, protocol, readyState, url);
    log.push(socket instanceof WebSocket, server.clients.has(socket), server.clients.size, server.path);
    socket.binaryType = 'nonsense' as 'fragments';
    log.push(socket.binaryType);
  },
  'the addresses of the connection': ({ client, log, socket }) => {
    const { _socket: connection } = socket as unknown as {
      readonly _socket: Record<'remoteAddress' | 'remoteFamily' | 'remotePort' | 'localPort', unknown>;
    };
    log.push(connection.remoteAddress, connection.remoteFamily, typeof connection.remotePort);
    log.push(connection.localPort === Number(new URL(client.url).port));
  },
  'sending all that can be sent': async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    const all: unknown[] = ['text', '', 42, 0, Buffer.from('bytes'), Uint8Array.of(1, 2), [3, 4]];
    for (const data of all) socket.send(data as string);
    socket.send(new Float32Array([1]));
    socket.send(Uint8Array.of(5, 6).buffer);
    socket.send(new Blob(['a blob']));
    socket.send('behind the blob');
    socket.send(Buffer.from('as a text'), { binary: false });
    socket.send('as bytes', { binary: true });
    socket.send(new DataView(new ArrayBuffer(2), 1));
    socket.send(undefined as unknown as string);
    socket.send(null as unknown as string);
    await until(() => log.length === all.length + 9);
  },
  'a Blob that cannot be read': async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    class Unreadable extends Blob {
      override async arrayBuffer(): Promise<ArrayBuffer> {
        return Promise.reject(new Error('unreadable'));
      }
    }
    socket.on('error', ({ message }) => log.push(['error', message]));
    socket.on('close', (code) => log.push(['close', code]));
    socket.send('before');
    await until(() => log.length === 1);
    socket.send(new Unreadable(['1234']), (error) => log.push(['called back', error?.message]));
    await until(() => log.length === 5);
    sort(log);
  },
  'data that cannot be sent': (ends) => {
    const { log, socket } = ends;
    for (const data of [{}, true, Symbol('s'), () => {}]) note(log, () => socket.send(data as never));
    log.push(socket.readyState);
  },
  'a message in parts': async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    const told: string[] = [];
    socket.send('one ', { fin: false }, () => told.push('one'));
    socket.send('two ', { fin: false });
    socket.send('three', () => told.push('three'));
    socket.send(Buffer.from([1]), { fin: false });
    socket.send(Buffer.from([2]), { fin: true });
    await until(() => log.length === 2 && told.length === 2);
    log.push(told);
  },
  'callbacks of send': async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    const told = await new Promise((resolve) =>
      socket.send('hello', (error) => resolve(error ?? 'no error')),
    );
    log.push(
      told,
      await new Promise((resolve) => socket.send('hello', {}, (error) => resolve(error ?? 'no error'))),
    );
    await until(() => log.length === 4);
    sort(log);
  },
  'events of EventEmitter': async ({ client, log, socket }) => {
    socket.on('message', (data: Buffer, isBinary) =>
      log.push([Buffer.isBuffer(data), data.toString(), isBinary]),
    );
    socket.on('close', (code, reason) => log.push([code, reason.toString(), socket.readyState]));
    client.send('text');
    client.send(Uint8Array.of(65));
    await until(() => log.length === 2);
    client.close(3001, 'bye');
    await until(() => log.length === 3);
  },
  'events of EventTarget': async ({ client, log, socket }) => {
    const handler = { handleEvent: (event: { readonly type: string }) => log.push(['object', event.type]) };
    const listener = (event: { readonly type: string }): unknown => log.push(['removed', event.type]);
    socket.addEventListener('message', ({ data, target, type }) => {
      log.push([data, target === socket, type]);
    });
    socket.addEventListener('message', ({ data }) => log.push(['once', data]), { once: true });
    socket.addEventListener('message', handler);
    socket.addEventListener('message', handler);
    socket.addEventListener('message', listener);
    socket.removeEventListener('message', listener);
    socket.addEventListener('close', ({ code, reason, wasClean }) => log.push([code, reason, wasClean]));
    client.send('one');
    client.send('two');
    await until(() => log.length === 5);
    client.close(3001, 'bye');
    await until(() => log.length === 6);
  },
  'onmessage, onclose and their order': async ({ client, log, socket }) => {
    socket.addEventListener('message', ({ data }) => log.push(['listener', data]));
    socket.onmessage = ({ data }) => log.push(['replaced', data]);
    socket.onmessage = ({ data }) => log.push(['onmessage', data]);
    socket.onclose = ({ code }) => log.push(['onclose', code]);
    socket.onerror = () => log.push('onerror');
    log.push(typeof socket.onmessage, typeof socket.onclose, typeof socket.onerror, socket.onopen);
    client.send('one');
    await until(() => log.length === 6);
    socket.onmessage = null;
    client.send('two');
    await until(() => log.length === 7);
    client.close();
    await until(() => log.length === 8);
  },
  'bytes as each binaryType': async ({ client, log, socket }) => {
    socket.on('message', (data: unknown, isBinary) => {
      const name = Array.isArray(data) ? 'Array' : (data as object).constructor.name;
      log.push([socket.binaryType, name, isBinary]);
    });
    for (const type of ['arraybuffer', 'fragments', 'blob', 'nodebuffer']) {
      socket.binaryType = type as 'fragments';
      client.send(Uint8Array.of(1, 2));
      client.send('text');
      const { length } = log;
      await until(() => log.length === length + 2);
    }
  },
  'pausing and resuming': async ({ client, log, socket }) => {
    socket.on('message', (data: Buffer) => log.push(data.toString()));
    socket.on('close', (code) => log.push(code));
    socket.pause();
    log.push(socket.isPaused);
    client.send('held');
    client.close(3000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    log.push('resumed');
    socket.resume();
    log.push(socket.isPaused);
    await until(() => log.length === 5);
    log.push(socket.isPaused);
    socket.pause();
    log.push(socket.isPaused);
  },
  'closing with a code and a reason': async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    socket.on('close', (code, reason) => log.push([code, reason.toString()]));
    socket.close(1011, Buffer.from('grüße'));
    log.push(socket.readyState);
    socket.close(1006); // too late to be refused
    await until(() => log.length === 3);
    sort(log);
    socket.close(1006);
    log.push(socket.readyState);
  },
  'closing without a code': async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    socket.on('close', (code, reason) => log.push([code, reason.toString()]));
    socket.close();
    await until(() => log.length === 2);
    sort(log);
  },
  'closing with a value that is no reason': async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    for (const reason of [null, [1]]) note(log, () => socket.close(1011, reason as unknown as string));
    socket.on('close', (code, reason) => log.push([code, reason.toString()]));
    socket.close(1011, new Error('no reason') as unknown as string);
    await until(() => log.length === 4);
    sort(log);
  },
  'codes and reasons that are refused': ({ log, socket }) => {
    for (const code of [0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 1.5, NaN, '1000', null])
      note(log, () => socket.close(code as number));
    note(log, () => socket.close(1000, 'x'.repeat(124)));
    note(log, () => socket.close(1000, 'ü'.repeat(62)));
    note(log, () => socket.close(1000, Buffer.alloc(124)));
    log.push(socket.readyState);
    note(log, () => socket.close(1000, 'ü'.repeat(61)));
    log.push(socket.readyState);
  },
  'sending when the socket is closed': async (ends) => {
    const { log, socket } = ends;
    socket.close();
    log.push(socket.bufferedAmount);
    const tell = (name: string) => (error?: Error) => log.push([name, error?.message]);
    socket.send('12345', tell('send'));
    socket.ping('ping', false, tell('ping'));
    socket.pong('pong', false, tell('pong'));
    socket.send('no callback');
    await once(socket, 'close');
    socket.send('12345', tell('after'));
    await until(() => log.length === 5);
  },
  terminating: async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    socket.on('close', (code, reason) => log.push([code, reason.toString()]));
    socket.terminate();
    log.push(socket.readyState);
    await until(() => log.length === 3);
    socket.terminate();
    log.push(socket.readyState);
    sort(log);
  },
  'pings and pongs': async ({ log, socket }) => {
    socket.on('pong', (data: Buffer) => log.push(['pong', Buffer.isBuffer(data), data.toString()]));
    const tell = (error?: Error): unknown => log.push(['called back', error ?? 'no error']);
    socket.ping();
    socket.ping('text', false, tell);
    socket.ping(42);
    socket.ping(Buffer.from('bytes'), tell as never);
    socket.ping(tell);
    socket.pong('nobody asked', tell as never);
    await until(() => log.length === 9);
    sort(log);
    note(log, () => socket.ping('x'.repeat(126)));
    note(log, () => socket.pong('x'.repeat(126)));
    note(log, () => socket.ping({}));
  },
  'createWebSocketStream, in both directions': async (ends) => {
    const { client, log, socket } = ends;
    listen(ends);
    const stream = createWebSocketStream(socket, { encoding: 'utf8' });
    stream.on('data', (data: string) => log.push(['stream has', data]));
    for (const type of ['end', 'finish', 'close']) stream.on(type, () => log.push(`stream: ${type}`));
    client.send('to the stream');
    await until(() => log.length === 1);
    stream.write('from the stream');
    stream.end('its end');
    await until(() => log.includes('stream: close') && client.readyState === client.CLOSED);
    sort(log);
  },
  'createWebSocketStream, ended by the client': async ({ client, log, socket }) => {
    const stream = createWebSocketStream(socket);
    stream.on('data', (data: Buffer) => log.push(data.toString()));
    for (const type of ['end', 'finish', 'close', 'error']) stream.on(type, () => log.push(type));
    client.send('last words');
    client.close();
    await until(() => log.includes('end'));
    stream.end();
    await until(() => log.includes('close'));
  },
  'createWebSocketStream, with a slow reader': async ({ client, log, socket }) => {
    const stream = createWebSocketStream(socket, { highWaterMark: 1000 });
    for (let i = 0; i < 20; i++) client.send(new Uint8Array(1000).fill(i));
    await until(() => socket.isPaused);
    let size = 0;
    for await (const data of stream) if ((size += (data as Buffer).length) === 20_000) break;
    log.push(size, stream.destroyed);
    await until(() => socket.readyState === WebSocket.CLOSED);
  },
  'createWebSocketStream, destroyed': async (ends) => {
    const { log, socket } = ends;
    listen(ends);
    const stream = createWebSocketStream(socket);
    stream.on('error', ({ message }) => log.push(message));
    stream.destroy(new Error('no more'));
    await until(() => log.length === 2);
    log.push(socket.readyState);
    sort(log);
  },
  'a second close has no effect': async (ends) => {
    const { log, server, socket } = ends;
    listen(ends);
    socket.on('close', () => log.push('close'));
    socket.close(1000, 'first');
    socket.close(1001, 'second');
    await until(() => log.length === 2);
    sort(log);
    log.push(server.clients.size);
  },
  'closing at both endpoints at the same time': async (ends) => {
    const { client, log, socket } = ends;
    listen(ends);
    socket.on('close', (code, reason) => log.push(['server is closed', code, String(reason)]));
    socket.close(4000, 'of the server');
    client.close(4001, 'of the client');
    await until(() => log.length === 2);
    sort(log);
  },
};

/** The log of a program with each kind of server. */
async function logsOf(program: Program, options: ServerOptions = {}): Promise<Log[]> {
  return Promise.all(
    kinds.map(async ([, Class]) => {
      const ends = await meet(Class, options);
      await program(ends);
      return ends.log;
    }),
  );
}

describe('a socket of a session does the same as that of ws:', () => {
  test.each(Object.entries(programs))('%s', async (_, program) => {
    const [ofWs, ours] = await logsOf(program);
    expect(ours).toEqual(ofWs);
    expect(ofWs!.length).toBeGreaterThan(0);
  });

  test('a message that is too long', async () => {
    const program: Program = async (ends) => {
      const { client, log, socket } = ends;
      listen(ends);
      socket.on('error', (error) => log.push(error.constructor.name));
      socket.on('close', () => log.push('closed'));
      client.send('x'.repeat(101));
      await until(() => log.length === 3);
      sort(log);
    };
    const [ofWs, ours] = await logsOf(program, { maxPayload: 100 });
    expect(ours).toEqual(ofWs);
  });
});

test('no inherited member of the class of ws needs a connection', () => {
  const ofListeners = ['addEventListener', 'removeEventListener', 'binaryType', 'extensions', 'url'];
  const handlers = ['onclose', 'onerror', 'onmessage', 'onopen'];
  const constants = ['CLOSED', 'CLOSING', 'CONNECTING', 'OPEN'];
  const ofServers = ['emitClose', 'setSocket']; // called by the server that makes the connection
  const ours = Object.getOwnPropertyNames(SessionSocket.prototype);
  const safe = new Set([...ofListeners, ...handlers, ...constants, ...ofServers, ...ours]);
  expect(Object.getOwnPropertyNames(WebSocket.prototype).filter((name) => !safe.has(name))).toEqual([]);
});
