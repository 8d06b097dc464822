import { serverNameSize, sessionNameSize, sessionNumberSize } from '../wire/layout.ts';

/** Maximum number of ended sessions whose names are kept. */
const maxEnded = 10_000;

/** The name of an ended session, and the time until which it is kept. */
interface Ended {
  readonly name: Uint8Array;
  readonly until: number;
}

/** The sessions of one server, by names that cannot be guessed. */
export class SessionNames<T> {
  #server: Uint8Array = crypto.getRandomValues(new Uint8Array(serverNameSize));
  #sessions: Map<number, { readonly name: Uint8Array; readonly session: T }> = new Map();
  #ended: Map<number, Ended> = new Map(); // in the order of their ends
  #next = 0;

  get size(): number {
    return this.#sessions.size;
  }

  [Symbol.iterator](): Iterator<T> {
    return [...this.#sessions.values()].map(({ session }) => session)[Symbol.iterator]();
  }

  /** A name for a new session. */
  create(): Uint8Array {
    const name = crypto.getRandomValues(new Uint8Array(sessionNameSize));
    name.set(this.#server);
    viewOf(name).setBigUint64(serverNameSize, BigInt(this.#next++));
    return name;
  }

  add(name: Uint8Array, session: T): void {
    this.#sessions.set(numberOf(name), { name, session });
  }

  /** Returns whether there was such a session. */
  delete(name: Uint8Array): boolean {
    return this.#sessions.delete(numberOf(name));
  }

  /** Keeps the name of a deleted session until the time `until`. */
  addEnded(name: Uint8Array, until: number, now: number): void {
    this.#ended.set(numberOf(name), { name, until });
    for (const [number, ended] of this.#ended) {
      if (ended.until > now && this.#ended.size <= maxEnded) return;
      this.#ended.delete(number);
    }
  }

  /** The session of a name, or the reason why there is none. `now`: time on the clock of {@link addEnded}. */
  find(name: Uint8Array, now: number): T | 'ended' | 'unknownSession' | 'otherServer' {
    if (!isSame(name.subarray(0, serverNameSize), this.#server)) return 'otherServer';
    const number = numberOf(name);
    const found = this.#sessions.get(number);
    if (found !== undefined && isSame(name, found.name)) return found.session;
    const ended = this.#ended.get(number);
    return ended !== undefined && ended.until > now && isSame(name, ended.name) ? 'ended' : 'unknownSession';
  }
}

function numberOf(name: Uint8Array): number {
  return Number(viewOf(name).getBigUint64(serverNameSize));
}

function viewOf(name: Uint8Array): DataView {
  return new DataView(name.buffer, name.byteOffset, serverNameSize + sessionNumberSize);
}

// Takes the same time wherever the names differ, so that guessing a name byte by byte is impossible.
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = 0;
  for (let i = 0; i < other.length; i++) difference |= (one[i] ?? -1) ^ other[i]!;
  return difference === 0;
}
