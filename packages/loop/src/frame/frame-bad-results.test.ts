import { expect, test } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';

test.each([5n, '5', null, true, [7], Symbol('rate')])(
  'an invalid minRate, maxStep or priority of %o is reported, and the other entities are updated as usual',
  (bad) => {
    for (const name of ['minRate', 'maxStep', 'priority'] as const) {
      const errors: unknown[] = [];
      const updated: string[] = [];
      const of = ({ value }: { value: unknown }): number => value as number;
      const frame = new Frame({
        entities: [10, bad, 10].map((value, i) => ({ name: 'abc'[i]!, value })),
        priority: () => 1,
        update: (entity) => updated.push(entity.name),
        [name]: of,
      });
      frame.attach(new EventLoop({ host: performance, onError: (error) => errors.push(error) }));
      frame.run({ elapsed: 17, budget: 1000 });
      expect(updated.filter((each) => each !== 'b').toSorted()).toEqual(
        name === 'maxStep' ? ['a', 'a', 'c', 'c'] : ['a', 'c'],
      );
      expect(errors).toEqual([expect.any(TypeError)]);
      expect(String(errors[0])).toContain(`Frame: ${name} must be`);
    }
  },
);

test.each(['entities', 'always'] as const)(
  'an array with a custom iterator is read through this iterator in each window or step, as %s',
  (option) => {
    class Living extends Array<{ alive: boolean }> {
      override *[Symbol.iterator](): ArrayIterator<{ alive: boolean }> {
        for (let i = 0; i < this.length; i++) if (this[i]!.alive) yield this[i]!;
      }
    }
    const list = new Living();
    for (let i = 0; i < 3; i++) list.push({ alive: true });
    let updates = 0;
    const options = { entities: [], priority: () => 1, update: () => updates++ };
    const frame = new Frame<{ alive: boolean }>({ ...options, [option]: list });
    frame.run({ elapsed: 17, budget: 1000 });
    list[1]!.alive = false;
    frame.run({ elapsed: 17, budget: 1000 });
    expect(updates).toBe(5);
  },
);
