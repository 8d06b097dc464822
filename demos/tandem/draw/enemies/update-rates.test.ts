import { expect, test } from 'vitest';
import { UpdateRates } from './update-rates.ts';

test('the measured rates converge to the update rates at any frame rate', () => {
  for (const frames of [10, 60, 144]) {
    const rates = new UpdateRates(40);
    const updates = new Uint32Array(40);
    for (let frame = 0; frame <= 4 * frames; frame++) {
      const time = (frame * 1000) / frames;
      for (let i = 0; i < updates.length; i++) updates[i] = Math.floor((time / 1000) * i);
      rates.refresh(updates, time);
    }
    for (let i = 0; i < updates.length; i++) expect(Math.abs(rates.rates[i]! - i)).toBeLessThan(3);
  }
});

test('the rate of an entity without updates falls to 0', () => {
  const rates = new UpdateRates(1);
  const updates = Uint32Array.of(0);
  for (let time = 0; time < 1000; time += 10) {
    updates[0]!++;
    rates.refresh(updates, time);
  }
  expect(rates.rates[0]).toBeGreaterThan(90);
  for (let time = 1000; time < 3000; time += 10) rates.refresh(updates, time);
  expect(rates.rates[0]).toBeLessThan(0.5);
});
