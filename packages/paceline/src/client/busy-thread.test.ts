import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { ConnectionChange } from '../session/session.ts';
import { watchOpening } from '../web-socket/watch-opening.ts';
import { TestClient, FakeSocket } from './test-client.test.setup.ts';

// Overdue timers of a busy thread fire before the answers that arrived meanwhile are read.

/** Keeps a thread busy for `time` ms, and fires the timers that are overdue then. */
function block(host: VirtualHost, time: number): void {
  host.spend(time);
  host.advanceTo(host.now() + 1);
}

test('connect reads an answer that arrived in time, although the thread was busy for longer than timeout', async () => {
  const client = new TestClient();
  const connecting = client.connect({ timeout: 500 });
  client.last.open();
  block(client.host, 600);
  client.last.serverHello();
  expect((await connecting).isConnected).toBe(true);
});

test('connect still rejects after the timeout if a busy thread finds no answer', async () => {
  const client = new TestClient();
  const connecting = client.connect({ timeout: 500 });
  client.last.open();
  block(client.host, 600);
  client.pass(100);
  await expect(connecting).rejects.toMatchObject({ code: 4507 });
});

test('a session resumes by an answer that arrived within resumeTimeout, although the thread was busy for longer', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0, resumeTimeout: 900 });
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  client.last.end(1006);
  client.last.open();
  block(client.host, 2000);
  client.last.serverHello();
  client.pass(1000);
  expect([session.isConnected, changes]).toEqual([true, ['disconnected', 'resumed']]);
});

test('a session still ends after resumeTimeout if a busy thread finds no answer', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0, resumeTimeout: 900 });
  client.last.end(1006);
  block(client.host, 2000);
  client.pass(100);
  expect((await session.closed).code).toBe(4507);
});

test('the final attempt to resume a session has time for an answer, although a busy thread began it after resumeTimeout', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0, resumeTimeout: 900 });
  client.last.end(1006);
  client.last.end(1006);
  block(client.host, 2000);
  client.pass(100);
  client.last.accept();
  expect([client.sockets.length, session.isConnected]).toEqual([3, true]);
  client.pass(1000);
  expect(session.isConnected).toBe(true);
});

test('a session ends as soon as the final attempt to resume it has failed', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0, resumeTimeout: 900 });
  client.last.end(1006);
  client.last.end(1006);
  block(client.host, 2000);
  client.pass(20);
  expect(session.endpoint.isClosed).toBe(false);
  client.last.end(1006);
  const reason = 'no connection could be made for too long';
  expect(await session.closed).toEqual({ code: 4507, reason });
  client.pass(10_000);
  expect(client.sockets).toHaveLength(3);
});

test('watchOpening reports a socket as opened if it opened in time, but the thread was busy until after the timeout', () => {
  const host = new VirtualHost();
  const socket = new FakeSocket();
  const told: string[] = [];
  watchOpening(socket, new EventLoop({ host }), 100, {
    opened: () => told.push('opened'),
    failed: () => told.push('failed'),
  });
  block(host, 200);
  socket.open();
  host.advanceTo(1000);
  expect(told).toEqual(['opened']);
});
