import { EventLoop, Frame } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { nearestTo, sinceUpdate, weighted } from '../index.ts';

const step = 1000 / 60;
const weight = fc.double({ min: 0.01, max: 10, noNaN: true });

test('with any positive weight of sinceUpdate, each entity is updated within the documented bound', () => {
  fc.assert(
    fc.property(
      weight,
      weight,
      fc.integer({ min: 20, max: 500 }),
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('priority' as const, 'list' as const),
      (near, waiting, limit, count, perFrame, order) => {
        const players = [{ x: 0, y: 0 }];
        const entities = Array.from({ length: count }, (_, i) => ({
          x: (i * i * 31) % 1000,
          y: 0,
          waited: 0,
          updatedAt: 0,
        }));
        const host = new VirtualHost();
        const frame = new Frame<(typeof entities)[number]>({
          order,
          entities,
          priority: weighted([near, nearestTo(players)], [waiting, sinceUpdate(limit)]),
          update: (entity, elapsed) => {
            entity.waited = Math.max(entity.waited, elapsed);
            entity.updatedAt = frame.now;
            host.spend(1);
          },
        });
        frame.attach(new EventLoop({ host }));
        // In list order, a window that ends before the end of the list leaves out some chosen updates.
        // Therefore the bound has twice as many windows.
        const windows = (Math.ceil(count / perFrame) + 1) * (order === 'list' ? 2 : 1);
        const bound = (limit * near) / waiting + windows * step;
        const frames = Math.min(2000, Math.ceil((3 * bound) / step));
        for (let i = 0; i < frames; i++) frame.run({ elapsed: step, budget: perFrame - 0.5 });
        const longest = Math.max(
          ...entities.flatMap(({ updatedAt, waited }) => [waited, frame.now - updatedAt]),
        );
        expect(longest).toBeLessThanOrEqual(bound + 1e-6);
      },
    ),
    { numRuns: runs({ gate: 100, long: 2000 }) },
  );
});

test('a policy by distance and age updates each of 1,000 entities, although only 320 fit into a window', () => {
  const players = [{ x: 0, y: 0 }];
  const entities = Array.from({ length: 1000 }, (_, i) => ({ x: i, y: 0, updates: 0 }));
  const host = new VirtualHost();
  const frame = new Frame<(typeof entities)[number]>({
    entities,
    priority: weighted([3, nearestTo(players, { halfAt: 200 })], [1, sinceUpdate(500)]),
    update: (entity) => {
      entity.updates++;
      host.spend(0.05);
    },
  });
  frame.attach(new EventLoop({ host }));
  for (let i = 0; i < 1200; i++) frame.run({ elapsed: step, budget: 16 });
  expect(Math.min(...entities.map(({ updates }) => updates))).toBeGreaterThan(5);
  expect(frame.stats.pace).toBeGreaterThan(0.97);
});
