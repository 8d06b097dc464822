import type { ConnectionInfo, LatencyController } from './latency-controller.ts';
import { PathConnection } from './path-connection.ts';

/** A controller that estimates TCP's window from acknowledgments. */
export interface EstimatingController extends Required<Omit<LatencyController, 'ackRate' | 'name'>> {
  /** Whether other connections to the same host have messages to send as well, and share the window of the path. */
  readonly isContended: () => boolean;
}

/**
 * Returns a controller that commits `windows` × TCP's congestion window + `segments` segments. The
 * window is estimated from acknowledgments. The connections of a process to the same host share it if they
 * share a path, see `PathConnection`.
 */
export function byEstimate(
  windows: number,
  segments: number,
  { host }: ConnectionInfo,
): EstimatingController {
  const connection = new PathConnection(host);
  return {
    pollInterval: 4,
    budget: ({ now, unacknowledged }) =>
      connection.allowed(windows, segments, now, unacknowledged) - unacknowledged,
    acknowledged: (acknowledged) => connection.acknowledged(acknowledged),
    rate: () => connection.rate,
    closed: () => connection.close(),
    isContended: () => connection.isContended,
  };
}
