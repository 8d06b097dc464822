/** Bytes that a socket may always have: for a poll every few ms, and for one every second. */
const least = 2 ** 16;
const leastThrottled = 2 ** 20;

const most = 2 ** 26;

/**
 * How many bytes to hand to a socket until its `bufferedAmount` is polled again: twice what it sent between the last two polls. So it never waits for
 * a poll, and what is handed over delays an urgent message by at most two intervals between polls.
 */
export class BufferLimit {
  #bound = least;
  #handed = 0; // bytes handed over since the last poll
  #bufferedThen = 0; // at the last poll

  hasRoom(buffered: number, isThrottled: boolean): boolean {
    return buffered < Math.max(this.#bound, isThrottled ? leastThrottled : least);
  }

  hand(bytes: number): void {
    this.#handed += bytes;
  }

  /** To be called once for each interval, before more is handed over. */
  poll(buffered: number): void {
    const sent = this.#bufferedThen + this.#handed - buffered;
    const next = 2 * (buffered === 0 ? Math.max(this.#bound, sent) : sent);
    this.#bound = Math.min(Math.max(next, least), most);
    this.#handed = 0;
    this.#bufferedThen = buffered;
  }
}
