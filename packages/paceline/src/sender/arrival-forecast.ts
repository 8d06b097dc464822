import type { Message } from './message.ts';

/** Predicts whether messages arrive before they expire. */
export class ArrivalForecast {
  #arrivesAt = 0;
  #room = 0;
  #rate = Infinity;

  /** Bytes that are sent now leave the queues of the path at `arrivesAt`. `room` bytes may be sent now, and `rate` bytes per ms after that. */
  update(arrivesAt: number, room: number, rate: number): void {
    this.#arrivesAt = arrivesAt;
    this.#room = room;
    this.#rate = rate;
  }

  /**
   * Whether a message of which a part is sent now would expire before its end arrives. Never, if it does not expire, if all of it can be sent now, or if the rate
   * is not known.
   */
  isTooLate(message: Message): boolean {
    const { expiresAt, size } = message;
    return size > this.#room && size - this.#room > this.#rate * (expiresAt - this.#arrivesAt);
  }
}
