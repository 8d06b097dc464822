import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from '../event-loop/task.ts';

/**
 * An entity whose update depends on the current state of all entities, and therefore on the order
 * of the list.
 */
interface Body {
  x: number;
  v: number;
  readonly importance: number;
  readonly spawns: boolean;
}

const step = 1000 / 60;

/** Moves a body away from the center of all. Some bodies spawn children, up to 30 bodies in all. */
function update(bodies: Body[], body: Body, elapsed: number, spawn: (child: Body) => void): void {
  let middle = 0;
  for (const { x } of bodies) middle += x / bodies.length;
  body.v += (body.x - middle) * 0.001 * elapsed;
  body.x += Math.sin(body.v) * elapsed;
  if (body.spawns && bodies.length < 30 && body.x > 50)
    spawn({ x: body.x / 3, v: 0, importance: body.importance / 2, spawns: true });
}

const bodies = fc.array(
  fc.record({
    x: fc.double({ min: -100, max: 100, noNaN: true }),
    v: fc.double({ min: -1, max: 1, noNaN: true }),
    importance: fc.double({ min: 0, max: 1, noNaN: true }),
    spawns: fc.boolean(),
  }),
  { minLength: 1, maxLength: 20 },
);

describe("order: 'list'", () => {
  it('has the same result, bit by bit, as a plain loop if all updates fit', () => {
    fc.assert(
      fc.property(
        bodies,
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        fc.boolean(),
        (given, cost, withRates) => {
          const plain = given.map((body) => ({ ...body }));
          for (let i = 0; i < 50; i++) {
            for (const body of plain) update(plain, body, step, (child) => plain.push(child));
          }

          const host = new VirtualHost();
          const adaptive: Body[] = given.map((body) => ({ ...body }));
          const frame = new Frame<Body>({
            order: 'list',
            entities: adaptive,
            priority: ({ importance }) => importance,
            minRate: ({ importance }) => (withRates && importance > 0.5 ? 30 : 0),
            update: (body, elapsed) => {
              host.spend(cost);
              update(adaptive, body, elapsed, (child) => {
                adaptive.push(child);
                frame.addToWindow(child);
              });
            },
          });
          frame.attach(new EventLoop({ host }));
          for (let i = 0; i < 50; i++) frame.run({ elapsed: step, budget: 10 });
          expect(adaptive).toEqual(plain);
          expect(frame.stats.cancelled).toBe(0);
        },
      ),
    );
  });

  it('chooses updates by priority and expected cost under load, and runs them in the order of the list', () => {
    const host = new VirtualHost();
    const entities = Array.from({ length: 100 }, (_, index) => ({ index, importance: (index * 37) % 100 }));
    let log: number[] = [];
    const frame = new Frame<(typeof entities)[number]>({
      order: 'list',
      entities,
      priority: ({ importance }) => importance,
      update: ({ index }) => {
        log.push(index);
        host.spend(1);
      },
    });
    frame.attach(new EventLoop({ host }));
    for (let i = 0; i < 20; i++) {
      log = [];
      frame.run({ elapsed: step, budget: 30 });
    }
    const most = entities.filter(({ importance }) => importance >= 70).map(({ index }) => index);
    expect(log.toSorted((a, b) => a - b)).toEqual(most);
    const descents = log.filter((index, i) => index < (log[i - 1] ?? -1)).length;
    expect(descents).toBeLessThan(6); // the chosen updates, then a few by priority
  });

  it('chooses in the same way if one priority is much higher than all others', () => {
    const host = new VirtualHost();
    const entities = Array.from({ length: 100 }, (_, i) => ({
      importance: i === 50 ? 1e6 : ((i * 37) % 100) / 100,
      updates: 0,
    }));
    const frame = new Frame<(typeof entities)[number]>({
      order: 'list',
      entities,
      priority: ({ importance }) => importance,
      update: (entity) => {
        entity.updates++;
        host.spend(1);
      },
    });
    frame.attach(new EventLoop({ host }));
    for (let i = 0; i < 5; i++) frame.run({ elapsed: step, budget: 30 });
    for (const entity of entities) entity.updates = 0;
    for (let i = 0; i < 20; i++) frame.run({ elapsed: step, budget: 30 });
    const most = entities.toSorted((a, b) => b.importance - a.importance).slice(0, 20);
    for (const { updates } of most) expect(updates).toBe(20);
  });

  it('lets a task run first that is more important than the next update in the list', () => {
    const log: string[] = [];
    const loop = new EventLoop({ host: new VirtualHost() });
    const frame = new Frame({
      order: 'list',
      entities: [{ name: 'a' }, { name: 'b' }],
      priority: ({ name }) => (name === 'a' ? 1 : 3),
      update: ({ name }) => log.push(name),
    });
    frame.attach(loop);
    loop.submit(new Task(() => log.push('task')), 2);
    frame.run({ elapsed: step, budget: 10 });
    expect(log).toEqual(['task', 'a', 'b']);
  });
});

describe("order: 'priority'", () => {
  it('runs updates and other tasks in one order of priority, even under load', () => {
    const host = new VirtualHost();
    const log: string[] = [];
    const loop = new EventLoop({ host });
    const entities = Array.from({ length: 50 }, (_, index) => ({ importance: index }));
    const frame = new Frame<(typeof entities)[number]>({
      entities,
      priority: ({ importance }) => importance,
      update: ({ importance }) => {
        log.push(`${importance}`);
        host.spend(1);
      },
    });
    frame.attach(loop);
    for (let i = 0; i < 20; i++) {
      log.length = 0;
      loop.submit(new Task(() => log.push('task')), 45.5);
      frame.run({ elapsed: step, budget: 10 });
    }
    expect(log).toEqual(['49', '48', '47', '46', 'task', '45', '44', '43', '42', '41', '40']);
  });

  it('is the exact order of priorities, with equal priorities in list order, whatever the load', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
          { maxLength: 200 },
        ),
        fc.array(fc.nat(60), { minLength: 1, maxLength: 10 }),
        (priorities, budgets) => {
          const host = new VirtualHost();
          const entities = priorities.map((priority, index) => ({ priority, index }));
          const sorted = entities.toSorted((a, b) => b.priority - a.priority || a.index - b.index);
          let log: (typeof entities)[number][] = [];
          const frame = new Frame<(typeof entities)[number]>({
            entities,
            priority: ({ priority }) => priority,
            update: (entity) => {
              log.push(entity);
              host.spend(1);
            },
          });
          frame.attach(new EventLoop({ host }));
          for (const budget of budgets) {
            log = [];
            frame.run({ elapsed: step, budget });
            expect(log).toEqual(sorted.slice(0, Math.max(1, budget)));
          }
        },
      ),
    );
  });
});

describe('minimum rates', () => {
  const numbers = [Number.MAX_VALUE, 1e301, 1e300, 5, -1e300, -Number.MAX_VALUE] as const;

  it('precede all other work, whatever priorities the policy and other tasks have', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...numbers), fc.boolean()), { minLength: 1, maxLength: 50 }),
        fc.constantFrom(...numbers),
        fc.constantFrom(...numbers),
        (given, childPriority, taskPriority) => {
          const log: string[] = [];
          const child = { name: 'child', priority: childPriority, isStiff: false };
          const entities = given.map(([priority, isStiff], i) => ({ name: `${i}`, priority, isStiff }));
          const loop = new EventLoop({ host: new VirtualHost() });
          const frame = new Frame<typeof child>({
            entities,
            priority: ({ priority }) => priority,
            minRate: ({ isStiff }) => (isStiff ? 120 : 0),
            minRateShare: 1,
            update: ({ name }) => {
              log.push(name);
              if (frame.stats.updated === 1) frame.addToWindow(child);
            },
          });
          frame.attach(loop);
          frame.tick();
          loop.submit(new Task(() => log.push('task')), taskPriority);
          loop.run({ budget: 10 });
          const byPriority = (some: (typeof child)[]): (typeof child)[] =>
            some.toSorted((a, b) => b.priority - a.priority || 0);
          const stiff = entities.filter(({ isStiff }) => isStiff);
          const others = byPriority(entities.filter(({ isStiff }) => !isStiff));
          const first = stiff.length > 0 ? [] : others.splice(0, 1); // updated before the child was added
          const sorted = [...first, ...byPriority([...others, child])];
          const updates = log.filter((name) => name !== 'task');
          expect(updates).toEqual([...stiff, ...sorted].map(({ name }) => name));
          if (taskPriority === Number.MAX_VALUE) return; // equal priorities run in order of submission
          const before = log.slice(0, log.indexOf('task'));
          expect(before.slice(0, stiff.length)).toEqual(stiff.map(({ name }) => name));
          const least = Math.min(
            ...sorted.filter(({ name }) => before.includes(name)).map((each) => each.priority),
          );
          expect(least).toBeGreaterThanOrEqual(taskPriority);
        },
      ),
    );
  });

  it('may be as high as the largest number', () => {
    const rates = [Number.MAX_VALUE, 1e-300, 1e300, 60];
    const log: number[] = [];
    const frame = new Frame({
      entities: rates.map((rate) => ({ rate })),
      priority: () => 1,
      minRate: ({ rate }) => rate,
      update: ({ rate }) => log.push(rate),
    });
    frame.attach(new EventLoop({ host: new VirtualHost() }));
    frame.run({ elapsed: 200, budget: 10 });
    expect(log).toEqual([Number.MAX_VALUE, 1e300, 60, 1e-300]);
    expect(frame.stats.stretch).toBe(Number.MAX_VALUE);
  });
});
