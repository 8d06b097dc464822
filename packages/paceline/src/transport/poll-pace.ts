/** Greatest number of looks that are saved. */
const maxPolls = 250;

/** Looks that each frame pays for: a look for each TCP segment of a long frame, and enough for short frames that are sent in each step of a game. */
const pollsPerFrame = 16;

/** Ms within which the saved looks would be used up if they were evenly spaced: with all of them a look every 4 ms. */
const period = 1000;

/**
 * When a connection is looked at again to see whether more may be sent, although nothing was acknowledged. Looks follow the progress of the connection: each
 * frame that is sent pays for some, and the fewer are left, the longer is the pause between them. Otherwise each client that acknowledges little would cost
 * a server 250 looks a second.
 */
export class PollPace {
  #polls = maxPolls; // a new connection has made no progress yet
  #lastPollAt = -Number.MAX_VALUE; // to which Infinity can be added

  /** A frame was sent that is to be acknowledged. */
  sent(): void {
    this.#polls = Math.min(maxPolls, this.#polls + pollsPerFrame);
  }

  /** When to look again. To be called at each look, and at other times. `shortest`: shortest pause in ms; Infinity: no look is needed. */
  nextAt(now: number, shortest: number): number {
    if (now >= this.#lastPollAt + this.#pause(shortest)) {
      this.#lastPollAt = now;
      this.#polls = Math.max(1, this.#polls - 1);
    }
    return this.#lastPollAt + this.#pause(shortest);
  }

  #pause(shortest: number): number {
    return Math.max(shortest, period / this.#polls);
  }
}
