import type { ConnectionInfo, LatencyController } from './latency-controller.ts';
import { minBuf } from './min-buf.ts';

/**
 * PaceK (thesis §4.3.2): commits TCP's window, as read from the kernel, and three segments. For servers on Linux with `koffi`. Elsewhere, and behind a
 * proxy, it estimates the window as `paceA` does, but from half as many acknowledgments, so `paceA` is better there.
 */
export function paceK(connection?: ConnectionInfo): LatencyController {
  return { ...minBuf(1, 3)(connection), name: 'paceK' };
}
