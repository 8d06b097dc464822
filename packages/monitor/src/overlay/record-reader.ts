import type { ThreadRecords } from '../recording/follower.ts';
import { recordSize } from '../recording/record-ring.ts';
import { eventKinds } from '../recording/recorded-event.ts';
import type { CallbackTable } from './callbacks/callback-table.ts';
import type { PriorityRates } from './callbacks/priority-rates.ts';
import { addGap, type ThreadLanes } from './lanes/thread-lanes.ts';
import type { BuiltInSignals } from './signals/built-in-signals.ts';
import type { SignalSet } from './signals/signal-set.ts';
import type { Timeline } from './signals/timeline.ts';

/** The parts of an overlay that receive records. */
export interface RecordReaders {
  readonly timeline: Timeline;
  readonly signals: SignalSet;
  readonly builtIn: BuiltInSignals;
  readonly callbacks: CallbackTable;
  readonly priorities: PriorityRates;
  readonly lanes: ThreadLanes;
}

/** Passes records to the parts of an overlay, without an object for each record. */
export class RecordReader {
  /** Number of records that the recorder has overwritten before they were read. */
  lost = 0;
  /** Number of samples that were dropped because the display had passed their time. */
  late = 0;
  /** The message of the first error of the source of the records. */
  error: string | undefined;
  #to: RecordReaders;

  constructor(to: RecordReaders) {
    this.#to = to;
  }

  /** `now`: the present time; `shown`: the time until which the signals have been shown. Both are in ms. */
  read({ lost, nameOf, numbers, shift, thread }: ThreadRecords, now: number, shown: number): void {
    const { builtIn, callbacks, lanes, priorities, signals, timeline } = this.#to;
    const first = numbers.length > 0 ? numbers[1]! + shift : now;
    const lane = lanes.laneOf(thread, first);
    if (lost > 0) {
      this.lost += lost;
      if (lane !== undefined) addGap(lane, { time: Math.min(first, now), count: lost });
    }
    for (let at = 0; at < numbers.length; at += recordSize) {
      const start = numbers[at + 1]! + shift;
      const end = numbers[at + 2]! + shift;
      const name = nameOf(numbers[at + 3]!);
      const value = numbers[at + 4]!;
      const kind = eventKinds[numbers[at]!];
      const isLate = end < shown;
      if (lane !== undefined && end > lane.lastRecordAt) lane.lastRecordAt = end;
      if (isLate && kind !== 'turn') this.late++;
      switch (kind) {
        case 'task':
        case 'timer': {
          const entry = callbacks.named(name);
          entry.runTimes.add(end - start);
          lane?.bars.add('callback', start, end, entry.index);
          if (!isLate) builtIn.ran(thread, start, end);
          if (kind === 'task') priorities.add(end, value);
          else {
            callbacks.lateness.add(value);
            if (!isLate) builtIn.late(value);
          }
          break;
        }
        case 'span': {
          const entry = callbacks.named(name);
          entry.runTimes.add(end - start);
          lane?.bars.add(kind, start, end, entry.index);
          break;
        }
        case 'turn':
        case 'window':
          lane?.bars.add(kind, start, end, callbacks.named(name).index);
          if (kind === 'window' && !isLate) builtIn.windowEnded(end, value, numbers[at + 5]!);
          break;
        case 'drop':
          if (!isLate) builtIn.dropped(end);
          break;
        case 'signal':
          if (!isLate) signals.push(thread, name, timeline.periodAt(end), value);
          break;
        case 'message': // these are for queries and traces
        case 'receipt':
        case 'remote':
        case undefined: // a record of a newer version
          break;
        default:
          kind satisfies never;
      }
    }
  }
}
