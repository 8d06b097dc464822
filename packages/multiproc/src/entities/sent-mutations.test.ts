import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countMoved } from '../scheduler/count-moved.test.setup.ts';
import { Hub } from '../session/hub.ts';
import { SharedState } from '../session/shared-state.ts';
import { SentMutations } from './sent-mutations.ts';

test('mutations stay in order until they are acknowledged, and a cancelled one keeps its number', () => {
  const action = fc.oneof(
    { weight: 3, arbitrary: fc.record({ what: fc.constant('add' as const), number: fc.constant(0) }) },
    fc.record({ what: fc.constantFrom('acknowledge' as const, 'cancel' as const), number: fc.nat(40) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 100 }), (actions) => {
      const sent = new SentMutations<string>(3);
      let [last, expected]: [number, { number: number; isVoid: boolean }[]] = [0, []];
      for (const { number, what } of actions) {
        if (what === 'add') {
          sent.add(7, 'grow');
          expected.push({ number: ++last, isVoid: false });
        } else if (what === 'acknowledge') {
          sent.acknowledge(7, number);
          expected = expected.filter((mutation) => mutation.number > number);
        } else {
          sent.cancel({ id: 7, from: 3, number, what: 'grow' });
          for (const mutation of expected) if (mutation.number === number) mutation.isVoid = true;
        }
        const pending = sent.of(7).map((mutation) => ({
          number: mutation.number,
          isVoid: mutation.isVoid ?? false,
        }));
        expect(pending).toEqual(expected);
        expect(sent.first(7)?.number).toBe(expected[0]?.number);
      }
      expect(sent.forget(7)).toBe(expected.length);
    }),
  );
});

test('an entity that is created applies the waiting mutations in linear time', () => {
  const [count, applied]: [number, number[]] = [10_000, []];
  const part = new SharedState(new Hub(() => {}).peer); // ignores the error that the entity does not exist yet
  const entities = part.entities<number, number>('bird', {
    release: () => 0,
    adopt: () => {},
    apply: (_, number) => applied.push(number),
  });
  const id = part.nextId();
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (const number of numbers) entities.mutate(id, number);
  expect(countMoved(() => entities.own(id))).toBeLessThan(10 * count);
  expect(applied).toEqual(numbers);
});
