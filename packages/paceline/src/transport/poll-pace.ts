/** Maximum number of polls that are saved. */
const maxPolls = 250;

/** Polls that each frame allows: a poll for each TCP segment of a long frame, and enough for short frames that are sent in each step of a game. */
const pollsPerFrame = 16;

/** The saved polls are spread evenly over this many ms: all of them allow a poll every 4 ms. */
const period = 1000;

/**
 * Times at which to check (poll) whether a connection may send more, although nothing was
 * acknowledged. The polls follow the progress of the connection: each frame that is sent allows
 * some more polls, and the fewer polls are left, the longer the pauses between them. Otherwise each
 * client that acknowledges little would cost a server 250 polls a second.
 */
export class PollPace {
  #polls = maxPolls; // all of them, because a new connection could not earn any by progress yet
  #lastPollAt = -Number.MAX_VALUE; // finite, so that Infinity can be added

  /** An ack-eliciting frame was sent. */
  sent(): void {
    this.#polls = Math.min(maxPolls, this.#polls + pollsPerFrame);
  }

  /**
   * Time of the next poll. Must be called at each poll, and may be called at other times.
   * `shortest`: shortest pause in ms; Infinity: no poll is needed.
   */
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
