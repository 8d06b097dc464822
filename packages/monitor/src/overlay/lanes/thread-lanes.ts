import { BarRing } from './bar-ring.ts';

/** Maximum number of threads with a lane. */
const maxThreads = 16;
/** Maximum number of gaps that are kept for each thread. */
const maxGaps = 64;

/** Records that are missing before a time. */
export interface LostRecords {
  /** Time in ms. */
  readonly time: number;
  readonly count: number;
}

/** The work of a thread. */
export interface ThreadLane {
  readonly thread: string;
  readonly bars: BarRing;
  readonly gaps: LostRecords[];
  /** Time of the newest record in ms. */
  lastRecordAt: number;
}

/** One lane for each thread, in the order in which the threads appeared. After 16 threads, further ones have no lane. */
export class ThreadLanes {
  #lanes: Map<string, ThreadLane> = new Map();

  get all(): readonly ThreadLane[] {
    return [...this.#lanes.values()];
  }

  /** Returns the lane of a thread. `first`: the time of its first record in ms, if the thread is new. */
  laneOf(thread: string, first: number): ThreadLane | undefined {
    const known = this.#lanes.get(thread);
    if (known !== undefined || this.#lanes.size >= maxThreads) return known;
    const lane = { thread, bars: new BarRing(), gaps: [], lastRecordAt: first };
    this.#lanes.set(thread, lane);
    return lane;
  }
}

/** Adds a gap. If there are too many, forgets the oldest one. */
export function addGap(lane: ThreadLane, gap: LostRecords): void {
  lane.gaps.push(gap);
  if (lane.gaps.length > maxGaps) lane.gaps.shift();
}
