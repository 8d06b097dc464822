import { byEstimate } from './by-estimate.ts';
import type { ConnectionInfo, LatencyController } from './latency-controller.ts';

/**
 * PaceA (thesis §4.3.2): commits TCP's window, which it estimates from acknowledgments of frames (`window-estimate.ts`), and three segments more, so that
 * TCP always has something to send. Works in any page.
 */
export function paceA(connection: ConnectionInfo = {}): LatencyController {
  return { ...byEstimate(1, 3, connection), name: 'paceA', ackRate: 40_000 };
}
