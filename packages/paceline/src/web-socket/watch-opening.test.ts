import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { FakeSocket } from '../client/test-client.test.setup.ts';
import { watchOpening } from './watch-opening.ts';

function watch(timeout: number): { host: VirtualHost; socket: FakeSocket; told: string[] } {
  const host = new VirtualHost();
  const socket = new FakeSocket();
  const told: string[] = [];
  watchOpening(socket, new EventLoop({ host }), timeout, {
    opened: () => told.push('opened'),
    failed: (isLate) => told.push(isLate ? 'late' : 'failed'),
  });
  return { host, socket, told };
}

test('a socket that opens and ends later is reported as opened, once', () => {
  const { host, socket, told } = watch(100);
  socket.open();
  socket.end(1006);
  host.advanceTo(1000);
  expect(told).toEqual(['opened']);
});

test('a socket that ends before it has opened is reported as failed, once', () => {
  const { host, socket, told } = watch(100);
  socket.emit('error');
  socket.end(1006);
  host.advanceTo(1000);
  expect(told).toEqual(['failed']);
});

test('a socket without an answer is closed and has failed', () => {
  const { host, socket, told } = watch(100);
  host.advanceTo(99);
  expect(told).toEqual([]);
  host.advanceTo(100);
  socket.end(1006);
  expect([told, socket.readyState]).toEqual([['late'], 3]);
});
