import { checkNumber } from '@doha/loop/options';
import type { LatencyController, Path } from './latency-controller.ts';

/**
 * A window that does not change: right for a known link, wrong beside other traffic, where it gets less than its share. `bytes`: maximum number of
 * unacknowledged bytes. Returns a function that creates a controller for each connection. Throws a RangeError unless `bytes` > 0.
 */
export function fixed(bytes: number): () => LatencyController {
  checkNumber('fixed: bytes', bytes, { above: 0 });
  return () => ({
    name: `fixed ${bytes}`,
    budget: ({ unacknowledged }: Path) => bytes - unacknowledged,
  });
}
