import { minCapacity, recordSize, RecordRing, spareRecords } from '../recording/record-ring.ts';
import type { Follower, ThreadRecords } from '../recording/follower.ts';
import { soundRecords } from '../recording/sound-records.ts';
import { ClockOffset } from './clock-offset.ts';
import { CollectedNames } from './collected-names.ts';
import type { Liveness } from './liveness.ts';
import type { KnownRecords, RecordAnswer } from './messages.ts';

/** A thread whose records are collected, as {@link Collector.threads} shows it. */
export interface CollectedThreadInfo {
  readonly name: string;
  /** Maximum error in ms of times of this thread on the clock of the collector; 0 for the collector's own thread. */
  readonly clockError: number;
  /** Number of records that were overwritten before the collector got them, or that it has forgotten. */
  readonly lost: number;
  /** False if a request has had no answer for a second, and after the end of the collection. */
  readonly answers: boolean;
}

/** Number of records for which a copy has memory at first. */
const firstCapacity = 1024;

/** The records of another thread: in the shared memory of its recorder, or in a copy that grows with each answer. */
export class CollectedThread implements CollectedThreadInfo {
  name: string;
  /** Number of records that were lost on their way to the copy, and of those that were forgotten. */
  lost = 0;
  /** Of each channel through which the recorder is reached. Without one, the thread has ended. */
  readonly channels: Set<Liveness> = new Set();
  #forgets = 0; // number of calls of `forget`
  #ring: RecordRing;
  #counted: number; // of the ring's records, when they were counted last
  #capacity: number;
  #position: number | undefined; // after the records of the answers; undefined in shared memory
  #names: CollectedNames;
  #offset: ClockOffset = new ClockOffset();
  #expectedShift: number | undefined;

  /** `answer`: the first one. Its records are not added. */
  constructor(name: string, answer: RecordAnswer, ownOrigin: number | undefined) {
    const { capacity, memory, origin } = answer;
    this.name = name;
    this.#capacity = capacity;
    this.#position = memory === undefined ? startOf(answer) : undefined;
    this.#ring =
      memory === undefined
        ? RecordRing.create(Math.min(capacity, firstCapacity), false)
        : new RecordRing(memory.records);
    this.#counted = this.#ring.written >>> 0;
    this.#names = new CollectedNames(memory?.names);
    if (origin !== undefined && ownOrigin !== undefined) this.#expectedShift = origin - ownOrigin;
  }

  /** The names and records that were collected. */
  get known(): KnownRecords {
    return { names: this.#names.count, position: this.#position };
  }

  get answers(): boolean {
    return [...this.channels].some(({ isPrompt }) => isPrompt);
  }

  get clockError(): number {
    return this.#offset.estimate(this.#expectedShift).error;
  }

  /** Adds an answer. `answered`: time of its arrival on the clock of the collector. */
  add(answer: RecordAnswer, answered: number): void {
    const { asked, received, sent } = answer;
    this.#offset.add(asked, received, sent, answered);
    this.#names.add(answer);
    this.#count();
    if (this.#position !== undefined) this.#copy(answer, this.#position);
  }

  /** Returns a follower, which begins with the next record, or with `fromStart` with the first one. */
  follow(fromStart = false): Follower {
    let [next, lostBefore] = fromStart ? [0, 0] : [this.#count(), this.lost];
    let forgets = this.#forgets;
    return {
      take: () => {
        // Of the records that were forgotten, the follower has lost only those that it had not taken.
        if (forgets !== this.#forgets) [lostBefore, next] = [lostBefore + next, 0];
        forgets = this.#forgets;
        const records = this.since(next);
        next += records.lost + records.numbers.length / recordSize;
        const lost = records.lost + this.lost - lostBefore;
        lostBefore = this.lost;
        return lost + records.numbers.length === 0 ? [] : [{ ...records, lost }];
      },
    };
  }

  /** Returns the records since the ring had `position` records; those since 0 are all that are kept. */
  since(position: number): ThreadRecords {
    const { shift } = this.#offset.estimate(this.#expectedShift);
    const names = this.#names;
    const nameOf = (number: number): string => names.nameOf(number);
    const start = Math.max(position, this.#count() - this.#ring.capacity);
    const { lost, numbers } = soundRecords(this.#ring.since(start), shift);
    return { thread: this.name, shift, nameOf, numbers, lost: lost + start - position };
  }

  /** Frees the memory of the records and names, and counts the records as lost. If the recorder answers again, its later records are copied. */
  forget(): void {
    this.lost += this.#count();
    this.#position ??= this.#ring.written;
    this.#ring = RecordRing.create(minCapacity, false);
    this.#counted = 0;
    this.#names = new CollectedNames(undefined);
    this.#forgets++;
  }

  /** Returns the number of all records of the ring, which counts them modulo 2³². Must be called before each 2³² further records. */
  #count(): number {
    return (this.#counted += (this.#ring.written - this.#counted) >>> 0);
  }

  // Answers to several requests, or through several channels, may bring the same records.
  #copy(answer: RecordAnswer, known: number): void {
    const { lost, numbers, position } = answer;
    const count = lost + numbers.length / recordSize;
    const repeated = Math.max(0, (known - startOf(answer)) | 0);
    if (repeated >= count) return;
    this.lost += Math.max(0, lost - repeated);
    this.#position = position;
    this.#append(numbers.subarray(Math.max(0, repeated - lost) * recordSize));
  }

  // A peer may state a large capacity, so memory follows the records that arrive.
  #append(numbers: Float64Array): void {
    const needed = this.#ring.written + numbers.length / recordSize + spareRecords;
    let { capacity } = this.#ring;
    while (capacity < needed && capacity < this.#capacity) capacity *= 2;
    if (capacity > this.#ring.capacity) this.#ring = this.#ring.grown(capacity);
    this.#ring.append(numbers);
  }
}

/** Position before the records of an answer. */
function startOf({ lost, numbers, position }: RecordAnswer): number {
  return (position - lost - numbers.length / recordSize) | 0;
}
