import { type Host, PriorityQueue, type Queued } from '@doha/loop';

/** What a thread does when its time has come. */
class Errand implements Queued {
  slot = 0;
  readonly run: () => void;

  constructor(run: () => void) {
    this.run = run;
  }
}

/** What becomes known to others once a turn has worked for `after` ms. */
interface Effect {
  readonly after: number;
  readonly take: (time: number) => void;
}

/**
 * A thread on simulated time, which is busy while it works. The code of a turn runs at once; what it sends leaves when the thread has come as
 * far, which is later where it has to share a core: its clock counts within a turn what it has worked.
 */
export class VirtualThread implements Host {
  /** Milliseconds for which it has worked. */
  busy = 0;
  /** Envelopes that it has sent and received. */
  messages = 0;
  #speed: number;
  #errands: PriorityQueue<Errand> = new PriorityQueue(); // by time, negated
  #loopTurn: () => void = () => {};
  #wakeAt = Infinity;
  #atEndOfTurn: (() => void)[] = [];
  #began = 0;
  #worked = 0; // by the code of this turn, whose effects are still to come
  #done = 0; // of that
  #effects: Effect[] = [];
  #hasEnded = false;
  #isInTurn = false;

  /** `speed`: ms of work that it does in one. */
  constructor(speed: number) {
    this.#speed = speed;
  }

  now(): number {
    return this.#began + this.#worked;
  }

  attach(turn: () => void): void {
    this.#loopTurn = turn;
  }

  wake(delay: number): void {
    if (this.#hasEnded) return;
    this.#wakeAt = this.now() + Math.max(0, delay);
  }

  detach(): void {
    this.#wakeAt = Infinity;
  }

  /** Works for `cost` ms, of a thread of full speed. */
  spend(cost: number): void {
    const time = cost / this.#speed;
    this.#worked += time;
    this.busy += time;
    // Promise jobs work after the turn's own code, as part of it.
    if (!this.#isInTurn) this.#staysBusy();
  }

  /** Calls back at a moment, in ms, or as soon afterwards as it is idle. */
  at(time: number, run: () => void): void {
    if (this.#hasEnded) return;
    if (!(time < Infinity)) throw tooLong();
    this.#errands.push(new Errand(run), -time);
  }

  /** Calls back at the end of the turn that is under way, or else of the next one. */
  atEndOfTurn(callback: () => void): void {
    this.#atEndOfTurn.push(callback);
  }

  /** Lets another thread do something, `latency` ms after this one has come as far. */
  send(to: VirtualThread, latency: number, run: () => void): void {
    if (this.#hasEnded) return;
    this.#effects.push({ after: this.#worked, take: (time) => to.at(time + latency, run) });
  }

  /** Ends at once: the rest of the current turn does not happen, and there are no further turns. */
  end(): void {
    this.#hasEnded = true;
    this.#wakeAt = Infinity;
    this.#errands = new PriorityQueue();
    this.#effects = [];
    this.#atEndOfTurn = [];
  }

  /** Whether a turn is under way. */
  get isBusy(): boolean {
    return this.#effects.length > 0;
  }

  /** When an idle thread has something to do; Infinity: it has nothing. */
  get nextTurn(): number {
    return Math.min(-this.#errands.topKey(), this.#wakeAt);
  }

  /** Milliseconds that a busy thread has to work until the next of its effects. */
  get untilEffect(): number {
    return Math.max(0, this.#effects[0]!.after - this.#done);
  }

  /** Takes a turn, at `time`: an errand, or a turn of its loop, whichever has waited longer. */
  begin(time: number): void {
    this.#began = Math.max(time, this.now()); // of which the last digits may differ
    this.#worked = this.#done = 0;
    this.#isInTurn = true;
    if (-this.#errands.topKey() <= this.#wakeAt) this.#errands.pop()!.run();
    else {
      this.#wakeAt = Infinity;
      this.#loopTurn();
    }
    for (const callback of this.#atEndOfTurn) callback();
    this.#atEndOfTurn.length = 0;
    this.#isInTurn = false;
    this.#staysBusy();
  }

  /** So much of a turn has been worked off. */
  progress(work: number): void {
    this.#done += work;
  }

  /** What the turn has come to happens, at `time`. */
  take(time: number): void {
    const { after, take } = this.#effects.shift()!;
    this.#done = after;
    take(time);
  }

  // Until it has worked off all that it has done.
  #staysBusy(): void {
    if (!this.#hasEnded) this.#effects.push({ after: this.#worked, take: () => {} });
  }
}

/** The error of a simulation whose costs, speeds and cores are not of this world. */
export function tooLong(): RangeError {
  return new RangeError(
    'simulate: each time that costs, speeds and cores lead to must be a finite number of ms',
  );
}
