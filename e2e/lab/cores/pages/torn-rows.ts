import type { FilledRows } from '@doha/multiproc/shared';
import type { tickSchema } from './thing-schema.ts';

type Rows = FilledRows<typeof tickSchema>;

/** Number of rows in a snapshot whose fields do not match each other, or whose tick is not that of row 0. */
export function tornRows({ columns, count }: Pick<Rows, 'columns' | 'count'>): number {
  let found = 0;
  for (let row = 0; row < count; row++)
    if (!isWhole(columns, row) || columns.tick[row] !== columns.tick[0]) found++;
  return found;
}

/** Whether the fields of a row match each other, in a snapshot or between two snapshots. */
export function isWhole({ position, tick, twice }: Rows['columns'], row: number): boolean {
  return twice[row] === 2 * tick[row]! && position[3 * row] === position[3 * row + 2];
}
