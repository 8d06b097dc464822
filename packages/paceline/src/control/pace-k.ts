import { byEstimate } from './by-estimate.ts';
import { KernelBudget } from './kernel-budget.ts';
import type { ConnectionInfo, LatencyController } from './latency-controller.ts';

/**
 * PaceK (thesis §4.3.2): commits TCP's window, which it reads from the kernel, and three segments more. If other connections to the same host have messages
 * to send as well, it commits at most its share of their common window, as `paceA` does. For servers on Linux with `koffi`. Elsewhere, and behind a proxy,
 * it estimates the window as `paceA` does, but from half as many acknowledgments. So `paceA` is better there.
 */
export function paceK(connection: ConnectionInfo = {}): LatencyController {
  const estimated = byEstimate(1, 3, connection);
  const kernel = new KernelBudget(1, 3);
  return {
    ...estimated,
    name: 'paceK',
    budget(path) {
      const share = estimated.budget(path);
      const left = kernel.at(path) ?? share;
      return estimated.isContended() ? Math.min(share, left) : left;
    },
    acknowledged(acknowledged) {
      kernel.acknowledged(acknowledged);
      estimated.acknowledged(acknowledged);
    },
  };
}
