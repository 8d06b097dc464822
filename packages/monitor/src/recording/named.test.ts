import { EventLoop, Task } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { named } from './named.ts';
import { Recorder } from './recorder.ts';

test('a recording shows the given name, also that of a generator', () => {
  const host = new VirtualHost();
  const recorder = new Recorder({ clock: host });
  const loop = new EventLoop({ host, probe: recorder.loop() });
  loop.submit(new Task(named('move enemies', () => host.spend(1))), 2);
  const plan = named('plan', function* () {
    yield;
  });
  loop.submit(new Task(plan), 1);
  host.advanceTo(10);
  expect(recorder.recording().callbacks.map(({ name }) => name)).toEqual(['move enemies', 'plan', 'plan']);
});

test('a function can be named again, and keeps its behavior', () => {
  const add = (one: number, other: number): number => one + other;
  expect(named('sum', named('add', add))(1, 2)).toBe(3);
  expect(add.name).toBe('sum');
});

test('a wrong argument is refused', () => {
  expect(() => named(1 as never, () => 1)).toThrow(new TypeError('named: name must be a string, got 1'));
  expect(() => named('a', 2 as never)).toThrow(new TypeError('named: callback must be a function, got 2'));
});
