import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { ConnectionChange } from '../session/session.ts';
import { watchOpening } from '../web-socket/watch-opening.ts';
import { Bench, FakeSocket } from './bench.test.setup.ts';

// Overdue timers of a busy thread fire before the answers that arrived meanwhile are read.

/** Keeps a thread busy for `time` ms, and fires the timers that are overdue then. */
function block(host: VirtualHost, time: number): void {
  host.spend(time);
  host.advanceTo(host.now() + 1);
}

test('connect reads an answer that arrived in time, although the thread was busy for longer than timeout', async () => {
  const bench = new Bench();
  const connecting = bench.connect({ timeout: 500 });
  bench.last.open();
  block(bench.host, 600);
  bench.last.serverHello();
  expect((await connecting).isConnected).toBe(true);
});

test('connect still rejects after the timeout if a busy thread finds no answer', async () => {
  const bench = new Bench();
  const connecting = bench.connect({ timeout: 500 });
  bench.last.open();
  block(bench.host, 600);
  bench.pass(100);
  await expect(connecting).rejects.toMatchObject({ code: 4507 });
});

test('a session resumes by an answer that arrived within resumeTimeout, although the thread was busy for longer', async () => {
  const bench = new Bench();
  const session = await bench.connected({ standbys: 0, resumeTimeout: 900 });
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  bench.last.end(1006);
  bench.last.open();
  block(bench.host, 2000);
  bench.last.serverHello();
  bench.pass(1000);
  expect([session.isConnected, changes]).toEqual([true, ['disconnected', 'resumed']]);
});

test('a session still ends after resumeTimeout if a busy thread finds no answer', async () => {
  const bench = new Bench();
  const session = await bench.connected({ standbys: 0, resumeTimeout: 900 });
  bench.last.end(1006);
  block(bench.host, 2000);
  bench.pass(100);
  expect((await session.closed).code).toBe(4507);
});

test('the final attempt to resume a session has time for an answer, although a busy thread began it after resumeTimeout', async () => {
  const bench = new Bench();
  const session = await bench.connected({ standbys: 0, resumeTimeout: 900 });
  bench.last.end(1006);
  bench.last.end(1006);
  block(bench.host, 2000);
  bench.pass(100);
  bench.last.letIn();
  expect([bench.sockets.length, session.isConnected]).toEqual([3, true]);
  bench.pass(1000);
  expect(session.isConnected).toBe(true);
});

test('a session ends as soon as the final attempt to resume it has failed', async () => {
  const bench = new Bench();
  const session = await bench.connected({ standbys: 0, resumeTimeout: 900 });
  bench.last.end(1006);
  bench.last.end(1006);
  block(bench.host, 2000);
  bench.pass(20);
  expect(session.endpoint.isClosed).toBe(false);
  bench.last.end(1006);
  const reason = 'no connection could be made for too long';
  expect(await session.closed).toEqual({ code: 4507, reason });
  bench.pass(10_000);
  expect(bench.sockets).toHaveLength(3);
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
