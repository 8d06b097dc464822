import type { LatencyController } from './latency-controller.ts';
import { minBuf } from './min-buf.ts';

/**
 * PaceA (thesis §4.3.2): commits TCP's window, as estimated from acknowledgments of frames (`window-estimate.ts`), and three segments, so that TCP always
 * has something to send. Works in any page.
 */
export function paceA(): LatencyController {
  const { budget, ...rest } = minBuf(1, 3)();
  return {
    ...rest,
    name: 'paceA',
    ackRate: 40_000,
    budget: (path) => budget({ ...path, kernel: () => undefined }),
  };
}
