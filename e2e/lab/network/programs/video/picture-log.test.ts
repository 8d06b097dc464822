import { expect, test } from 'vitest';
import { PictureLog } from './picture-log.ts';
import { layers } from './video.ts';

test('pictures count from their sending, whichever of their layers came', () => {
  const log = new PictureLog();
  const period = 1000 / 30;
  for (const picture of [0, 1, 2, 4, 5])
    log.note({ picture, layer: 0, took: 20 + picture }, 500 + picture * period);
  log.note({ picture: 2, layer: 1, took: 99 }, 500 + 2 * period);
  const nothing = Array<null>(layers).fill(null);
  expect(log.between(501, 500 + 4.5 * period)).toEqual([
    [21, ...nothing.slice(1)],
    [22, 99, ...nothing.slice(2)],
    nothing,
    [24, ...nothing.slice(1)],
  ]);
});

test('pictures of which nothing has come count too, and there are none of no time', () => {
  const log = new PictureLog();
  expect(log.between(50, 1050).flat()).toEqual(Array(30 * layers).fill(null));
  log.note({ picture: 0, layer: 0, took: 1 }, 0);
  expect(log.between(10_000, 5000)).toEqual([]);
});
