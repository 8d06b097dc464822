import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';

test('a task that leaves a worker, and is sent to another one, is recorded from its submission on', () => {
  const clock = new VirtualHost();
  const recorder = new Recorder({ clock });
  const probe = recorder.pool();
  const task = { name: 'square', status: 'done' };
  const at = (time: number, call: () => void): void => {
    clock.advanceTo(time);
    call();
  };
  at(10, () => probe.queued(task));
  at(20, () => probe.sent(task, 0, 7));
  at(30, () => probe.queued(task));
  at(40, () => probe.sent(task, 1, 3));
  at(50, () => probe.ended(task));
  const [event, ...others] = recorder.recording().events;
  expect(others).toEqual([]);
  expect(event).toMatchObject({ kind: 'remote', id: 3, worker: 'worker 1' });
  const { end, sent, start } = event as { end: number; sent: number; start: number };
  expect([start, sent, end].map(Math.round)).toEqual([10, 40, 50]);
});
