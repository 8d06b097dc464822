import { missingName } from '../recording/follower.ts';
import { SharedNames } from '../recording/shared-names.ts';
import type { RecordAnswer } from './messages.ts';

/** The names of another recorder: those of its answers, and newer ones in its shared memory. */
export class CollectedNames {
  #names: string[] = [];
  #shared: SharedNames | undefined;

  constructor(memory: SharedArrayBuffer | undefined) {
    if (memory !== undefined) this.#shared = new SharedNames(memory);
  }

  /** Number of the names that have arrived with answers. */
  get count(): number {
    return this.#names.length;
  }

  /** Adds the names of an answer. Some of them may be known. */
  add({ firstName, names }: RecordAnswer): void {
    for (const [index, name] of names.entries()) this.#names[firstName + index] = name;
  }

  nameOf(number: number): string {
    return this.#names[number] ?? this.#shared?.nameOf(number) ?? missingName;
  }
}
