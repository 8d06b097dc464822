import { checkNumber } from '@doha/loop/options';
import type { Acknowledged, LatencyController, Path } from './latency-controller.ts';
import { WindowEstimate } from './window-estimate.ts';

/**
 * MIN_BUF(a, b) (Goel 2003, ch. 3): commits `a` windows of TCP and `b` segments. (1, 0) has the least latency, (1, 3) nearly all of the throughput,
 * (2, 0) all of it. The window is read from the kernel if possible, and otherwise estimated from acknowledgments. Returns a function that creates a
 * controller for each connection. Throws a RangeError unless a is a finite number > 0, and b a finite number ≥ 0.
 */
export function minBuf(a: number, b: number): () => LatencyController {
  checkNumber('minBuf: a', a, { above: 0 });
  checkNumber('minBuf: b', b, { min: 0 });
  return () => {
    const estimate = new WindowEstimate();
    return {
      name: `minBuf(${a}, ${b})`,
      looksAgain: 4,
      budget({ buffered, kernel, now, unacknowledged }: Path): number {
        const state = kernel();
        if (state === undefined) return estimate.allowed(a, b, now, unacknowledged) - unacknowledged;
        return a * state.congestionWindow + b * state.segment - state.queued - buffered;
      },
      acknowledged: (acknowledged: Acknowledged) => estimate.acknowledged(acknowledged),
      rate: () => estimate.rate,
    };
  };
}
