import { expect, test } from 'vitest';
import { FrameMeter } from './frame-meter.ts';

test('frames per second are measured in windows, and frames that show nothing new do not count', () => {
  const rates: number[] = [];
  const meter = new FrameMeter(1000, (rate) => rates.push(rate));
  meter.drawn(0, -20, -20);
  for (let i = 0; i <= 100; i++) meter.drawn(20 * i, 20 * i, 20 * i);
  for (let i = 101; i <= 150; i++) meter.drawn(20 * i, 20 * i, 40 * Math.ceil(i / 2));
  expect(rates).toEqual([50, 50, 25]);
});

test('a pause does not count if the window begins again', () => {
  const rates: number[] = [];
  const meter = new FrameMeter(1000, (rate) => rates.push(rate));
  meter.drawn(0, 0, 0);
  meter.drawn(0, 20, 20);
  meter.restart();
  for (let i = 0; i <= 51; i++) meter.drawn(0, 60_000 + 20 * i, 20 * i);
  expect(rates).toEqual([50]);
});

test('the first window begins when the game moves', () => {
  const rates: number[] = [];
  const meter = new FrameMeter(1000, (rate) => rates.push(rate));
  for (let i = 0; i < 500; i++) meter.drawn(0, 20 * i, 0);
  for (let i = 500; i <= 550; i++) meter.drawn(0, 20 * i, 20 * (i - 499));
  expect(rates).toEqual([50]);
});
