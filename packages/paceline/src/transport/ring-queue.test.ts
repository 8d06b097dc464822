import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RingQueue } from './ring-queue.ts';

test('a RingQueue is a queue, whatever is added and removed', () => {
  const steps = fc.array(fc.record({ isAdded: fc.boolean(), count: fc.nat(40) }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (all) => {
      const queue = new RingQueue<number>();
      const model: number[] = [];
      let next = 0;
      for (const { count, isAdded } of all) {
        for (let i = 0; i < count; i++) {
          if (isAdded) {
            model.push(next);
            queue.push(next++);
          } else {
            const first = queue.shift();
            if (first !== model.shift()) expect.fail(`shift returned ${first}`);
          }
          if (queue.length !== model.length) expect.fail(`${queue.length} items instead of ${model.length}`);
          if (queue.first !== model[0]) expect.fail(`${queue.first} is first instead of ${model[0]}`);
        }
        expect([...queue]).toEqual(model);
      }
    }),
  );
});

/** Makes a queue longer and shorter in turn. Returns the numbers of items that were copied to other places, and that were added or removed. */
function copiesIn(queue: RingQueue<number>, lengths: readonly number[]): { copies: number; changes: number } {
  let [copies, changes] = [0, 0];
  for (const length of lengths)
    while (queue.length !== length) {
      const { capacity } = queue;
      if (queue.length < length) queue.push(0);
      else queue.shift();
      changes++;
      if (queue.capacity !== capacity) copies += queue.length;
      if (queue.capacity > Math.max(256, 4 * queue.length))
        expect.fail(`${queue.length} items have room for ${queue.capacity}`);
    }
  return { copies, changes };
}

test('each item that is added or removed costs two copies at most, whatever the length', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3000), { maxLength: 20 }), (lengths) => {
      const { changes, copies } = copiesIn(new RingQueue(), lengths);
      expect(copies).toBeLessThanOrEqual(2 * changes);
    }),
    { numRuns: 20 },
  );
});

test('a length that alternates around a power of two does not copy the items again and again', () => {
  for (const bound of [16, 64, 256, 512, 1024]) {
    const queue = new RingQueue<number>();
    copiesIn(queue, [5000, 0, bound + 1]);
    const around = Array.from({ length: 1000 }, (_, i) => bound + (i % 2 === 0 ? -1 : 1));
    expect(copiesIn(queue, around).copies).toBeLessThanOrEqual(2 * bound);
  }
});
