import type { Data } from './programs/transport.ts';

/**
 * Messages are numbered modulo this value. By these numbers, the receiver detects lost and reordered
 * messages.
 */
const numbers = 256;

/** Numbered messages of one size, which are created once. */
export class NumberedMessages {
  #messages: Data[];

  /** `size`: bytes of each message, at least 3. */
  constructor(size: number, isText: boolean) {
    this.#messages = Array.from({ length: numbers }, (_, i) =>
      isText ? String(i).padStart(3, '0').padEnd(size, '.') : Buffer.alloc(size, 1).fill(i, 0, 1),
    );
  }

  /** Returns `count` messages, beginning with the message number `from`. */
  slice(from: number, count: number): Data[] {
    return Array.from({ length: count }, (_, i) => this.#messages[(from + i) % numbers]!);
  }
}

/** Throws an Error if a message does not have the expected number. */
export function checkNumber(data: string | Uint8Array, number: number): void {
  const got = typeof data === 'string' ? Number(data.slice(0, 3)) : data[0];
  if (got !== number % numbers)
    throw new Error(`Receive message ${number}: it must have the number ${number % numbers}, got ${got}`);
}
