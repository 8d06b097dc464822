import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Area, bilateral, type Pixels } from './bilateral.ts';
import { tilesOf, withBorder } from './tiles.ts';

const images = fc
  .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
  .chain(({ height, width }) => {
    const length = 4 * width * height;
    return fc
      .uint8ClampedArray({ minLength: length, maxLength: length })
      .map((data): Pixels => ({ data: new Uint8ClampedArray(data), width, height }));
  });

test('tiles with their borders give the same result as the whole image', () => {
  const sides = fc.integer({ min: 1, max: 12 });
  const radii = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(images, sides, radii, (image, side, radius) => {
      const whole = filtered(image, wholeOf(image), radius);
      for (const tile of tilesOf(image, side)) {
        const cut = withBorder(tile, radius, image);
        const area = { ...tile, x: tile.x - cut.x, y: tile.y - cut.y };
        expect(filtered(part(image, cut), area, radius)).toEqual(part(whole, tile));
      }
    }),
  );
});

test('the tiles cover each pixel once', () => {
  const sizes = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(sizes, sizes, sizes, (width, height, side) => {
      const times = new Uint8Array(width * height);
      for (const { x, y, ...tile } of tilesOf({ width, height }, side)) {
        for (let i = 0; i < tile.width * tile.height; i++) {
          times[(y + Math.floor(i / tile.width)) * width + x + (i % tile.width)]!++;
        }
      }
      expect(times.every((count) => count === 1)).toBe(true);
    }),
  );
});

test('the filter does not change the edge between two areas of one color each', () => {
  const data = Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) => ((i >> 2) % 8 < 4 ? 20 : 220));
  const edge: Pixels = { data, width: 8, height: 8 };
  expect(filtered(edge, wholeOf(edge), 3)).toEqual(edge);
});

test('the filter yields after each row', () => {
  const image: Pixels = { data: new Uint8ClampedArray(4 * 15), width: 3, height: 5 };
  expect([...bilateral(image, wholeOf(image), 2)]).toHaveLength(5);
});

function wholeOf({ height, width }: Pixels): Area {
  return { x: 0, y: 0, width, height };
}

function filtered(image: Pixels, area: Area, radius: number): Pixels {
  const rows = bilateral(image, area, radius);
  for (;;) {
    const { done, value } = rows.next();
    if (done === true) return value;
  }
}

function part({ data, width }: Pixels, area: Area): Pixels {
  const cut = new Uint8ClampedArray(4 * area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    const from = 4 * ((area.y + y) * width + area.x);
    cut.set(data.subarray(from, from + 4 * area.width), 4 * y * area.width);
  }
  return { data: cut, width: area.width, height: area.height };
}
