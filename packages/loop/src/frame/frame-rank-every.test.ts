import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';

interface Being {
  readonly name: number;
  priority: number;
  minRate: number;
}

const step = 1000 / 60;
const being = (name: number, priority: number, minRate = 0): Being => ({ name, priority, minRate });

/** A frame on simulated time with a cost of 1 ms per update, and a log of its calls. */
function stage(
  beings: Being[],
  rankEvery: number,
): { asked: number[]; log: number[]; run: (budget: number, rate?: number) => void } {
  const host = new VirtualHost();
  const asked: number[] = [];
  const log: number[] = [];
  const loop = new EventLoop({ host, onError: () => {} });
  const frame = new Frame<Being>({
    rankEvery,
    entities: beings,
    priority: ({ name, priority }) => (asked.push(name), priority),
    minRate: ({ minRate }) => minRate,
    update: ({ name }) => {
      host.spend(1);
      log.push(name);
    },
  });
  frame.attach(loop);
  let current = 60;
  return {
    asked,
    log,
    run: (budget, rate = current) => {
      if (rate !== current) frame.attach(loop, (current = rate));
      frame.run({ elapsed: 1000 / rate, budget });
    },
  };
}

describe('rankEvery', () => {
  it('asks about a waiting entity once in rankEvery windows, and about each entity after its update', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 40 }),
        (count, rankEvery, budget) => {
          const beings = Array.from({ length: count }, (_, name) => being(name, name));
          const { asked, log, run } = stage(beings, rankEvery);
          const asks = new Map<number, number[]>(beings.map(({ name }) => [name, []]));
          let updated = new Set<number>(beings.map(({ name }) => name));
          for (let window = 0; window < 30; window++) {
            asked.length = log.length = 0;
            run(budget);
            expect(asked).toHaveLength(new Set(asked).size);
            expect([...updated].filter((name) => !asked.includes(name))).toEqual([]);
            for (const name of asked) asks.get(name)!.push(window);
            updated = new Set(log);
          }
          for (const windows of asks.values()) {
            const waits = [...windows, 30].slice(1).map((window, i) => window - windows[i]!);
            expect(Math.max(...waits)).toBeLessThanOrEqual(rankEvery);
          }
        },
      ),
    );
  });

  it('uses the last priority of each entity, whatever is added, removed or reordered', () => {
    const change = fc.record({
      kind: fc.constantFrom('add', 'remove', 'swap', 'raise', 'rate', 'nothing' as const),
      place: fc.nat(),
      priority: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 30 }),
        fc.array(change, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 30 }),
        (priorities, changes, rankEvery, budget) => {
          const beings = priorities.map((priority, name) => being(name, priority));
          const { asked, log, run } = stage(beings, rankEvery);
          const last = new Map<number, number>(); // the priority that the policy returned last
          const waiting = new Set<number>();
          let rate = 60;
          let names = beings.length;
          for (const { kind, place, priority } of changes) {
            const at = place % Math.max(1, beings.length);
            if (kind === 'add') beings.splice(at, 0, being(names++, priority));
            else if (kind === 'remove') beings.splice(at, 1);
            else if (kind === 'swap') beings.push(...beings.splice(at, 1));
            else if (kind === 'raise' && beings.length > 0) beings[at]!.priority = priority;
            else if (kind === 'rate') rate = 30 + priority;
            const updated = new Set(log);
            const added = beings.filter(({ name }) => !last.has(name)).length;
            asked.length = log.length = 0;
            run(budget, rate);
            const wasAsked = new Set(asked);
            const turn = Math.ceil(beings.length / rankEvery);
            const all = kind === 'rate' ? beings.length : 0; // ages change with the rate
            expect(asked.length).toBeLessThanOrEqual(all + turn + updated.size + added);
            for (const one of beings) {
              // An entity with a kept priority has waited since the last call of the policy.
              if (!wasAsked.has(one.name)) expect(waiting).toContain(one.name);
              else last.set(one.name, one.priority);
            }
            const inOrder = beings.toSorted((a, b) => last.get(b.name)! - last.get(a.name)!);
            expect(log).toEqual(inOrder.slice(0, log.length).map(({ name }) => name));
            waiting.clear();
            for (const { name } of beings) if (!log.includes(name)) waiting.add(name);
          }
        },
      ),
    );
  });

  it('checks minimum rates in every window', () => {
    // The entity with a minimum rate is the last and least important one. There is time for its updates.
    const beings = [...Array.from({ length: 30 }, (_, name) => being(name, 50)), being(30, 0, 20)];
    const { log, run } = stage(beings, 7);
    for (let i = 0; i < 600; i++) run(5);
    const wanted = (600 * step * 20) / 1000;
    expect(log.filter((name) => name === 30).length).toBeGreaterThanOrEqual(wanted - 1);
  });

  it('measures ages by the new rate after the rate has changed', () => {
    const { log, run } = stage([being(0, 1), being(1, 0, 2)], 1000);
    for (let i = 0; i < 11; i++) run(0.5);
    run(0.5, 10); // 0.28 s after the start
    expect(log).not.toContain(1);
    for (let i = 0; i < 4; i++) run(0.5, 10);
    expect(log).toContain(1);
  });

  it('asks again in the next window if the policy has failed', () => {
    const beings = [being(0, 1), being(1, NaN)];
    const { asked, log, run } = stage(beings, 100);
    for (let i = 0; i < 3; i++) run(0.5);
    expect(asked.filter((name) => name === 1)).toHaveLength(3);
    beings[1]!.priority = 2;
    run(0.5);
    expect(log.at(-1)).toBe(1);
  });
});
