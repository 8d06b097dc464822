import { expect, test } from 'vitest';
import { WindowLog } from './window-log.ts';

test('windows are numbered by their time, also if the first ones are lost', () => {
  const log = new WindowLog(100);
  log.add(2, 1200, 30);
  log.add(5, 1500, 40);
  expect(log.between(1100, 1600)).toEqual([null, 30, null, null, 40]);
  expect(log.between(1201, 1500)).toEqual([null, null]);
});

test('without arrivals all windows are lost', () => {
  expect(new WindowLog(100).between(5050, 5350)).toEqual([null, null, null]);
});
