import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { Deadline } from './deadline.ts';

test('a deadline passes in time if the thread is free', () => {
  const { deadline, host, passed } = start();
  deadline.set(100);
  host.advanceTo(99);
  expect(passed).toEqual([]);
  host.advanceTo(200);
  expect(passed.map(Math.round)).toEqual([100]);
});

test('a deadline that the thread has missed passes after one grace period', () => {
  const { deadline, host, passed } = start();
  deadline.set(100);
  host.spend(180);
  host.advanceTo(189);
  expect(passed).toEqual([]);
  host.advanceTo(300);
  expect(passed).toEqual([190]);
});

test('setting the same deadline again during its grace period changes nothing', () => {
  const { deadline, host, passed } = start();
  deadline.set(100);
  host.spend(180);
  for (let time = 181; time < 200; time++) {
    host.advanceTo(time);
    if (passed.length === 0) deadline.set(100);
  }
  expect(passed).toEqual([190]);
});

test('a thread that is also busy in the grace period gets no second one', () => {
  const { deadline, host, passed } = start();
  deadline.set(100);
  host.spend(180);
  host.advanceTo(185);
  host.spend(80);
  host.advanceTo(266);
  expect(passed).toEqual([265]);
});

test('a later deadline has a grace period of its own, and no deadline passes after set(Infinity)', () => {
  const { deadline, host, passed } = start();
  deadline.set(100);
  host.spend(180);
  host.advanceTo(185);
  deadline.set(200);
  host.spend(80);
  host.advanceTo(274);
  expect(passed).toEqual([]);
  host.advanceTo(280);
  expect(passed).toEqual([275]);
  deadline.set(300);
  deadline.set(Infinity);
  host.advanceTo(1000);
  expect(passed).toHaveLength(1);
});

function start(): { deadline: Deadline; host: VirtualHost; passed: number[] } {
  const host = new VirtualHost();
  const passed: number[] = [];
  const deadline = new Deadline(new EventLoop({ host }), (now) => passed.push(now));
  return { deadline, host, passed };
}
