import { expect, test } from 'vitest';
import { colorOf, colors } from './colors.ts';

/** Linear red, green and blue of a color. */
function linear(color: string): readonly number[] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

/** The color in OKLab (Ottosson 2020), in which a distance is about as great as the difference that people see. */
function okLab(color: string): readonly number[] {
  const [r = 0, g = 0, b = 0] = linear(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = linear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const palette = Array.from({ length: 10 }, (_, i) => colorOf(i));

test('any two colors of the palette can be told apart', () => {
  const close: string[] = [];
  for (const [i, one] of palette.entries())
    for (const other of palette.slice(i + 1)) {
      const [from, to] = [okLab(one), okLab(other)];
      const distance = Math.hypot(...from.map((value, part) => value - to[part]!));
      if (distance < 0.12) close.push(`${one} and ${other}`);
    }
  expect(close).toEqual([]);
});

test('each color has a contrast of at least 4.5 to the background', () => {
  for (const color of [...palette, colors.text, colors.quiet, colors.warning, colors.accent])
    expect((luminance(color) + 0.05) / (luminance(colors.background) + 0.05)).toBeGreaterThan(4.5);
});
