import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { WebSocket as WsSocket, WebSocketServer } from 'ws';
import { atTestEnd } from '../server/server.test.setup.ts';
import { serverHello } from '../wire/hellos.test.setup.ts';
import { protocol } from '../wire/layout.ts';
import { PacelineSocket } from './paceline-socket.ts';
import { echoOf, likeNode20, next, opened, servePaced, servePlain } from './echo-servers.test.setup.ts';

beforeEach(likeNode20);

test('a program that offers the subprotocol of Paceline gets a plain WebSocket', async () => {
  const socket = await opened(new PacelineSocket(await servePaced(), [protocol], { WebSocket: WsSocket }));
  expect(socket.protocol).toBe(protocol);
});

test.each([[[]], [['chat']], [['chat', 'news']], [['chat', 'news', 'more']]])(
  'a plain server that selects the last subprotocol talks with a socket that offers %j',
  async (offered) => {
    const seen: string[] = [];
    const url = await servePlain({
      handleProtocols: (names) => {
        seen.push([...names].at(-1)!);
        return seen.at(-1)!;
      },
    });
    const socket = new PacelineSocket(url, offered, { WebSocket: WsSocket });
    await next(socket, 'open');
    expect(socket.protocol).toBe(offered.at(-1) ?? '');
    expect(await echoOf(socket, 'hello')).toBe('hello');
    expect(seen).not.toContain(protocol);
    socket.close();
    await next(socket, 'close');
  },
);

test.each([[['access_token', 'secret']], [['a', 'b', 'c']]])(
  'a plain server gets the subprotocols %j of the application in their order, and selects the first one',
  async (offered) => {
    const seen: string[][] = [];
    const url = await servePlain({
      handleProtocols: (names) => {
        seen.push([...names]);
        return offered[0]!;
      },
    });
    const socket = await opened(new PacelineSocket(url, offered, { WebSocket: WsSocket }));
    expect(socket.protocol).toBe(offered[0]);
    expect(seen).toEqual([[...offered, protocol, 'plain.last']]);
  },
);

test.each([[[]], [['news']]])(
  'a socket that offers %j fails if the server hello has another subprotocol',
  async (offered) => {
    const server = new WebSocketServer({ port: 0, handleProtocols: () => protocol });
    atTestEnd(() => server.close());
    server.on('connection', (socket) => {
      socket.once('message', () => socket.send(serverHello('chat')));
    });
    await once(server, 'listening');
    const url = `ws://localhost:${(server.address() as AddressInfo).port}`;
    const socket = new PacelineSocket(url, offered, { WebSocket: WsSocket });
    const log: string[] = [];
    for (const type of ['open', 'error']) socket.addEventListener(type, () => log.push(type));
    expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
    expect([log, socket.protocol]).toEqual([['error'], '']);
  },
);

test.each([
  [['plain']],
  [['plain.last']],
  [['chat', 'plain.last']],
  [['plain', protocol]],
  [[protocol, 'chat']],
])(
  'a program that offers %j, which contains a name of Paceline, gets a plain WebSocket with the same offer',
  async (offered) => {
    const seen: string[][] = [];
    const url = await servePlain({
      handleProtocols: (names) => {
        seen.push([...names]);
        return offered.at(-1)!;
      },
    });
    const socket = await opened(new PacelineSocket(url, offered, { WebSocket: WsSocket }));
    expect(socket.protocol).toBe(offered.at(-1));
    expect(await echoOf(socket, 'hello')).toBe('hello');
    expect(seen).toEqual([offered]);
  },
);
