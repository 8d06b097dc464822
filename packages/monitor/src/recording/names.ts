/** Maximum number of names, so that a program that makes up names all the time needs no more memory. */
const maxNames = 4096;

/** Names of events, and their numbers in records. */
export class Names {
  #numbers: Map<string, number> = new Map([['other', 0]]);
  #names: string[] = ['other'];

  /** Returns the number of a name. It is 0, which means `other`, for each new name after the 4,096th one. */
  numberOf(name: string): number {
    return this.#numbers.get(name) ?? this.#add(name);
  }

  /** Returns the name of a number. */
  nameOf(number: number): string {
    return this.#names[number]!;
  }

  /** Returns the names whose numbers are at least `number`. */
  since(number: number): readonly string[] {
    return this.#names.slice(number);
  }

  #add(name: string): number {
    if (this.#names.length > maxNames) return 0;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
}
