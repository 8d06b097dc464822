import { checkKind, checkObject } from '@doha/loop/options';
import type { Clock } from '@doha/loop';
import type { Recording } from './recording.ts';

/** The name of a record whose name has not arrived yet, because it is in the shared memory of another thread. */
export const missingName = 'not known yet';

/** Records of one thread. */
export interface ThreadRecords {
  /** Name of the thread. */
  readonly thread: string;
  /** `recordSize` numbers for each record, see `RecordRing`. */
  readonly numbers: Float64Array;
  /** Number of records that are missing before the first of these, because they were overwritten. */
  readonly lost: number;
  /** Time in ms to add to the times of the records, so that they are on the clock of the follower. */
  readonly shift: number;
  /** Returns the name that belongs to the number of a name. */
  readonly nameOf: (number: number) => string;
}

/** Takes records while they are written. Each follower has its own position, and takes each record once. */
export interface Follower {
  /** Takes the records that were written since the last call, or since the creation of the follower: one item for each thread that has new or lost ones. */
  take(): readonly ThreadRecords[];
}

/** Threads whose records can be followed: a recorder, or a collector. */
export interface Followed {
  /** Returns a new follower, which begins with the next record. */
  follow(): Follower;
  /** Returns the newest events. Another thread may have to be asked for them. */
  recording(): Recording | Promise<Recording>;
  /** The thread that follows, and the clock of its times. @internal */
  readonly ownThread?: OwnThread;
}

/** A thread that follows records. @internal */
export interface OwnThread {
  readonly name: string;
  readonly clock: Clock;
}

/** Throws a TypeError that names `what` unless `followed` is a recorder or a collector. */
export function checkFollowed(what: string, followed: Followed): void {
  checkObject(what, followed);
  checkKind(what, typeof followed.follow === 'function', 'a Recorder or a Collector', followed);
}
