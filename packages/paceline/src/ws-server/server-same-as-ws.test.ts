import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, type WebSocketServer } from 'ws';
import { describe, expect, test } from 'vitest';
import type { SocketClass } from '../client/platform-socket.ts';
import { atTestEnd, until } from '../server/server.test.setup.ts';
import { PacelineSocket } from '../web-socket/paceline-socket.ts';
import { protocol as paceline } from '../wire/layout.ts';
import { type Log, kinds, note } from './compared-servers.test.setup.ts';

/** Keeps refusals off the console. */
const quiet: object = { onRefused: () => {} };

describe('a PacelineWebSocketServer does the same as the server of ws:', () => {
  const serverPrograms: Readonly<
    Record<string, (Class: typeof WebSocketServer, log: Log) => Promise<unknown>>
  > = {
    'options that exclude each other': async (Class, log) => {
      const http = createServer();
      for (const options of [
        {},
        { port: 0, server: http },
        { noServer: true, port: 0 },
        { server: http, noServer: true },
      ])
        note(log, () => new Class(options));
      return Promise.resolve();
    },
    'the result of address(), also without a port and after closing': async (Class, log) => {
      const server = new Class({ port: 0, host: '127.0.0.1' });
      await once(server, 'listening');
      const { address, family } = server.address() as AddressInfo;
      log.push(address, family);
      note(log, () => new Class({ noServer: true }).address());
      await new Promise((resolve) => server.close(resolve));
      note(log, () => server.address());
    },
    'closing, also twice, calls back each time': async (Class, log) => {
      for (const options of [{ port: 0 }, { noServer: true }]) {
        const server = new Class(options);
        server.on('close', () => log.push('close'));
        const tell = (name: string) => (error?: Error) => log.push([name, error?.message]);
        server.close(tell('first'));
        server.close(tell('while closing'));
        await until(() => log.filter((entry) => Array.isArray(entry)).length % 3 === 2);
        server.close(tell('later'));
        await until(() => log.filter((entry) => Array.isArray(entry)).length % 3 === 0);
      }
    },
    'closing calls back when the last client has gone, and again later': async (Class, log) => {
      const http = createServer();
      await new Promise<void>((resolve) => http.listen(0, resolve));
      atTestEnd(
        () => http.closeAllConnections(),
        () => http.close(),
      );
      const server = new Class({ server: http });
      const connected = once(server, 'connection') as Promise<[WebSocket]>;
      const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
      const client = new PacelineSocket(url, [], {
        standbys: 0,
        WebSocket: WebSocket as unknown as SocketClass,
      });
      const [socket] = await connected;
      socket.on('close', () => log.push('the socket is closed'));
      server.close(() => log.push('closed'));
      log.push('client is there');
      await until(() => client.readyState === client.OPEN);
      client.close();
      await until(() => log.length === 3);
      const error = await new Promise<Error | undefined>((resolve) => server.close(resolve));
      log.push(error?.message);
    },
    'closing the server when its client connects': async (Class, log) => {
      const server = new Class({ port: 0, host: '127.0.0.1' });
      await once(server, 'listening');
      server.once('connection', (socket) => {
        server.close();
        socket.send('hello');
        socket.on('message', () => socket.send('hello again'));
        socket.on('close', (code) => log.push(['server is closed', code]));
      });
      const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const client = new PacelineSocket(url, [], { WebSocket: WebSocket as unknown as SocketClass });
      client.addEventListener('message', ({ data }: MessageEvent<string>) => {
        log.push(['client has', data]);
        if (data === 'hello') client.send('x');
        else client.close(4000);
      });
      client.addEventListener('close', ({ code }) => log.push(['client is closed', code]));
      await until(() => log.length === 4);
      log.push(
        log
          .splice(2)
          .map(String)
          .toSorted((one, other) => (one < other ? -1 : 1)),
      );
    },
    'a path, hooks and headers': async (Class, log) => {
      const server = new Class({
        port: 0,
        path: '/here',
        ...quiet,
        handleProtocols: (offered) => [...offered].at(-1) ?? false,
        verifyClient: ({ origin, req }: { readonly origin: string; readonly req: IncomingMessage }) => {
          log.push([origin, req.url]);
          return req.url === '/here?in';
        },
      });
      atTestEnd(() => server.close());
      server.on('headers', (headers: string[], { url }) => {
        headers.push('X-Seen: yes');
        log.push(['headers', url]);
      });
      await once(server, 'listening');
      const base = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
      for (const path of ['/there', '/here?out', '/here?in']) {
        const socket = new WebSocket(`${base}${path}`, ['one', 'two'], { origin: 'http://page.example' });
        const outcome = await new Promise((resolve) => {
          socket.on('upgrade', ({ headers }) =>
            resolve([headers['x-seen'], headers['sec-websocket-protocol']]),
          );
          socket.on('error', ({ message }) => resolve(message));
        });
        log.push(outcome);
        socket.on('error', () => {});
        socket.terminate();
      }
    },
    'an invalid handshake': async (Class, log) => {
      const server = new Class({ port: 0 });
      atTestEnd(() => server.close());
      server.on('wsClientError', ({ message }, socket) => {
        log.push(message);
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      });
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
      for (const name of ['chat', paceline]) {
        const asked = request({ port, headers: { ...headers, 'Sec-WebSocket-Protocol': name } }).end();
        const [{ statusCode }] = (await once(asked, 'response')) as [{ readonly statusCode: number }];
        log.push(statusCode);
      }
    },
    'without clientTracking the server has no clients': async (Class, log) => {
      const server = new Class({ noServer: true, clientTracking: false });
      log.push(server.clients);
      return Promise.resolve();
    },
  };

  test.each(Object.entries(serverPrograms))('%s', async (_, program) => {
    const logs: Log[] = [];
    for (const [, Class] of kinds) {
      const log: Log = [];
      await program(Class, log);
      logs.push(log);
    }
    expect(logs[1]).toEqual(logs[0]);
    expect(logs[0]!.length).toBeGreaterThan(0);
  });
});
