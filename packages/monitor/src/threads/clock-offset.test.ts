import { expect, test } from 'vitest';
import { chanceOf } from '../../../chance.test.setup.ts';
import { ClockOffset } from './clock-offset.ts';

test('one exchange bounds the offset by half of its round trip', () => {
  const offset = new ClockOffset();
  offset.add(100, 1003, 1003, 110); // the other clock is 900 ms ahead; the request takes 3 ms, the answer 7 ms
  expect(offset.estimate().shift).toBeCloseTo(-898);
  expect(offset.estimate().error).toBeCloseTo(5, 2);
});

test('the time between the receipt of a request and its answer does not count', () => {
  const offset = new ClockOffset();
  offset.add(0, 1001, 1501, 502);
  expect(offset.estimate().shift).toBeCloseTo(-1000);
  expect(offset.estimate().error).toBeCloseTo(1, 0);
});

test('without an exchange, the expected offset has no bound', () => {
  expect(new ClockOffset().estimate()).toEqual({ shift: 0, error: Infinity });
  expect(new ClockOffset().estimate(7)).toEqual({ shift: 7, error: Infinity });
});

test('the expected offset is used if it is possible', () => {
  const offset = new ClockOffset();
  offset.add(100, 1003, 1003, 110);
  expect(offset.estimate(-902).shift).toBe(-902);
  expect(offset.estimate(-902).error).toBeCloseTo(9, 2);
  expect(offset.estimate(-904).shift).toBeCloseTo(-898);
});

test('the true offset is within the stated error, whatever the delays and the drift of the clocks', () => {
  const chance = chanceOf(3);
  for (let run = 0; run < 200; run++) {
    const offset = new ClockOffset();
    const [ahead, rate] = [2e6 * chance() - 1e6, 1 + 1.8e-4 * (chance() - 0.5)];
    const other = (time: number): number => time * rate + ahead;
    let time = 1000 * chance();
    for (let exchange = 0; exchange < 30; exchange++) {
      const asked = time;
      const received = asked + 50 * chance() ** 3;
      const sent = received + 300 * chance() ** 4;
      time = sent + 50 * chance() ** 3;
      offset.add(asked, other(received), other(sent), time);
      const { error, shift } = offset.estimate();
      expect(Math.abs(other(time) + shift - time)).toBeLessThanOrEqual(error + 1e-6);
      time += 100_000 * chance() ** 2;
    }
  }
});

test('a clock that was set anew is recognized', () => {
  const offset = new ClockOffset();
  offset.add(0, 1000, 1000, 1);
  offset.add(100, 5100, 5100, 102);
  expect(offset.estimate().shift).toBeCloseTo(-4999);
  expect(offset.estimate().error).toBeCloseTo(1, 2);
});

test('an exchange that takes longer on the other clock than on this one is ignored', () => {
  const offset = new ClockOffset();
  offset.add(0, 1000, 1010, 1);
  offset.add(0, Number.NaN, 990, 1);
  expect(offset.estimate().error).toBe(Infinity);
});
