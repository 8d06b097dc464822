import type { Clock } from '@doha/loop';

/** Time in ms after which a request that was not answered is repeated. */
export const patience = 1000;

/** Number of successive requests without an answer, at least `patience` apart, after which nothing is expected any longer. */
const maxUnanswered = 3;

/** Whether a recorder still answers requests. */
export class Liveness {
  /** Number of the newest request that was answered. */
  answered: number;
  #clock: Clock;
  #waitsSince: number | undefined; // time since which an answer is expected
  #counted = 0; // time of the last request that was counted
  #unanswered = 0; // number of requests that were counted

  /** `answered`: number of the newest request that was answered. */
  constructor(clock: Clock, answered: number) {
    this.#clock = clock;
    this.answered = answered;
  }

  /** A request is sent. */
  asked(): void {
    const now = this.#clock.now();
    if (this.#waitsSince === undefined) this.#waitsSince = this.#counted = now;
    else if (now - this.#counted >= patience) {
      this.#unanswered++;
      this.#counted = now;
    }
  }

  /** A request was answered. `newest`: number of the newest request. */
  hasAnswered(request: number, newest: number): void {
    this.answered = Math.max(this.answered, request);
    this.#unanswered = 0;
    this.#waitsSince = undefined;
    if (this.answered < newest) this.#waitsSince = this.#counted = this.#clock.now();
  }

  /** Whether no answer has been expected for more than a second. */
  get isPrompt(): boolean {
    return this.#waitsSince === undefined || this.#clock.now() - this.#waitsSince < patience;
  }

  /** Whether it has left so many requests unanswered that nothing is expected any longer. */
  get isSilent(): boolean {
    return this.#unanswered >= maxUnanswered;
  }
}
