import { serverNameSize, sessionNameSize, sessionNumberSize } from '../wire/layout.ts';

/** The sessions of one server, by names that cannot be guessed. */
export class SessionNames<T> {
  #server: Uint8Array = crypto.getRandomValues(new Uint8Array(serverNameSize));
  #sessions: Map<number, { readonly name: Uint8Array; readonly session: T }> = new Map();
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

  delete(name: Uint8Array): void {
    this.#sessions.delete(numberOf(name));
  }

  /** The session of a name; or why there is none. */
  find(name: Uint8Array): T | 'unknownSession' | 'otherServer' {
    if (!isSame(name.subarray(0, serverNameSize), this.#server)) return 'otherServer';
    const found = this.#sessions.get(numberOf(name));
    return found !== undefined && isSame(name, found.name) ? found.session : 'unknownSession';
  }
}

function numberOf(name: Uint8Array): number {
  return Number(viewOf(name).getBigUint64(serverNameSize));
}

function viewOf(name: Uint8Array): DataView {
  return new DataView(name.buffer, name.byteOffset, serverNameSize + sessionNumberSize);
}

// Takes the same time wherever they differ: who guesses learns nothing from it.
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = 0;
  for (let i = 0; i < other.length; i++) difference |= (one[i] ?? -1) ^ other[i]!;
  return difference === 0;
}
