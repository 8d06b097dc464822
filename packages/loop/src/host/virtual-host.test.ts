import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame } from '../frame/frame.ts';
import { Task } from '../event-loop/task.ts';
import { Timer } from '../event-loop/timer.ts';
import { VirtualHost } from './virtual-host.ts';

describe('advanceTo returns, and timers fire in time, despite endless work that takes no time:', () => {
  it.each<[string, (loop: EventLoop) => void]>([
    [
      'a generator that yields forever',
      (loop) => {
        const think = function* (): Generator {
          for (;;) yield;
        };
        loop.submit(new Task(think), 1);
      },
    ],
    [
      'a task that submits itself',
      (loop) => {
        const task = new Task(() => loop.submit(task, 1));
        loop.submit(task, 1);
      },
    ],
    [
      'a timer that resubmits itself and is due at once',
      (loop) => {
        const timer = new Timer(() => loop.submit(timer), { after: 0 });
        loop.submit(timer);
      },
    ],
    [
      'tasks that submit one another',
      (loop) => {
        const next = (): void => loop.submit(new Task(next), 1);
        next();
      },
    ],
  ])('%s', (_, start) => {
    const host = new VirtualHost();
    const errors: unknown[] = [];
    using loop = new EventLoop({ host, onError: (error) => errors.push(error) });
    const times: number[] = [];
    loop.submit(new Timer((now, release) => times.push(now - release), { every: 10 }));
    start(loop);
    host.advanceTo(45);
    expect([times.length, errors]).toEqual([4, []]);
    expect(Math.max(...times)).toBeLessThan(1);
    expect(host.now()).toBeGreaterThanOrEqual(45);
    expect(host.now()).toBeLessThan(45 + loop.slice + 1);
  });

  it('a generator beside a frame in which only updates take time', () => {
    const host = new VirtualHost();
    using loop = new EventLoop({ host });
    let thoughts = 0;
    const think = function* (): Generator {
      for (;;) yield thoughts++;
    };
    loop.submit(new Task(think), -1);
    const frame = new Frame({
      entities: [{}, {}],
      rate: 100,
      priority: () => 1,
      update: () => host.spend(1),
    });
    everyFrame(loop, { simulate: frame });
    host.advanceTo(195);
    expect(frame.stats).toMatchObject({ steps: 20, updated: 40 });
    expect(thoughts).toBeGreaterThan(1000);
  });
});

it('a busy-wait for the clock of a VirtualHost ends', () => {
  const host = new VirtualHost();
  while (host.now() < 10) continue;
  expect(host.now()).toBeCloseTo(10, 1);
});

it.each<[string, (loop: EventLoop) => void]>([
  ['a timer', (loop) => loop.submit(new Timer(() => {}, { after: 500 }))],
  ['a task that expires', (loop) => loop.submit(new Task(() => {}, { expiresIn: 500 }), 0)],
])('submitting takes no time on a VirtualHost: 200,000 times %s', (_, submit) => {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  for (let i = 0; i < 200_000; i++) submit(loop);
  expect(host.now()).toBeLessThan(0.01);
});

it('30,000 timers and 30,000 tasks that read the clock take no time on a VirtualHost', () => {
  const host = new VirtualHost();
  using loop = new EventLoop({ host });
  const times = new Set<number>();
  for (let i = 0; i < 30_000; i++) {
    loop.submit(new Timer(() => times.add(host.now()), { at: 5 }));
    loop.submit(new Task(() => times.add(host.now())), 1);
  }
  host.advanceTo(1);
  host.advanceTo(10);
  expect(times).toEqual(new Set([0, 5]));
  expect(host.now()).toBe(10);
});

it('when a hidden page is shown again, its first display frame follows later, not at once', () => {
  const host = new VirtualHost({ displayRate: 100 });
  const times: number[] = [];
  const draw = (time: number): void => {
    times.push(time);
    host.requestFrame(draw);
  };
  host.requestFrame(draw);
  host.advanceTo(25);
  host.setVisible(false);
  host.advanceTo(72);
  host.setVisible(true);
  host.advanceTo(100);
  expect(times).toEqual([10, 20, 80, 90, 100]);
});

it('`next` is the time of the next turn or display frame', () => {
  const host = new VirtualHost({ displayRate: 100 });
  using loop = new EventLoop({ host });
  expect(host.next).toBe(Infinity);
  loop.submit(new Timer(() => {}, { at: 25 }));
  expect(host.next).toBe(25);
  host.requestFrame(() => {});
  expect(host.next).toBe(10);
  host.setVisible(false);
  expect(host.next).toBe(25);
  host.advanceTo(25);
  expect(host.next).toBe(Infinity);
});
