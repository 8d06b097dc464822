import { checkNumber } from '@doha/loop/options';
import type { LatencyController, Path } from './latency-controller.ts';

/**
 * Limits the unacknowledged bytes to a fixed number, `bytes`. Suits a known link without other
 * traffic: beside other traffic the connection gets less than its share. Returns a function that
 * creates a controller for each connection. Throws a RangeError unless `bytes` > 0.
 */
export function fixed(bytes: number): () => LatencyController {
  checkNumber('fixed: bytes', bytes, { above: 0 });
  return () => ({
    name: `fixed ${bytes}`,
    budget: ({ unacknowledged }: Path) => bytes - unacknowledged,
  });
}
