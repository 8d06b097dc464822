import type { ConnectionInfo, LatencyController } from './latency-controller.ts';
import { WindowEstimate } from './window-estimate.ts';

/**
 * The methods of a controller that commits `windows` times TCP's congestion window, and `segments`
 * segments. The window is estimated from acknowledgments.
 */
export function byEstimate(
  windows: number,
  segments: number,
  { host }: ConnectionInfo,
): Required<Omit<LatencyController, 'ackRate' | 'name'>> {
  const estimate = new WindowEstimate(host);
  return {
    pollInterval: 4,
    budget: ({ now, unacknowledged }) =>
      estimate.allowed(windows, segments, now, unacknowledged) - unacknowledged,
    acknowledged: (acknowledged) => estimate.acknowledged(acknowledged),
    rate: () => estimate.rate,
    closed: () => estimate.close(),
  };
}
