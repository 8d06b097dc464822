import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Identities, IdRanges, rangeLength } from './identity.ts';

test('no id is handed out twice, however late ranges come', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ thread: fc.nat(2), ids: fc.nat(50_000), isLate: fc.boolean() }), {
        maxLength: 12,
      }),
      (steps) => {
        const ranges = new IdRanges();
        const late: (() => void)[] = [];
        let isLate = false;
        const threads = [0, 1, 2].map(() => {
          const identities: Identities = new Identities(() => {
            const give = (): void => identities.give(ranges.take());
            if (isLate) late.push(give);
            else give();
          });
          identities.give(ranges.take());
          return identities;
        });
        const spans: [number, number][] = [];
        for (const step of steps) {
          ({ isLate } = step);
          for (let i = 0; i < step.ids; i++) {
            const id = threads[step.thread]!.next();
            const last = spans.at(-1);
            if (last?.[1] === id) last[1]++;
            else spans.push([id, id + 1]);
          }
          for (const give of late.splice(0)) give();
        }
        spans.sort(([one], [other]) => one - other);
        for (const [i, [first]] of spans.entries())
          expect(first).toBeGreaterThanOrEqual(spans[i - 1]?.[1] ?? 1);
      },
    ),
    { numRuns: 50 },
  );
});

test('it is said when more ids are used than a range has before the next one comes', () => {
  const identities = new Identities(() => {});
  identities.give(1);
  for (let i = 0; i < rangeLength; i++) identities.next();
  expect(() => identities.next()).toThrow(`more than ${rangeLength} ids were used`);
});

test('before a thread takes part in a session there are no ids', () => {
  expect(() => new Identities(() => {}).next()).toThrow('nextId: the pool must have started this thread');
});
