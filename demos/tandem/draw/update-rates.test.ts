import { expect, test } from 'vitest';
import { UpdateRates } from './update-rates.ts';

test('the rates come to be those of the updates, whatever the rate of the pictures', () => {
  for (const pictures of [10, 60, 144]) {
    const rates = new UpdateRates(40);
    const updates = new Uint32Array(40);
    for (let picture = 0; picture <= 4 * pictures; picture++) {
      const time = (picture * 1000) / pictures;
      for (let i = 0; i < updates.length; i++) updates[i] = Math.floor((time / 1000) * i);
      rates.refresh(updates, time);
    }
    for (let i = 0; i < updates.length; i++) expect(Math.abs(rates.rates[i]! - i)).toBeLessThan(3);
  }
});

test('who is not updated any more goes dark', () => {
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
