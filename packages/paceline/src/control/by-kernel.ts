import type { EstimatingController } from './by-estimate.ts';
import type { Acknowledged, KernelState, LatencyController, Path } from './latency-controller.ts';

/**
 * A connection is taken to end at a proxy if the least round trip of frames exceeds `proxyFactor`
 * times that of TCP by more than `proxyDelay` ms. A smaller difference may be the time for which
 * programs wait for a core.
 */
const [proxyFactor, proxyDelay] = [1.25, 5];

/**
 * Whether the kernel's connection ends at a proxy: the window of that connection is not the window
 * of the whole path. `minFrameRoundTrip`: least round trip of frames in ms; Infinity: unknown.
 */
function isBehindProxy({ minRoundTrip }: KernelState, minFrameRoundTrip: number): boolean {
  if (minRoundTrip === undefined || minFrameRoundTrip === Infinity) return false;
  return minFrameRoundTrip > proxyFactor * minRoundTrip + proxyDelay;
}

/**
 * A controller that commits `windows` times the congestion window that the kernel reports, and
 * `segments` segments. It uses `estimated` if the kernel reports none, or if the connection ends at
 * a proxy.
 */
export function byKernel(
  windows: number,
  segments: number,
  estimated: EstimatingController,
): Omit<LatencyController, 'name'> {
  let minFrameRoundTrip = Infinity;
  return {
    ...estimated,
    budget(path: Path): number {
      const state = path.kernel();
      if (state === undefined || isBehindProxy(state, minFrameRoundTrip)) return estimated.budget(path);
      return windows * state.congestionWindow + segments * state.segment - state.queued - path.buffered;
    },
    acknowledged(acknowledged: Acknowledged): void {
      minFrameRoundTrip = Math.min(minFrameRoundTrip, acknowledged.roundTrip);
      estimated.acknowledged(acknowledged);
    },
  };
}
