import { minFlight, usualSegment } from './latency-controller.ts';
import { OtherTraffic } from './other-traffic.ts';
import type { Share } from './share.ts';
import { type Delivery, WindowEstimate } from './window-estimate.ts';

/**
 * A connection may have one segment more in flight than its equal share. Otherwise it could not use
 * a share that is no whole number of segments.
 */
const beyondShare = usualSegment;

/**
 * A connection may have at most as many bytes in flight as it delivers in `maxRoundTrips` round trips
 * (more if the delay varies or acknowledgments are late), plus `beyondOwnRate` bytes. The limit keeps
 * the queue short at a slow bottleneck that belongs to this connection alone.
 */
const maxRoundTrips = 1.5;
const beyondOwnRate = minFlight;

/**
 * A connection may always have this many bytes in flight, or its equal share if that is less. Otherwise it
 * could starve while the others send with each acknowledgment.
 */
const alwaysAllowed = usualSegment;

/**
 * A period lasts for `roundTripsOfPeriod` times the least round trip, and for at least `minPeriod` ms. It
 * contains a drain phase.
 */
const roundTripsOfPeriod = 16;
const minPeriod = 500;

/**
 * A path, and the connections of this process that share it. All of them have one window, which is
 * estimated from the acknowledgments of all of them. Connections that need less than an equal share
 * get what they need, and the others share the rest equally.
 *
 * There may be several clients behind one address, each with a bottleneck of its own. So the measured
 * rate of a connection limits its bytes in flight as well.
 */
export class SharedPath {
  #estimate: WindowEstimate = new WindowEstimate();
  #shares: Set<Share> = new Set();
  #unacknowledged = 0; // bytes of all connections
  #otherBytes = 0; // bytes of connections that need no equal share
  #busyCount = 0; // connections that have messages to send
  #sharerCount = 0; // connections that need an equal share
  #distantCount = 0; // connections that have a window of their own
  #periodEndsAt = -Infinity;
  #otherTraffic: OtherTraffic = new OtherTraffic();

  /** Number of connections. */
  get size(): number {
    return this.#shares.size;
  }

  /**
   * Whether the connections share the window. Beside other traffic that keeps a queue on the path,
   * each of them needs a window of its own: such traffic takes what it can get, and all connections
   * with a common window would together get only the bandwidth of one. If all but one are distant,
   * that one needs its own window as well, because the common one was measured with the others.
   */
  get isShared(): boolean {
    return this.size - this.#distantCount > 1 && !this.#otherTraffic.isPresent;
  }

  /** Whether several connections that share the window have messages to send. */
  get isContended(): boolean {
    return this.#busyCount > 1 && !this.#otherTraffic.isPresent;
  }

  add(share: Share): void {
    this.#shares.add(share);
  }

  remove(share: Share): void {
    this.#note(share, 0, false);
    this.#shares.delete(share);
    if (share.isDistant) this.#distantCount--;
  }

  /** Maximum number of unacknowledged bytes of a connection. See {@link WindowEstimate.window}. */
  allowed(share: Share, windows: number, segments: number, now: number, unacknowledged: number): number {
    this.#endPeriodIfDue(now);
    share.hasAsked = true;
    this.#note(share, unacknowledged, share.isBusy);
    const window = this.#estimate.window(windows, segments, now, this.#unacknowledged);
    const paced = share.counted + this.#estimate.paced(windows, now, this.#unacknowledged);
    const sharers = this.#sharerCount + (share.isSharer ? 0 : 1);
    const usedByOthers = this.#otherBytes - (share.isSharer ? 0 : share.counted);
    const equalShare = (window - usedByOthers) / sharers;
    const leftByOthers = window - (this.#unacknowledged - share.counted);
    const ownLimit = this.#limitByOwnRate(share);
    share.isSlow = ownLimit < equalShare;
    const shared = Math.min(leftByOthers, equalShare + beyondShare, ownLimit, paced);
    return Math.max(shared, Math.min(equalShare, alwaysAllowed));
  }

  /** Frames of a connection were delivered, and are acknowledged. */
  delivered(share: Share, delivery: Delivery): void {
    this.#endPeriodIfDue(delivery.now);
    share.heard(delivery, this.#estimate.roundTrip);
    this.#note(share, delivery.unacknowledged, !delivery.isEmpty);
    if (share.isDistant) return;
    this.#estimate.delivered(delivery, {
      unacknowledged: this.#unacknowledged,
      isEmpty: this.#busyCount === 0,
    });
  }

  /** Bytes per ms that the path delivers for a busy connection; undefined: see {@link WindowEstimate.rate}. */
  rateOf(share: Share): number | undefined {
    const { rate } = this.#estimate;
    if (rate === undefined || share.isSlow) return share.rate;
    return rate / Math.max(1, this.#busyCount);
  }

  // If only one connection has messages to send, the window is limit enough.
  #limitByOwnRate({ window }: Share): number {
    if (this.#busyCount < 2 || window === undefined) return Infinity;
    return maxRoundTrips * this.#estimate.delayRatio * window + beyondOwnRate;
  }

  // A connection whose peer is silent does not occupy the path: TCP waits before it sends the bytes of
  // the connection again, or the peer is gone. A distant connection has a window of its own.
  #note(share: Share, unacknowledged: number, hasMessages: boolean): void {
    const counts = !share.isSilent && !share.isDistant;
    this.#add(share, -1);
    share.counted = counts ? unacknowledged : 0;
    share.isBusy = counts && hasMessages;
    share.isSharer = share.isBusy && !share.isSlow;
    this.#add(share, 1);
  }

  #add({ counted, isBusy, isSharer }: Share, sign: 1 | -1): void {
    this.#unacknowledged += sign * counted;
    this.#otherBytes += isSharer ? 0 : sign * counted;
    this.#busyCount += isBusy ? sign : 0;
    this.#sharerCount += isSharer ? sign : 0;
  }

  #endPeriodIfDue(now: number): void {
    if (now < this.#periodEndsAt) return;
    const shares = [...this.#shares];
    const least = Math.min(...shares.map(({ leastRoundTrip }) => leastRoundTrip));
    const isKnown = least < Infinity;
    if (isKnown) this.#otherTraffic.endPeriod(least, now);
    this.#periodEndsAt = now + Math.max(minPeriod, isKnown ? roundTripsOfPeriod * least : 0);
    for (const share of shares) {
      const isBusy = share.isBusy && share.hasAsked;
      share.endPeriod(least, now);
      this.#note(share, share.counted, isBusy);
    }
    this.#distantCount = shares.filter(({ isDistant }) => isDistant).length;
  }
}
