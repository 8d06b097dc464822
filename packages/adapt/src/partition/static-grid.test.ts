import { describe, expect, test } from 'vitest';
import { staticGrid } from './static-grid.ts';

describe('a static grid', () => {
  test.each([
    [{ width: 400, height: 100, parts: 4 }, [4, 1]],
    [{ width: 100, height: 400, parts: 4 }, [1, 4]],
    [{ width: 100, height: 100, parts: 4 }, [2, 2]],
    [{ width: 300, height: 200, parts: 6 }, [3, 2]],
    [{ width: 300, height: 200, parts: 1 }, [1, 1]],
  ])('%o has parts that are nearly squares', (options, [columns, rows]) => {
    expect(staticGrid(options)).toMatchObject({ columns, rows });
  });

  test('each position belongs to one part, and all parts have the same size', () => {
    const { partOf } = staticGrid({ width: 30, height: 20, parts: 6 });
    const counts = new Map<number, number>();
    for (let x = 0; x < 30; x++) {
      for (let y = 0; y < 20; y++) {
        const part = partOf({ x: x + 0.5, y: y + 0.5 });
        counts.set(part, (counts.get(part) ?? 0) + 1);
      }
    }
    expect(counts).toEqual(new Map([0, 1, 2, 3, 4, 5].map((part) => [part, 100])));
    expect([partOf({ x: -9, y: -9 }), partOf({ x: 99, y: 99 })]).toEqual([0, 5]);
  });

  test('options that are out of range throw an error', () => {
    expect(() => staticGrid({ width: 0, height: 1, parts: 1 })).toThrow(
      'width must be a number from 1e-100 to 1e100, got 0',
    );
    expect(() => staticGrid({ width: 1, height: 1, parts: 1.5 })).toThrow(
      'parts must be a whole number from 1 to 1,000,000, got 1.5',
    );
  });
});

test('a square map with a million parts has 1,000 columns and 1,000 rows', () => {
  expect(staticGrid({ width: 1, height: 1, parts: 1e6 })).toMatchObject({ columns: 1000, rows: 1000 });
});
