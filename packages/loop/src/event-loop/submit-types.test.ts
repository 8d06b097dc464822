import { expect, expectTypeOf, it } from 'vitest';
import type { Batch } from './batch.ts';
import { EventLoop } from './event-loop.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from './task.ts';
import { Timer } from './timer.ts';

const loop = new EventLoop({ host: new VirtualHost() });
const task = new Task(() => {});
const timer = new Timer(() => {}, { every: 1 });

// With one signature, the compiler's message is "Expected 2-3 arguments, but got 1". With two overloads, it would list the members that a task lacks to be a
// timer.
it('the type of submit is one signature, with a priority for tasks only', () => {
  expectTypeOf<Parameters<typeof loop.submit<Task>>>().toEqualTypeOf<
    [item: Task, priority: number, batch?: Batch]
  >();
  expectTypeOf<Parameters<typeof loop.submit<Timer>>>().toEqualTypeOf<[item: Timer]>();
});

it('a task without a priority is a compile error and throws', () => {
  // @ts-expect-error a task needs a priority
  expect(() => loop.submit(task)).toThrow(
    'EventLoop.submit: priority must be a finite number, got undefined',
  );
  expect(loop.pending).toBe(0);
});

it('a timer with a priority is a compile error', () => {
  // @ts-expect-error a timer has no priority
  loop.submit(timer, 3);
  expect(loop.cancel(timer)).toBe(true);
});

it('an item of type any, as from a JavaScript module, can be either', () => {
  const items = { task, timer };
  loop.submit(Reflect.get(items, 'task'), 1);
  loop.submit(Reflect.get(items, 'timer'));
  expect(loop.cancelAll()).toBe(1);
  expect(loop.cancel(timer)).toBe(true);
});
