import type { Message } from './message.ts';

/** Factor for the expected duration of a message: rates vary, and more important messages may come. */
const safety = 1.5;

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

  /** Whether a message that begins now would probably expire before its end arrives. Never, if it does not expire or the rate is not known. */
  isDoubtful({ expiresAt, size }: Message): boolean {
    return safety * Math.max(0, size - this.#room) > this.#rate * (expiresAt - this.#arrivesAt);
  }
}
