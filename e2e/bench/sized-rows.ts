import type { Results, Row } from '../tools/results/results.ts';
import type { Bar } from '../tools/statistics/bar.ts';
import { digits, median, medianRatio, spread } from '../tools/statistics/statistics.ts';
import type { ByEnvironment } from './figure-in-both.ts';
import type { Series } from './pages/contest.ts';

/** Returns the column heading of a size. */
export type SizeName = (size: number) => string;

export const pending: SizeName = (size) => `${size.toLocaleString('en')} pending`;

/** A row for each environment and name, with the median of each size and the widest spread. */
export function sizedRows(found: ByEnvironment, sizeName: SizeName = pending): Row[] {
  return Object.entries(found).flatMap(([environment, series]) =>
    [...new Set(series.map(({ name }) => name))].map((name) => {
      const own = series.filter((one) => one.name === name);
      const widest = Math.max(...own.map(({ values }) => spread(values)));
      const row: Record<string, string | number> = { environment, name };
      for (const { size, values } of own) row[sizeName(size)] = digits(median(values), 3);
      row['spread'] = `±${digits(widest * 100, 2)} %`;
      return row;
    }),
  );
}

/** The values of all series, by their names in the results. */
export function samplesOf(found: ByEnvironment, sizeName: SizeName = pending): Results['samples'] {
  const named = Object.entries(found).flatMap(([environment, series]) =>
    series.map(({ name, size, values }): [string, number[]] => [
      `${environment}: ${name}, ${sizeName(size)}`,
      values.map((value) => digits(value, 4)),
    ]),
  );
  return Object.fromEntries(named);
}

/**
 * The values of one series.
 *
 * @throws Error if the series does not exist.
 */
export function valuesOf(series: readonly Series[], name: string, size: number): readonly number[] {
  const found = series.find((one) => one.name === name && one.size === size);
  if (!found) throw new Error(`Find a series: there must be one of ${name} at ${size}`);
  return found.values;
}

/** The ratios of the times of `of` to the times of `to` by size, for each environment that has both. */
export function ratios(
  found: ByEnvironment,
  { of, to, sizes }: { of: string; to: string; sizes: readonly number[] },
): Pick<Bar, 'environment' | 'found'>[] {
  return Object.entries(found)
    .filter(([, series]) => [of, to].every((name) => series.some((one) => one.name === name)))
    .map(([environment, series]) => {
      const bySize = sizes.map((size): [string, number] => [
        pending(size),
        medianRatio(valuesOf(series, of, size), valuesOf(series, to, size)),
      ]);
      return { environment, found: Object.fromEntries(bySize) };
    });
}
