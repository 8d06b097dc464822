import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Session } from '../session/session.ts';
import { clientHello } from '../wire/hellos.test.setup.ts';
import { protocol } from '../wire/layout.ts';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import {
  connect,
  sendHello,
  atTestEnd,
  refusals,
  serve as serveOn,
  until as realUntil,
} from './server.test.setup.ts';

// Overdue timers of a busy thread fire before the messages that arrived meanwhile are read. The timers of these servers run on simulated time.

interface Thread {
  readonly loop: EventLoop;
  /** Keeps the thread busy for `time` ms, and fires the timers that are overdue then. */
  readonly block: (time: number) => void;
  readonly pass: (time: number) => void;
  /** Waits until a condition holds. Hardly any simulated time passes. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

function thread(): Thread {
  const host = new VirtualHost();
  const pass = (time: number): void => host.advanceTo(host.now() + time);
  const block = (time: number): void => {
    host.spend(time);
    pass(1);
  };
  const until = async (holds: () => boolean): Promise<void> =>
    realUntil(() => {
      pass(0.001);
      return holds();
    });
  return { loop: new EventLoop({ host }), block, pass, until };
}

/** A server in a thread of its own. */
async function serve(options: Options = {}): Promise<Thread & Awaited<ReturnType<typeof serveOn>>> {
  const own = thread();
  const served = await serveOn({ loop: own.loop, ...options });
  atTestEnd(async () => {
    let isClosed = false;
    void served.server.close({ timeout: 0 }).then(() => (isClosed = true));
    await realUntil(() => {
      own.pass(1000);
      return isClosed;
    });
  });
  return { ...own, ...served };
}

type Options = Parameters<typeof serveOn>[0];

test('a server reads a client hello that arrived in time, although the thread was busy for longer than timeout', async () => {
  const { block, server, until, url } = await serve({ timeout: 1000 });
  const socket = new WebSocket(url, protocol);
  await once(socket, 'open');
  block(1100);
  socket.send(clientHello());
  await until(() => server.sessions.length === 1 || refusals.length > 0);
  expect(refusals).toEqual([]);
});

test('a server still refuses a client without a hello if the thread was busy', async () => {
  const { block, pass, url } = await serve({ timeout: 1000 });
  const socket = new WebSocket(url, protocol);
  await once(socket, 'open');
  block(1100);
  pass(100);
  expect((await once(socket, 'close'))[0]).toBe(4507);
});

test('an answer of authenticate that arrived in time admits a plain WebSocket, although the thread was busy', async () => {
  const waiting: ((isAdmitted: boolean) => void)[] = [];
  const authenticate = async (): Promise<boolean> => new Promise((resolve) => waiting.push(resolve));
  const { block, until, url } = await serve({ timeout: 1000, authenticate, onSocket: () => {} });
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  await until(() => waiting.length === 1);
  block(1100);
  waiting[0]!(true);
  await Promise.race([once(socket, 'open'), once(socket, 'unexpected-response')]);
  expect(refusals).toEqual([]);
});

test('a server resumes a session whose client came back within resumeTimeout, although the thread was busy for longer', async () => {
  const { block, server, until, url } = await serve({ resumeTimeout: 1000 });
  const first = await sendHello(url);
  await until(() => server.sessions.length === 1);
  const [session] = server.sessions as [Session];
  first.terminate();
  await until(() => !session.isConnected);
  block(1100);
  await sendHello(url, session.name);
  await until(() => session.isConnected || session.endpoint.isClosed);
  expect(session.isConnected).toBe(true);
});

test('a server that is closing reads what arrived within its timeout, although the thread was busy for longer', async () => {
  const { block, server, until, url } = await serve();
  const client = await connect(url, { standbys: 0 });
  const [session] = server.sessions as [Session];
  const closed = server.close({ timeout: 1000 });
  block(1100);
  expect(session.endpoint.isClosed).toBe(false);
  let isClosed = false;
  void closed.then(() => (isClosed = true));
  await until(() => isClosed);
  expect(await client.closed).toEqual({ code: 1001, reason: 'the server goes away' });
});

test('a socket that is closing reads the answer of its client, although a busy thread has missed the timeout', async () => {
  const { block, loop, until } = thread();
  const server = new PacelineWebSocketServer({ port: 0, host: '127.0.0.1', loop });
  atTestEnd(() => server.close());
  await once(server, 'listening');
  const url = `ws://localhost:${(server.address() as AddressInfo).port}`;
  const [[socket]] = await Promise.all([
    once(server, 'connection') as Promise<[WebSocket]>,
    connect(url, { standbys: 0 }),
  ]);
  socket.close(4001, 'enough');
  block(31_000);
  let code: number | undefined;
  socket.on('close', (given) => (code = given));
  await until(() => code !== undefined);
  expect(code).toBe(4001);
});
