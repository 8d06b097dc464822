/** Number of threads that a game uses. */
export type ThreadUse = 'several' | 'one';

/** A measured reason to change the number of threads, in frames per second. */
export interface LoopChange {
  readonly use: ThreadUse;
  readonly several: number;
  readonly one: number;
}

/** Frames per second below which one thread is tried. */
const lowRate = 50;
/** One thread is kept if its frame rate is at least this multiple of the rate of several threads. */
const keepsOne = 1.15;
/** Several threads are used again if the rate of one thread is less than this multiple of their last rate. */
const leavesOne = 0.85;
/** After a trial that failed, the next one needs a rate of less than this multiple of the rate before. */
const triesAgain = 0.8;
/** Windows in a row that must be a reason for the first change. Each change doubles the number, so the loops do not alternate. */
const windowsAtFirst = 2;
/** Windows after which a trial of one thread is judged. */
const windowsOfTrial = 2;

/**
 * Chooses between several threads and one thread for a running game, from measured frame rates with
 * hysteresis. If several threads give few frames, one thread is tried for some windows. It is kept
 * only if it gives clearly more. `change` is called when the choice is made, not for a trial.
 */
export class LoopChoice {
  #use: ThreadUse = 'several';
  #isTrial = false;
  #isFirst = true;
  #rates: number[] = [];
  #needed = windowsAtFirst;
  #several = NaN;
  /** Rate of several threads at the last trial that failed. */
  #failedAt = Infinity;
  #switch: (use: ThreadUse) => void;
  #change: (change: LoopChange) => void;

  /** `switchTo` starts the loop; `change` reports a choice. */
  constructor(switchTo: (use: ThreadUse) => void, change: (change: LoopChange) => void) {
    this.#switch = switchTo;
    this.#change = change;
  }

  get use(): ThreadUse {
    return this.#use;
  }

  /** The loop was started, also after a pause. The window in which it starts does not count. */
  started(): void {
    this.#isFirst = true;
    this.#rates = [];
  }

  /** Takes the frames per second of a window. */
  measured(rate: number): void {
    if (this.#isFirst) {
      this.#isFirst = false;
      return;
    }
    this.#rates.push(rate);
    if (this.#isTrial) this.#judgeTrial();
    else if (this.#use === 'several') this.#watchSeveral();
    else this.#watchOne();
  }

  #watchSeveral(): void {
    if (!this.#agree((rate) => rate < Math.min(lowRate, triesAgain * this.#failedAt))) return;
    this.#several = mean(this.#rates);
    this.#isTrial = true;
    this.#start('one');
  }

  #judgeTrial(): void {
    if (this.#rates.length < windowsOfTrial) return;
    const one = mean(this.#rates);
    this.#isTrial = false;
    if (one >= keepsOne * this.#several) return this.#decide('one', one);
    this.#failedAt = this.#several;
    this.#start('several');
  }

  #watchOne(): void {
    if (!this.#agree((rate) => rate < leavesOne * this.#several)) return;
    const one = mean(this.#rates);
    this.#decide('several', one);
    this.#start('several');
  }

  #decide(use: ThreadUse, one: number): void {
    this.#needed *= 2;
    this.#rates = [];
    this.#change({ use, several: this.#several, one });
  }

  #start(use: ThreadUse): void {
    this.#use = use;
    this.started();
    this.#switch(use);
  }

  /** Whether the rates of enough windows in a row are a reason to change. Another rate starts the count again. */
  #agree(isReason: (rate: number) => boolean): boolean {
    if (!isReason(this.#rates.at(-1)!)) this.#rates = [];
    return this.#rates.length >= this.#needed;
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
