import type { Acknowledged, KernelState, Path } from './latency-controller.ts';

/**
 * The kernel's connection is assumed to end at a proxy if the least round trip of frames is longer
 * than `proxyFactor` × the least round trip of TCP + `proxyDelay` ms. A smaller difference may be the
 * time for which programs wait for a core.
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

/** The bytes that a controller may commit according to the congestion window of the kernel. */
export class KernelBudget {
  #windows: number;
  #segments: number;
  #minFrameRoundTrip = Infinity;

  /** The controller commits `windows` congestion windows, and `segments` segments. */
  constructor(windows: number, segments: number) {
    this.#windows = windows;
    this.#segments = segments;
  }

  /** The bytes that may be committed now; undefined if the kernel does not report the window, or if its connection ends at a proxy. */
  at(path: Path): number | undefined {
    const state = path.kernel();
    if (state === undefined || isBehindProxy(state, this.#minFrameRoundTrip)) return undefined;
    const { congestionWindow, queued, segment } = state;
    return this.#windows * congestionWindow + this.#segments * segment - queued - path.buffered;
  }

  acknowledged({ roundTrip }: Acknowledged): void {
    this.#minFrameRoundTrip = Math.min(this.#minFrameRoundTrip, roundTrip);
  }
}
