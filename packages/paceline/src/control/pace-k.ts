import { byEstimate } from './by-estimate.ts';
import { byKernel } from './by-kernel.ts';
import type { ConnectionInfo, LatencyController } from './latency-controller.ts';

/**
 * PaceK (thesis §4.3.2): commits TCP's window, as read from the kernel, and three segments. If other connections to the same host have messages to send as
 * well, it commits no more than its share of their common window, as `paceA` does. For servers on Linux with `koffi`. Elsewhere, and behind a proxy, it
 * estimates the window as `paceA` does, but from half as many acknowledgments, so `paceA` is better there.
 */
export function paceK(connection: ConnectionInfo = {}): LatencyController {
  const estimated = byEstimate(1, 3, connection);
  const controller = byKernel(1, 3, estimated);
  return {
    ...controller,
    name: 'paceK',
    budget(path) {
      const share = estimated.budget(path);
      const left = controller.budget(path);
      return estimated.isContended() ? Math.min(share, left) : left;
    },
  };
}
