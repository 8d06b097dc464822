import { type Acknowledged, usualSegment } from './latency-controller.ts';
import { DeliveryRate } from './delivery-rate.ts';

/** TCP begins with so many segments (RFC 6928), and has as many on its way at the least for which losses are noticed soon. */
const firstSegments = 10;
const fewestSegments = 4;

/** For so many rounds so many windows are committed, so that TCP may grow … */
const fullRounds = 7;
const full = 1.25;
/** … and for one so much of a window, which leaves nothing waiting below us: what that takes is the network's round trip. */
const eased = 0.9;

/** Where easing has shortened the round trip to less than so much, it is eased again at once, and more. */
const helped = 0.95;
const easedMore = 0.75;

/** After a rest the window grows by this share of what comes: all at once would be a burst that overflows the queue of the network. */
const growth = 0.25;

/** At first it doubles with each round, until for so many rounds no more has come by so much, or for one in which the round trip was so many of the least … */
const flatRounds = 2;
const risen = 1.25;
const filling = 1.5;
/** … or until a round trip is so many of the least one. */
const filled = 2.5;

/** Of the first round trip of the network all that is known is that it is less than so many of the least one. */
const mostAtFirst = 2;

/** The round trip of the network rises by no more than so many times at once: what waits for a segment that was lost in the eased round says nothing of it. */
const mostRise = 1.5;

/** Ms: rounds are no shorter, and round trips count as no shorter: below that they say how busy programs are. */
const leastRound = 5;

/** What a new gap between acknowledgements counts in the smoothed one, and how many ms it may have: a longer one is silence of the network. */
const ofGap = 1 / 8;
const longestGap = 50;

/** Ms of silence that are usual between acknowledgements. After that TCP may be repairing a loss, in which it sends on. */
const usualSilence = 15;

/**
 * TCP's congestion window as it shows in acknowledgements of whole frames: what comes through, times the round trip of the network.
 *
 * The rate and the round trip alone do not tell it: whatever is committed, rate times round trip is what is under way. (The formulas of thesis §4.3.2 are
 * bound by that: their window grew to seconds of data.) So a little less is committed for a round, now and then. If that shortens the round trip, too much
 * was waiting, below us or in a queue that is ours alone, and the estimate falls; beside others it does not, and the estimate follows what comes through.
 */
export class WindowEstimate {
  /** Bytes of the window. */
  bytes: number = firstSegments * usualSegment;
  #phase: 'starting' | 'full' | 'eased' = 'starting';
  #share = full; // of the window that is committed
  #rounds = 0; // of the phase
  #roundAt = NaN; // it ends when what was sent after this has come
  #committed: number = this.bytes;
  #rate: DeliveryRate | undefined;
  #bestRate = 0;
  #flatRounds = 0;
  #leastTrip = Infinity;
  #trip = Infinity; // of the network
  #easedFrom = Infinity; // what is sent from then …
  #easedTo = Infinity; // … until then is sent with the window eased
  #leastEased = Infinity;
  #unsettled = 0; // rounds whose rate does not count
  #heardAt = NaN;
  #gap = 0; // ms from one acknowledgement to the next, smoothed

  /** Bytes that may be unacknowledged: `windows` of TCP's and `segments` more. `unacknowledged`: bytes that are. */
  allowed(windows: number, segments: number, now: number, unacknowledged: number): number {
    if (unacknowledged === 0) this.#heardAt = now;
    const reserve = this.#phase === 'eased' ? 0 : segments * usualSegment;
    return windows * (this.#committed + this.#whileRepairing(now)) + reserve;
  }

  // Acknowledgements of what comes after a lost segment wait for it, while TCP goes on with a part of its window.
  #whileRepairing(now: number): number {
    if (this.#phase === 'starting' || this.#rate === undefined) return 0;
    const silence = Math.max(0, now - this.#heardAt - usualSilence);
    return Math.min(this.#committed, this.#rate.value * silence);
  }

  acknowledged({ bytes, isEmpty, now, roundTrip: measured, unacknowledged }: Acknowledged): void {
    if (now > this.#heardAt) this.#gap += (Math.min(longestGap, now - this.#heardAt) - this.#gap) * ofGap;
    // A window must last until the next acknowledgement, which on a short path takes longer than the way.
    const roundTrip = Math.max(leastRound, this.#gap, measured);
    // Where a path is filled too much has been committed, though nothing is left to send.
    const isFilled = unacknowledged > fewestSegments * usualSegment && roundTrip > filled * this.#leastTrip;
    const isStarved = isEmpty && !isFilled;
    const sentAt = now - measured;
    if (this.#rate === undefined) this.#roundAt = sentAt;
    this.#rate ??= new DeliveryRate(sentAt);
    this.#rate.add(bytes, isStarved);
    this.#heardAt = now;
    this.#leastTrip = Math.min(this.#leastTrip, roundTrip);
    this.#noteTrip(sentAt, roundTrip);
    this.#commit(bytes, isStarved, roundTrip);
    if (sentAt < this.#roundAt || now - this.#roundAt < leastRound) return;
    this.#roundAt = now;
    this.#rounds++;
    if (this.#phase === 'starting') this.#start(this.#rate, now, roundTrip);
    else this.#goOn(this.#rate, now, roundTrip);
  }

  // What was sent with the window eased tells the round trip of the network; less than that is so at any time.
  #noteTrip(sentAt: number, roundTrip: number): void {
    if (sentAt >= this.#easedFrom && sentAt < this.#easedTo)
      this.#leastEased = Math.min(this.#leastEased, roundTrip);
    else if (sentAt < this.#easedFrom) this.#trip = Math.min(this.#trip, roundTrip);
    else {
      if (this.#leastEased < Infinity) this.#trip = Math.min(this.#leastEased, mostRise * this.#trip);
      this.#easedFrom = this.#leastEased = Infinity;
    }
  }

  #commit(bytes: number, isStarved: boolean, roundTrip: number): void {
    if (this.#phase === 'starting')
      this.#committed += isStarved || roundTrip > filling * this.#leastTrip ? 0 : bytes;
    else this.#committed = Math.min(this.#share * this.bytes, this.#committed + growth * bytes);
  }

  #start(rate: DeliveryRate, now: number, roundTrip: number): void {
    const ofRound = rate.endRound(now);
    if (ofRound !== undefined) {
      this.#flatRounds = ofRound > risen * this.#bestRate ? 0 : this.#flatRounds + 1;
      this.#bestRate = Math.max(this.#bestRate, ofRound);
    }
    const filledTimes = roundTrip / this.#leastTrip;
    const mostFlat = filledTimes > filling ? 1 : flatRounds;
    if (this.#flatRounds < mostFlat && filledTimes < filled) return;
    this.#trip = Math.min(roundTrip, mostAtFirst * this.#leastTrip);
    this.#estimate(rate);
    this.#ease(now, eased);
  }

  #goOn(rate: DeliveryRate, now: number, roundTrip: number): void {
    // Where much waits, what comes through does not depend on how much has been committed.
    const isFilled = roundTrip > filled * this.#trip;
    if (this.#unsettled > 0 && !isFilled) {
      this.#unsettled--;
      rate.startOver(now);
    } else rate.endRound(now);
    const hasHelped = this.#phase === 'eased' && this.#leastEased < helped * this.#trip;
    if (hasHelped) this.#trip = this.#leastEased;
    this.#estimate(rate);
    if (hasHelped) this.#ease(now, easedMore);
    else if (this.#phase === 'eased') this.#fill(now);
    else if (isFilled) this.#ease(now, easedMore); // rounds are long where much waits: seven of them would be seconds
    else if (this.#rounds >= fullRounds) this.#ease(now, eased);
  }

  #estimate(rate: DeliveryRate): void {
    this.bytes = Math.max(fewestSegments * usualSegment, rate.value * this.#trip);
  }

  #ease(now: number, share: number): void {
    this.#phase = 'eased';
    this.#share = share;
    this.#rounds = 0;
    this.#easedFrom = now;
    this.#easedTo = Infinity;
    this.#leastEased = Infinity;
  }

  #fill(now: number): void {
    this.#phase = 'full';
    this.#share = full;
    this.#rounds = 0;
    this.#easedTo = now;
    this.#unsettled = 2; // one of what was sent while it was eased, and one while it grew
  }
}
