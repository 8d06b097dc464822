import { recordSize, RecordRing } from '../recording/record-ring.ts';
import { type Follower, missingName, type ThreadRecords } from '../recording/follower.ts';
import type { RecordAnswer } from './channel.ts';
import { ClockOffset } from './clock-offset.ts';

/** A thread whose records are collected, as {@link Collector.threads} shows it. */
export interface CollectedThreadInfo {
  readonly name: string;
  /** Maximum error in ms of times of this thread on the clock of the collector; 0 for the collector's own thread. */
  readonly clockError: number;
  /** Number of records that were overwritten before the collector got them. */
  readonly lost: number;
  /** Whether the last request was answered. */
  readonly answers: boolean;
}

/** The records of another thread: in the shared memory of its recorder, or in a copy that grows with each answer. */
export class CollectedThread implements CollectedThreadInfo {
  readonly name: string;
  answers = true;
  /** Number of the last request that was answered. */
  answered = 0;
  ring: RecordRing;
  /** Number of records that were lost on their way to the copy. */
  lost = 0;
  /** Position after the records of the last answer; undefined in shared memory. */
  position: number | undefined;
  #names: string[] = [];
  #offset: ClockOffset = new ClockOffset();
  #expectedShift: number | undefined;
  #isShared: boolean;

  constructor(name: string, { capacity, memory, origin }: RecordAnswer, ownOrigin: number | undefined) {
    this.name = name;
    this.#isShared = memory !== undefined;
    this.ring = memory === undefined ? RecordRing.create(capacity, false) : new RecordRing(memory);
    if (origin !== undefined && ownOrigin !== undefined) this.#expectedShift = origin - ownOrigin;
  }

  get names(): number {
    return this.#names.length;
  }

  get clockError(): number {
    return this.#offset.estimate(this.#expectedShift).error;
  }

  /** Adds an answer. `asked`, `answered`: times on the clock of the collector. */
  add(
    { lost, names, numbers, position, received, sent }: RecordAnswer,
    asked: number,
    answered: number,
  ): void {
    this.answers = true;
    this.#offset.add(asked, received, sent, answered);
    for (const name of names) this.#names.push(name); // an answer may have more names than a call may have arguments
    if (this.#isShared) return;
    this.lost += lost;
    this.position = position;
    this.ring.append(numbers);
  }

  /** Returns a follower. `position`: that of its first record; default: after the newest one. */
  follow(position: number = this.ring.written): Follower {
    let next = position;
    let lostBefore = position === 0 ? 0 : this.lost;
    return {
      take: () => {
        const records = this.since(next);
        next = (next + records.lost + records.numbers.length / recordSize) | 0;
        const lost = records.lost + this.lost - lostBefore;
        lostBefore = this.lost;
        return lost + records.numbers.length === 0 ? [] : [{ ...records, lost }];
      },
    };
  }

  /** Returns the records since a position of `ring`; those since 0 are all that are kept. */
  since(position: number): ThreadRecords {
    const { shift } = this.#offset.estimate(this.#expectedShift);
    const nameOf = (number: number): string => this.#names[number] ?? missingName;
    return { thread: this.name, shift, nameOf, ...this.ring.since(position) };
  }
}
