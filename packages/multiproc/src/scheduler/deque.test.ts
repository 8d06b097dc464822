import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Deque } from './deque.ts';

const push = { weight: 6, arbitrary: fc.constant('push') };
const steps = fc.array(fc.oneof(push, fc.constantFrom('shift', 'pop', 'clear')), { maxLength: 40 });

test('a deque equals an array after the same steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), steps, (begun, acts) => {
      const deque = new Deque<number>();
      const array: number[] = [];
      for (const [number, act] of [...Array.from({ length: begun }, () => 'push'), ...acts].entries()) {
        if (act === 'push') {
          deque.push(number);
          array.push(number);
        } else if (act === 'clear') {
          deque.clear();
          array.length = 0;
        } else
          expect(act === 'pop' ? deque.pop() : deque.shift()).toBe(
            act === 'pop' ? array.pop() : array.shift(),
          );
        expect([deque.size, deque.first, deque.last]).toEqual([array.length, array[0], array.at(-1)]);
      }
      for (let next = array.shift(); next !== undefined; next = array.shift())
        expect(deque.shift()).toBe(next);
      expect([deque.size, deque.shift(), deque.pop()]).toEqual([0, undefined, undefined]);
    }),
  );
});
