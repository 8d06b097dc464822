import { AckTiming } from './ack-timing.ts';
import { DeliveryRate } from './delivery-rate.ts';
import { minFlight, usualSegment } from './latency-controller.ts';
import { Pacer } from './pacer.ts';
import { PathRoundTrips, type MeasuredRound } from './path-round-trips.ts';
import { Repairs, usualSilence } from './repairs.ts';
import { RoundTripRecorder } from './round-trip-recorder.ts';

/** TCP's initial window in segments (RFC 6928). */
const initialSegments = 10;

/** Slow start ends after two rounds with less than 25 % more throughput. */
const flatRounds = 2;
const risingRatio = 1.25;

/** A path is filling if round trips exceed 1.5 × the least one. */
const fillingRatio = 1.5;

/** A path is filled if round trips exceed 2.5 × the least one. */
const filledRatio = 2.5;

/**
 * In addition to the window, the bytes that are delivered in this share of the least round trip are
 * committed. So TCP's window can grow, and the link is not idle.
 */
const margin = 0.2;

/** Share of the window that is committed in the first step of a drain phase. */
const drainRatio = 0.95;
/** Ratio of each further step to the one before. */
const drainStepRatio = 0.75;

/**
 * Period of drain phases in round trips, or in rounds if these are longer. The period may be up to
 * twice as long, because the number of milliseconds is rounded up to a power of two.
 */
const drainPeriod = 8;

/**
 * Number of rounds in a step of a drain phase. Only the second round is measured: its acknowledgments
 * are for bytes that were sent in the first one.
 */
const roundsOfStep = 2;

/**
 * Number of rounds after a drain phase whose rates do not count. The acknowledgments of the first
 * round are for bytes that were sent in the drain phase, and those of the second round for bytes that
 * were sent while the commitment grew.
 */
const unsettledRounds = 2;

/**
 * Maximum growth of the commitment, as a share of the acknowledged bytes. If the commitment grew at
 * once, the sender would send a burst that overflows the queue of the network.
 */
const growth = 0.5;

/**
 * The rate is measured over this many times the spread of the round trips, because in a shorter
 * time a shrinking delay looks like a faster link.
 */
const measuredSpreads = 8;

/**
 * Minimum length of a round and of a round trip in ms: shorter times depend on how busy the programs
 * are, and not on the path.
 */
export const minRoundTrip = 5;

/** A round takes at least this many times the jitter of the path: in a shorter round, all round trips may be long by chance. */
const minJitters = 2;

/**
 * A queue has formed if the least round trip of a round exceeds that of the path by this factor, and
 * the mean is longer than usual.
 */
const queuedRatio = 1.1;

// Factors by which the window grows while no queue forms: for the first time, and each further time.
const firstGrowth = 1.25;
const furtherGrowth = 1.5;

/** The window may grow only if more than this share of it was in use. */
const usedRatio = 0.75;

/**
 * The window is computed from at least this share of the best rate of the last rounds. If only the
 * delay becomes longer, the measured rate falls, because too little is committed. If windows were
 * computed from the measured rate alone, each window would be smaller than the one before.
 */
const leastRateRatio = 0.9;

/**
 * If the mean round trip of frames is longer than this multiple of the time in which TCP repairs a
 * loss (see {@link Repairs}), frames wait in TCP's buffer: after losses, TCP's window is smaller than
 * the estimate. Then the best rate does not count.
 */
const heldBackRatio = 1.5;

/**
 * In a probe phase, a round reduces the window at most to this share of it: one round may have a low
 * rate by chance.
 */
const shrinkRatio = 0.85;

/**
 * A queue of other traffic is on the path if even the least round trip of a drain phase without a
 * queue of our own exceeds `othersRatio` × the least one ever measured. Then the window grows by the
 * factor `growthBesideOthers`, because TCP's window grows beside other traffic, too.
 */
const othersRatio = 2;
const growthBesideOthers = 1.25;

/** Data that is on its way, and data that waits. */
export interface Load {
  /** Bytes that were sent and are still not acknowledged. */
  readonly unacknowledged: number;
  /** Whether no message waits to be sent. */
  readonly isEmpty: boolean;
}

/** Frames that were delivered to the peer, as an acknowledgment has shown. Times are in ms. */
export interface Delivery extends Load {
  readonly now: number;
  readonly frames: number;
  readonly bytes: number;
  /** Time at which the last frame was sent. */
  readonly sentAt: number;
  /** Time on the clock of this endpoint at which this frame arrived, plus the least delay of acknowledgments. */
  readonly deliveredAt: number;
  /** Ms between these times, at least `minRoundTrip`. */
  readonly roundTrip: number;
  /** Ms that the acknowledgment waited at the peer. */
  readonly held: number;
}

/**
 * TCP's congestion window, estimated from the acknowledgments of whole frames: the rate of delivery
 * times the round trip of the path.
 *
 * Measured at one time, rate times round trip is only the number of bytes in flight, whatever the
 * window is. (The formulas of thesis §4.3.2 ignore that: their window grew to seconds of data.) So
 * from time to time a little less is committed: a drain phase. If the link delivers as much as
 * before, a queue of our own has formed, and even less is committed until this queue is empty. The
 * remaining round trips are those of the path, including the queues of other connections. Beside
 * other connections the rate falls in a drain phase, and the estimate follows the share that they
 * leave, as TCP's window does.
 *
 * On a link that is not busy, the measured rate is only the rate at which this endpoint sends. If
 * threads are busy or the delay varies, a window that is computed from this rate would shrink in
 * each round. So the window is estimated only if a queue has formed, and grows otherwise.
 *
 * The connections of a process to the same host share an estimate (`shared-path.ts`). Drain phases
 * begin at multiples of a power of two of milliseconds, so connections with separate estimates drain
 * at the same time: if only one of eight did, their common queue would become one percent shorter,
 * which none of them could measure.
 */
export class WindowEstimate {
  /** Bytes of the window. */
  bytes: number = initialSegments * usualSegment;
  #leastBytes: number = minFlight; // the window is not estimated below this until the next drain phase
  #phase: 'slow start' | 'probe' | 'drain' = 'slow start';
  #rounds = 0; // of slow start, or of a step of a drain phase
  #roundAt = NaN; // the round ends when data that was sent after this time is acknowledged
  #committed: number = this.bytes;
  #drainedTo = 0; // bytes that are committed in a drain phase
  #drainAt = Infinity;
  #rate: DeliveryRate | undefined;
  #bestRate = 0;
  #flatRounds = 0;
  #minRoundTrip = Infinity;
  #path: PathRoundTrips = new PathRoundTrips();
  #roundTrips: RoundTripRecorder = new RoundTripRecorder();
  #lastRound: MeasuredRound | undefined; // the last one whose rate counts
  #unsettledRounds = 0; // number of coming rounds whose rate does not count
  #peak = 0; // unacknowledged bytes in the round
  #growths = 0; // rounds without a queue since the last one with a queue
  #drainFoundQueue = false; // whether the drain phase has found a queue of our own
  #pacer: Pacer = new Pacer();
  #acks: AckTiming = new AckTiming();
  #repairs: Repairs = new Repairs();

  /** Bytes per ms that the path delivers; undefined in slow start, and if the application has too little to send. */
  get rate(): number | undefined {
    return this.#phase === 'slow start' ? undefined : this.#rate!.rateOfPath;
  }

  /** The round trip of the path in ms from which the window is computed; Infinity if it is unknown. */
  get roundTrip(): number {
    return this.#path.nearlyGreatest;
  }

  /**
   * The time from which the window is computed (the round trip and the delay of acknowledgments), as a
   * multiple of the least round trip of the path; 1 if it is unknown.
   */
  get delayRatio(): number {
    return this.#path.least < Infinity
      ? (this.#path.nearlyGreatest + this.#acks.delay) / this.#path.least
      : 1;
  }

  /** Maximum number of unacknowledged bytes at this time: the window, limited by pacing. See `window`. */
  allowed(windows: number, segments: number, now: number, unacknowledged: number): number {
    const window = this.window(windows, segments, now, unacknowledged);
    return Math.min(window, unacknowledged + this.paced(windows, now, unacknowledged));
  }

  /**
   * Maximum number of unacknowledged bytes: `windows` windows and `segments` segments.
   * `unacknowledged`: their present number.
   */
  window(windows: number, segments: number, now: number, unacknowledged: number): number {
    this.#peak = Math.max(this.#peak, unacknowledged);
    if (unacknowledged === 0) this.#acks.lastAt = now;
    this.#drainIfDue(now);
    const reserve = this.#phase === 'drain' ? 0 : segments * usualSegment;
    return windows * (this.#committed + this.#whileRepairing(now)) + reserve;
  }

  /** Bytes that may be committed now without a burst. */
  paced(windows: number, now: number, unacknowledged: number): number {
    if (this.#phase === 'slow start') return Infinity;
    return this.#pacer.allowed(now, unacknowledged, windows * this.#pacingRate);
  }

  // Pacing allows at least one window in each round trip. Otherwise a measured rate that is too low
  // would never rise.
  get #pacingRate(): number {
    return Math.max(this.#rate!.value, this.bytes / (this.#path.nearlyGreatest + this.#acks.delay));
  }

  // After a lost segment no frame is acknowledged until the segment arrives. Meanwhile TCP
  // continues to send with a part of its window.
  #whileRepairing(now: number): number {
    if (this.#phase === 'slow start') return 0;
    const silence = Math.max(0, now - this.#acks.lastAt - usualSilence);
    return Math.min(this.#committed, this.#rate!.value * silence);
  }

  /** Frames were delivered. `load`: that of all connections if several share the estimate. */
  delivered(delivery: Delivery, { isEmpty, unacknowledged }: Load = delivery): void {
    const { bytes, deliveredAt, frames, held, now, roundTrip, sentAt } = delivery;
    this.#pacer.acknowledged(bytes);
    this.#drainIfDue(now);
    this.#acks.note(now, now - held - deliveredAt);
    this.#minRoundTrip = Math.min(this.#minRoundTrip, roundTrip);
    // On a filled path too much was committed, even if the application has nothing left to send.
    const isFilled = unacknowledged > minFlight && roundTrip > filledRatio * this.#minRoundTrip;
    const isApplicationLimited = isEmpty && !isFilled;
    // The round trips of idle connections stay short while bytes of a busy one wait in TCP's buffer. So they do not count.
    const isMeasured = isEmpty || !delivery.isEmpty;
    if (this.#rate === undefined) this.#roundAt = sentAt;
    this.#rate ??= new DeliveryRate(sentAt);
    this.#rate.add(bytes, deliveredAt, isApplicationLimited, filledRatio * this.#usualRound);
    this.#repairs.note(frames, deliveredAt, this.#path.least, this.#acks.interval);
    if (isMeasured) this.#roundTrips.add(roundTrip);
    this.#grow(bytes, isApplicationLimited, roundTrip);
    const lasted = Math.min(now - this.#roundAt, this.#rate.timeOfRound(deliveredAt));
    if (!isMeasured || sentAt < this.#roundAt || lasted < this.#minRound)
      return this.#brake(deliveredAt, isApplicationLimited);
    this.#roundAt = now;
    this.#rounds++;
    if (this.#phase === 'slow start') this.#slowStart(this.#rate, deliveredAt);
    else if (this.#phase === 'drain') this.#endDrainRound(this.#rate, deliveredAt, now);
    else this.#endProbeRound(this.#rate, deliveredAt);
  }

  // If the link has become slow, a round takes long. Bytes that are committed before the end of the
  // round would wait for seconds. So the window is estimated again at once.
  #brake(deliveredAt: number, isApplicationLimited: boolean): void {
    if (this.#phase === 'slow start' || isApplicationLimited) return;
    const rate = this.#rate!;
    if (rate.timeOfRound(deliveredAt) < filledRatio * this.#usualRound) return;
    if (this.#roundTrips.min < fillingRatio * this.#path.withoutQueue) return;
    rate.limitTo(deliveredAt);
    this.#leastBytes = minFlight;
    this.#estimate(rate, deliveredAt);
    this.#drainedTo = Math.min(this.#drainedTo, drainRatio * this.bytes);
    this.#committed = Math.min(this.#committed, this.#maxCommitted);
  }

  #grow(bytes: number, isApplicationLimited: boolean, roundTrip: number): void {
    if (this.#phase === 'slow start')
      this.#committed += isApplicationLimited || roundTrip > fillingRatio * this.#minRoundTrip ? 0 : bytes;
    else this.#committed = Math.min(this.#maxCommitted, this.#committed + growth * bytes);
  }

  get #maxCommitted(): number {
    if (this.#phase === 'drain') return this.#drainedTo;
    return this.bytes + this.#rate!.value * (this.#acks.interval + margin * this.#path.least);
  }

  #slowStart(rate: DeliveryRate, deliveredAt: number): void {
    const trips = this.#roundTrips.endRound();
    const roundRate = rate.endRound(deliveredAt);
    if (roundRate !== undefined) {
      this.#flatRounds = roundRate > risingRatio * this.#bestRate ? 0 : this.#flatRounds + 1;
      this.#bestRate = Math.max(this.#bestRate, roundRate);
    }
    if (this.#flatRounds < flatRounds) return;
    this.#lastRound = { ...trips, rate: rate.value };
    this.#path.note({ mean: this.#minRoundTrip, min: this.#minRoundTrip, max: this.#minRoundTrip });
    this.#estimate(rate, deliveredAt);
    this.#drain();
  }

  #endProbeRound(rate: DeliveryRate, deliveredAt: number): void {
    const trips = this.#roundTrips.endRound();
    this.#path.noteShorter(trips);
    const { nearlyGreatest, withoutQueue } = this.#path;
    const isUsed = this.#peak > usedRatio * this.bytes;
    this.#peak = 0;
    // If many bytes wait in a queue, the rate of delivery does not depend on the commitment.
    const isFilled = trips.min > filledRatio * withoutQueue;
    const isSettled = this.#unsettledRounds === 0 || isFilled;
    const roundRate = isSettled
      ? rate.endRound(deliveredAt, measuredSpreads * this.#path.spread)
      : rate.skipRound(deliveredAt);
    if (!isSettled) this.#unsettledRounds--;
    else if (roundRate !== undefined) this.#lastRound = { ...trips, rate: roundRate };
    if (trips.min > queuedRatio * withoutQueue && trips.mean > nearlyGreatest) {
      const least = isFilled ? 0 : shrinkRatio * this.bytes;
      this.#growths = 0;
      this.#estimate(rate, deliveredAt);
      this.bytes = Math.max(this.bytes, least);
    } else if (isSettled && roundRate !== undefined && isUsed) this.#growWithoutQueue();
    if (isFilled) this.#drain();
  }

  // The window grows only in every other round: the acknowledgments of the next round are for bytes
  // that were sent before the growth.
  #growWithoutQueue(): void {
    if (this.#growths++ % 2 === 1) return;
    this.bytes *= this.#growths === 1 ? firstGrowth : furtherGrowth;
  }

  #endDrainRound(rate: DeliveryRate, deliveredAt: number, now: number): void {
    const trips = this.#roundTrips.endRound();
    const roundRate = rate.skipRound(deliveredAt);
    if (roundRate === undefined) this.#path.noteApplicationLimited(trips);
    else if (this.#rounds < roundsOfStep) return;
    else if (this.#path.endStep({ ...trips, rate: roundRate }, rate.value)) {
      rate.reset(roundRate); // the link is busy, so this is its rate
      this.#drainFoundQueue = true;
      this.#drainedTo = Math.max(minFlight, drainStepRatio * this.#drainedTo);
      this.#rounds = 0;
      return;
    }
    if (roundRate !== undefined) this.#growBesideOthers(trips.min);
    if (this.#drainFoundQueue) this.#estimate(rate, deliveredAt);
    this.#probe(now);
  }

  #growBesideOthers(roundTrip: number): void {
    const hasQueueOfOthers = !this.#drainFoundQueue && roundTrip > othersRatio * this.#minRoundTrip;
    if (hasQueueOfOthers) this.bytes *= growthBesideOthers;
    this.#leastBytes = hasQueueOfOthers ? this.bytes : minFlight;
  }

  /** Ms that a round takes, including the delay of its acknowledgments. */
  get #usualRound(): number {
    return Math.max(this.#path.nearlyGreatest, this.#minRound) + this.#acks.delay;
  }

  get #minRound(): number {
    return Math.max(minRoundTrip, minJitters * this.#path.jitter);
  }

  #estimate(rate: DeliveryRate, deliveredAt: number): void {
    const isHeldBack = this.#roundTrips.lastMean > heldBackRatio * this.#repairs.time(deliveredAt);
    const least = isHeldBack ? 0 : leastRateRatio * rate.best(deliveredAt);
    const usedRate = Math.max(rate.value, least);
    this.bytes = Math.max(this.#leastBytes, usedRate * (this.#path.nearlyGreatest + this.#acks.delay));
  }

  #drainIfDue(now: number): void {
    if (this.#phase !== 'probe' || now < this.#drainAt) return;
    this.#roundAt = now;
    this.#rate!.skipRound(now);
    this.#roundTrips.endRound();
    this.#drain();
  }

  #drain(): void {
    this.#drainFoundQueue = false;
    this.#phase = 'drain';
    this.#rounds = 0;
    this.#path.drain(this.#lastRound!);
    this.#drainedTo = drainRatio * this.bytes;
  }

  #probe(now: number): void {
    this.#phase = 'probe';
    this.#unsettledRounds = unsettledRounds;
    const period = 2 ** Math.ceil(Math.log2(drainPeriod * this.#usualRound));
    this.#drainAt = Math.ceil(now / period + 1 / 4) * period;
  }
}
