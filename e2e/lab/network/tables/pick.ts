import type { Row } from '../../../tools/results/results.ts';

/** Returns these columns of a row. Columns that it lacks are null. */
export function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}
