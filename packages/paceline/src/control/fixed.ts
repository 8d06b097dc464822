import { checkNumber } from '@doha/loop/options';
import type { LatencyController, Path } from './latency-controller.ts';

/**
 * A window that does not change: right for a link that is known, wrong beside other traffic, where it gets less than its share. `bytes`: that may
 * be unacknowledged; > 0, else a RangeError is thrown. Returns what makes one for each connection.
 */
export function fixed(bytes: number): () => LatencyController {
  checkNumber('fixed: bytes', bytes, { above: 0 });
  return () => ({
    name: `fixed ${bytes}`,
    budget: ({ unacknowledged }: Path) => bytes - unacknowledged,
  });
}
