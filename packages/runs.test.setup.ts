/** Number of times that a check is repeated with other random inputs. */
export interface Runs {
  /** In `npm test`, which has to be quick. */
  readonly gate: number;
  /** In `npm run test:long`, which sets `DOHA_LONG`. */
  readonly long: number;
}

/** Whether this is `npm run test:long`. */
export const isLong: boolean = (process.env['DOHA_LONG'] ?? '') !== '';

/**
 * The number of runs of a check. For tests that would be too slow for `npm test` in their full
 * length.
 */
export function runs({ gate, long }: Runs): number {
  return isLong ? long : gate;
}

/** The rows of a table of tests that this run uses: in `npm test` all but the last `onlyLong` ones, which are variants of the others. */
export function rowsOf<Row>(
  rows: readonly Row[],
  { onlyLong }: { readonly onlyLong: number },
): readonly Row[] {
  return isLong ? rows : rows.slice(0, rows.length - onlyLong);
}
