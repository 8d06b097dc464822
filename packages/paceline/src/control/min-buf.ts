import { checkNumber } from '@doha/loop/options';
import { byEstimate } from './by-estimate.ts';
import type {
  Acknowledged,
  ConnectionInfo,
  KernelState,
  LatencyController,
  Path,
} from './latency-controller.ts';

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
 * MIN_BUF(a, b) (Goel 2003, ch. 3): commits `a` windows of TCP and `b` segments. (1, 0) has the least latency, (1, 3) nearly all of the throughput,
 * (2, 0) all of it. The window is read from the kernel if possible. It is estimated from acknowledgments if the kernel does not tell it, or if the
 * connection ends at a proxy. Returns a function that creates a controller for each connection. Throws a RangeError unless a is a finite number > 0, and b a finite number ≥ 0.
 */
export function minBuf(a: number, b: number): (connection?: ConnectionInfo) => LatencyController {
  checkNumber('minBuf: a', a, { above: 0 });
  checkNumber('minBuf: b', b, { min: 0 });
  return (connection = {}) => {
    const estimated = byEstimate(a, b, connection);
    let minFrameRoundTrip = Infinity;
    return {
      ...estimated,
      name: `minBuf(${a}, ${b})`,
      budget(path: Path): number {
        const state = path.kernel();
        if (state === undefined || isBehindProxy(state, minFrameRoundTrip)) return estimated.budget(path);
        return a * state.congestionWindow + b * state.segment - state.queued - path.buffered;
      },
      acknowledged(acknowledged: Acknowledged): void {
        minFrameRoundTrip = Math.min(minFrameRoundTrip, acknowledged.roundTrip);
        estimated.acknowledged(acknowledged);
      },
    };
  };
}
