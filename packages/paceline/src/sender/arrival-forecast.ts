import type { Message } from './message.ts';

/** Predicts whether messages arrive before they expire. */
export class ArrivalForecast {
  #leavesQueueAt = 0;
  #room = 0;
  #rate = Infinity;

  /**
   * Bytes that are sent now leave the queues of the path at the time `leavesQueueAt`. `room` bytes may
   * be sent now, and `rate` bytes per ms after that.
   */
  update(leavesQueueAt: number, room: number, rate: number): void {
    this.#leavesQueueAt = leavesQueueAt;
    this.#room = room;
    this.#rate = rate;
  }

  /**
   * Whether the end of a message would arrive after the message has expired, if its first part were sent now. False for a message that does not expire, or that
   * can be sent at once. False for all messages while the rate is unknown.
   */
  isTooLate(message: Message): boolean {
    const { expiresAt, size } = message;
    return size > this.#room && size - this.#room > this.#rate * (expiresAt - this.#leavesQueueAt);
  }
}
