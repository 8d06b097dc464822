/**
 * Minimum limits in bytes: for polls every few ms, and for polls once a second, where timers are
 * throttled.
 */
const minLimit = 2 ** 16;
const minThrottledLimit = 2 ** 20;

const maxLimit = 2 ** 26;

/**
 * Limits the bytes in a socket's buffer until `bufferedAmount` is polled again. The limit is twice
 * the bytes that the socket sent between the last two polls, and at least twice the last limit if
 * the buffer was empty. So the socket does not run out of data before the next poll, and its buffer
 * delays an urgent message by at most two poll intervals.
 */
export class BufferLimit {
  #limit = minLimit;
  #handed = 0; // bytes handed over since the last poll
  #lastBuffered = 0; // at the last poll

  hasRoom(buffered: number, isThrottled: boolean): boolean {
    return buffered < Math.max(this.#limit, isThrottled ? minThrottledLimit : minLimit);
  }

  noteHanded(bytes: number): void {
    this.#handed += bytes;
  }

  /** Must be called once in each interval, before more data is handed to the socket. */
  poll(buffered: number): void {
    const sent = this.#lastBuffered + this.#handed - buffered;
    const next = 2 * (buffered === 0 ? Math.max(this.#limit, sent) : sent);
    this.#limit = Math.min(Math.max(next, minLimit), maxLimit);
    this.#handed = 0;
    this.#lastBuffered = buffered;
  }
}
