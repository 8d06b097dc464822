import { checkNumber } from '@doha/loop/options';
import { byEstimate } from './by-estimate.ts';
import { KernelBudget } from './kernel-budget.ts';
import type { ConnectionInfo, LatencyController } from './latency-controller.ts';

/**
 * MIN_BUF(a, b) (Goel 2003, ch. 3): commits `a` windows of TCP and `b` segments. (1, 0) has the least latency, (1, 3) nearly the full throughput, and
 * (2, 0) the full throughput. The window is read from the kernel. If the kernel does not report it, or if the connection ends at a proxy, the window is
 * estimated from acknowledgments. Returns a function that creates a controller for each connection. Throws a RangeError unless `a` is a finite number > 0,
 * and `b` a finite number ≥ 0.
 */
export function minBuf(a: number, b: number): (connection?: ConnectionInfo) => LatencyController {
  checkNumber('minBuf: a', a, { above: 0 });
  checkNumber('minBuf: b', b, { min: 0 });
  return (connection = {}) => {
    const estimated = byEstimate(a, b, connection);
    const kernel = new KernelBudget(a, b);
    return {
      ...estimated,
      name: `minBuf(${a}, ${b})`,
      budget: (path) => kernel.at(path) ?? estimated.budget(path),
      acknowledged(acknowledged) {
        kernel.acknowledged(acknowledged);
        estimated.acknowledged(acknowledged);
      },
    };
  };
}
