import { expect, test } from 'vitest';
import { withinWindow } from './movable.ts';

test.each([
  [
    { left: 10, top: 20 },
    { left: 10, top: 20 },
  ],
  [
    { left: -50, top: 1e9 },
    { left: 0, top: 300 },
  ],
  [
    { left: 700, top: -1 },
    { left: 400, top: 0 },
  ],
])('%o becomes %o', (given, expected) => {
  expect(withinWindow(given, { width: 400, height: 300 }, { width: 800, height: 600 })).toEqual(expected);
});

test('the left upper corner of a panel that is larger than the window stays visible', () => {
  expect(withinWindow({ left: 9, top: 9 }, { width: 400, height: 700 }, { width: 300, height: 600 })).toEqual(
    {
      left: 0,
      top: 0,
    },
  );
});
