import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ElapsedUnitCheck } from './elapsed-unit-check.ts';

/**
 * Whether the check reports seconds if frames have these durations in ms, and the application
 * measures time in units of `unit` ms.
 */
function isNoticed(durations: readonly number[], unit: number): boolean {
  const check = new ElapsedUnitCheck();
  let now = 0;
  return durations.filter((each) => check.add(each / unit, (now += each)) !== undefined).length > 0;
}

/** The durations of 200 frames, up to 20 of which are hitches of up to 10 s at any position. */
const randomDurations = fc
  .record({
    displayRate: fc.double({ min: 20, max: 1000, noNaN: true }),
    hitches: fc.array(fc.tuple(fc.nat(199), fc.double({ min: 50, max: 10_000, noNaN: true })), {
      maxLength: 20,
    }),
  })
  .map(({ displayRate, hitches }) => {
    const all = Array<number>(200).fill(1000 / displayRate);
    for (const [frame, hitch] of hitches) all[frame] = hitch;
    return all;
  });

test('seconds are recognized on any display and with long frames at any position, and milliseconds are not mistaken for seconds', () => {
  fc.assert(
    fc.property(randomDurations, (durations) => {
      expect(isNoticed(durations, 1000)).toBe(true);
      expect(isNoticed(durations, 1)).toBe(false);
    }),
  );
});

test('frames with an elapsed of 0 are not counted', () => {
  const check = new ElapsedUnitCheck();
  for (let i = 0; i < 1000; i++) expect(check.add(0, i * 17)).toBeUndefined();
  expect(isNoticed(Array<number>(200).fill(0), 1)).toBe(false);
  let now = 17_000;
  const found = Array.from({ length: 200 }, () => check.add(1 / 60, (now += 17)));
  expect(found.filter((each) => each !== undefined)).toEqual([{ elapsed: 1 / 60, passed: 17 }]);
});
