import type { LatencyController } from './latency-controller.ts';
import { minBuf } from './min-buf.ts';

/**
 * PaceK (thesis §4.3.2): commits TCP's window, as the system says it, and three segments. For servers on Linux; where the system says nothing,
 * or `koffi` is not installed, it goes by acknowledgements as `paceA` does, with half as many of them: take that there.
 */
export function paceK(): LatencyController {
  return { ...minBuf(1, 3)(), name: 'paceK' };
}
