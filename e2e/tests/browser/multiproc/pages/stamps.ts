/** Schema of tables with one row. Its `stamp` increases with each commit. */
export const stampSchema = { stamp: 'f64' } as const;

/** Returns the stamp in the newest snapshot. */
export function stampIn(replica: Replica<typeof stampSchema>): number {
  replica.advance();
  return replica.at().columns.stamp[0]!;
}
import type { Replica } from '@doha/multiproc/shared';
