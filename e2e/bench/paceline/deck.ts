import type { Data } from './programs/transport.ts';

/** Messages are numbered so that who gets them sees whether one is missing, or out of its order. */
const numbers = 256;

/** Messages of some size, made once. */
export class Deck {
  #messages: Data[];

  /** `size`: bytes of each, 3 or more. */
  constructor(size: number, isText: boolean) {
    this.#messages = Array.from({ length: numbers }, (_, i) =>
      isText ? String(i).padStart(3, '0').padEnd(size, '.') : Buffer.alloc(size, 1).fill(i, 0, 1),
    );
  }

  /** So many from the message of that number on. */
  take(from: number, count: number): Data[] {
    return Array.from({ length: count }, (_, i) => this.#messages[(from + i) % numbers]!);
  }
}

/** Throws an Error if a message has not the number that is its turn. */
export function checkNumber(data: string | Uint8Array, number: number): void {
  const got = typeof data === 'string' ? Number(data.slice(0, 3)) : data[0];
  if (got !== number % numbers)
    throw new Error(`Hear message ${number}: it must have the number ${number % numbers}, got ${got}`);
}
