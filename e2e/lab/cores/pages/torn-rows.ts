import type { FilledRows } from '@doha/multiproc/shared';
import type { tickSchema } from './thing-schema.ts';

type Rows = FilledRows<typeof tickSchema>;

/** Rows of a snapshot that are not whole, or not as the others. */
export function tornRows({ columns, count }: Pick<Rows, 'columns' | 'count'>): number {
  let found = 0;
  for (let row = 0; row < count; row++)
    if (!isWhole(columns, row) || columns.tick[row] !== columns.tick[0]) found++;
  return found;
}

/** Whether the fields of a row fit together, be it of one snapshot or between two. */
export function isWhole({ place, tick, twice }: Rows['columns'], row: number): boolean {
  return twice[row] === 2 * tick[row]! && place[3 * row] === place[3 * row + 2];
}
