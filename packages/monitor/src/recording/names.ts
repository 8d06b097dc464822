import { maxSessionNames, sharedSessionName } from './session-names.ts';
import type { SharedNames } from './shared-names.ts';
import { shortName } from './short-name.ts';

/** Maximum number of names with `other`, so that a program that makes up names all the time needs no more memory. */
export const maxNames = 4097;

/** Names of events, and their numbers in records. */
export class Names {
  #numbers: Map<string, number> = new Map([['other', 0]]);
  #names: string[] = ['other'];
  #shared: SharedNames | undefined;
  #sessions = 0; // names of sessions

  /** Returns the number of a name, which is cut if it is long. It is 0, which means `other`, for each new name after the 4,096th one. */
  numberOf(name: string): number {
    return this.#numbers.get(name) ?? this.#add(name);
  }

  /** Returns the number of the name of a session. After the 1,024th one, it is the number of a name that several sessions share. */
  numberOfSession(name: string): number {
    const own = shortName(name);
    const known = this.#numbers.get(own);
    if (known !== undefined) return known;
    if (this.#sessions >= maxSessionNames) return this.numberOf(sharedSessionName(own));
    this.#sessions++;
    return this.numberOf(own);
  }

  /** Returns the name of a number. */
  nameOf(number: number): string {
    return this.#names[number]!;
  }

  /** Returns the names whose numbers are at least `number`. */
  since(number: number): readonly string[] {
    return this.#names.slice(number);
  }

  /**
   * Adds the names, and later new names, to shared memory, unless they are there already. `create`: creates the memory, which a recorder alone does not need.
   */
  share(create: () => SharedNames): SharedArrayBuffer {
    if (this.#shared === undefined) {
      this.#shared = create();
      for (const name of this.#names) this.#shared.add(name);
    }
    return this.#shared.memory;
  }

  #add(name: string): number {
    const short = shortName(name);
    if (short !== name) return this.numberOf(short);
    if (this.#names.length >= maxNames) return 0;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    this.#shared?.add(name);
    return number;
  }
}
