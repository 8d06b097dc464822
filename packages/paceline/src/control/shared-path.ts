import { minFlight, usualSegment } from './latency-controller.ts';
import type { Share } from './share.ts';
import { TimeApart } from './time-apart.ts';
import { type Delivery, WindowEstimate } from './window-estimate.ts';

/**
 * A connection may have one segment more in flight than its equal share. Otherwise it could not use
 * a share that is no whole number of segments.
 */
const beyondShare = usualSegment;

/**
 * A connection may have the deliveries of this many round trips in flight, and `beyondOwnRate` bytes
 * more. If it has a bottleneck of its own that is slower than those of the others, this limits the
 * queue there.
 */
const maxRoundTrips = 1.5;
const beyondOwnRate = minFlight;

/** A period lasts for this many of the least round trips, and for at least this many ms. It contains a drain phase. */
const roundTripsOfPeriod = 16;
const minPeriod = 500;

/** Only with this many acknowledgments in a period are the round trips of a connection compared with those of the others. */
const minSamples = 10;

/**
 * A connection has another path if its least round trip of a period exceeds that of the others by
 * this factor. Other traffic keeps a queue on the path if the least round trip of a period exceeds
 * the least one ever by this factor.
 */
const longRatio = 1.25;

/**
 * A path, and the connections of this process that share it. All of them have one window, which is
 * estimated from the acknowledgments of all of them. Each busy connection may use an equal share of
 * what the others leave.
 *
 * There may be several clients behind one address, each with a bottleneck of its own. So a
 * connection whose round trips are longer than those of the others is apart for some time.
 */
export class SharedPath {
  #estimate: WindowEstimate = new WindowEstimate();
  #shares: Set<Share> = new Set();
  #unacknowledged = 0; // bytes of all connections
  #otherBytes = 0; // those of connections that need no equal share
  #busyCount = 0; // connections that have messages to send
  #sharerCount = 0; // connections that need an equal share
  #periodEndsAt = -Infinity;
  #leastEver = Infinity; // least round trip in ms
  // Many connections without a common window keep a queue as other traffic does. So the common
  // window is tried again although round trips are long.
  #besideOthers: TimeApart = new TimeApart({
    periods: 4,
    maxTime: 60_000,
    goesOn: (isLong, isEarly) => isLong && isEarly,
  });

  /** Number of connections. */
  get size(): number {
    return this.#shares.size;
  }

  /**
   * Whether a connection must use its own window: it has another path, or other traffic keeps a
   * queue on this one. Such traffic is usually elastic: it takes what the connections leave.
   */
  isOnItsOwn({ apart }: Share): boolean {
    return apart.isNow || this.#besideOthers.isNow;
  }

  /** Whether several connections have messages to send. */
  get isContended(): boolean {
    return this.#busyCount > 1;
  }

  add(share: Share): void {
    this.#shares.add(share);
  }

  remove(share: Share): void {
    this.#note(share, 0, false);
    this.#shares.delete(share);
  }

  /** Maximum number of unacknowledged bytes of a connection. See {@link WindowEstimate.allowed}. */
  allowed(share: Share, windows: number, segments: number, now: number, unacknowledged: number): number {
    this.#endPeriodIfDue(now);
    share.hasAsked = true;
    this.#note(share, unacknowledged, true);
    const window = this.#estimate.allowed(windows, segments, now, this.#unacknowledged);
    const equalShare = (window - this.#otherBytes) / Math.max(1, this.#sharerCount);
    const leftByOthers = window - (this.#unacknowledged - share.counted);
    const ownLimit = this.#limitByOwnRate(share);
    share.isSlow = ownLimit < equalShare;
    return Math.min(leftByOthers, equalShare + beyondShare, ownLimit);
  }

  /** Frames of a connection were delivered, and are acknowledged. */
  delivered(share: Share, delivery: Delivery): void {
    this.#endPeriodIfDue(delivery.now);
    share.heard(delivery, this.#estimate.roundTrip);
    this.#note(share, delivery.unacknowledged, !delivery.isEmpty);
    if (share.apart.isNow) return;
    this.#estimate.delivered({
      ...delivery,
      unacknowledged: this.#unacknowledged,
      isEmpty: this.#busyCount === 0,
    });
  }

  /** Bytes per ms that the path delivers for a busy connection; undefined: see {@link WindowEstimate.rate}. */
  get ratePerConnection(): number | undefined {
    const { rate } = this.#estimate;
    return rate === undefined ? undefined : rate / Math.max(1, this.#busyCount);
  }

  // A connection that is alone is limited by the window.
  #limitByOwnRate({ rate }: Share): number {
    if (this.#busyCount < 2 || rate === undefined) return Infinity;
    return maxRoundTrips * this.#estimate.roundTrip * rate + beyondOwnRate;
  }

  // A connection whose peer is silent does not occupy the path: TCP waits before it sends its bytes
  // again, or the peer is gone.
  #note(share: Share, unacknowledged: number, hasMessages: boolean): void {
    const counts = !share.apart.isNow && !share.isSilent;
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
    const least = Math.min(...shares.map((one) => (one.apart.isNow ? Infinity : one.leastRoundTrip)));
    this.#leastEver = Math.min(this.#leastEver, least);
    const isKnown = least < Infinity;
    if (isKnown) this.#besideOthers.update(least > longRatio * this.#leastEver, now);
    this.#periodEndsAt = now + Math.max(minPeriod, isKnown ? roundTripsOfPeriod * least : 0);
    for (const share of shares) {
      if (share.samples >= minSamples && isKnown)
        share.apart.update(share.leastRoundTrip > longRatio * least, now);
      this.#note(share, share.counted, share.isBusy && share.hasAsked);
      share.beginPeriod();
    }
  }
}
