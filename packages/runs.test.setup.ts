/** Number of times that a check is repeated with other random inputs. */
export interface Runs {
  /** In `npm test`, which has to be quick. */
  readonly gate: number;
  /** In `npm run test:long`, which sets `DOHA_LONG`. */
  readonly long: number;
}

/** Whether this is `npm run test:long`. */
export const isLong: boolean = (process.env['DOHA_LONG'] ?? '') !== '';

/** The number of runs of a check. Every test whose full length is too long for the gate asks here. */
export function runs({ gate, long }: Runs): number {
  return isLong ? long : gate;
}
