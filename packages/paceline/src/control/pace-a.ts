import type { LatencyController } from './latency-controller.ts';
import { minBuf } from './min-buf.ts';

/**
 * PaceA (thesis §4.3.2): commits TCP's window, as acknowledgements of frames show it, and three segments, so that TCP never waits for us. Works
 * in any page.
 */
export function paceA(): LatencyController {
  const { acknowledged, budget } = minBuf(1, 3);
  return {
    name: 'paceA',
    budget: (path) => budget({ ...path, kernel: () => undefined }),
    acknowledged: acknowledged!,
  };
}
