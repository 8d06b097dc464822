import { EventLoop, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PoolTimers } from './pool-timers.ts';

let loop: EventLoop;
let timers: PoolTimers;
let fired: string[];

beforeEach(() => {
  vi.useFakeTimers();
  loop = new EventLoop({ host: new VirtualHost() });
  timers = new PoolTimers(loop);
  fired = [];
});
afterEach(() => {
  timers.dispose();
  vi.useRealTimers();
});

function timer(name: string): Timer {
  return new Timer(() => void fired.push(name), { after: 50 });
}

test('timers continue when the application disposes of its loop, except cancelled ones', () => {
  const [kept, cancelled, later] = [timer('kept'), timer('cancelled'), timer('later')];
  timers.submit(kept);
  timers.submit(cancelled);
  timers.cancel(cancelled);
  loop.dispose();
  timers.submit(later);
  expect([kept, cancelled, later].map((one) => timers.isPending(one))).toEqual([true, false, true]);
  vi.advanceTimersByTime(100);
  expect(fired.toSorted()).toEqual(['kept', 'later']);
});

test('once disposed, timers do not move to a new loop when the application disposes of its loop', () => {
  timers.dispose();
  loop.dispose();
  expect(() => timers.submit(timer('late'))).toThrow('the loop is disposed');
});
