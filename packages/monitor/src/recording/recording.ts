import { checkKind, checkNumber, checkObject } from '@doha/loop/options';
import { LogHistogram } from '../histogram/log-histogram.ts';
import { isEvent } from './check-events.ts';
import { type Receipts, receiptsOf, type Runs, runsOf } from './counterparts.ts';
import { checkedData, dataOf, type RecordingData } from './recording-data.ts';
import type {
  MessageEvent,
  ReceiptEvent,
  RecordedEvent,
  RemoteEvent,
  TaskEvent,
  TimerEvent,
} from './recorded-event.ts';
import { isCallback, isWork, longestFirst, type WorkEvent } from './work-event.ts';

/** A part of the time of a thread. Times are in ms. */
export interface Period {
  readonly thread: string;
  readonly start: number;
  readonly end: number;
}

/** Returns an event with all times later by `shift` ms. */
function shifted(event: RecordedEvent, shift: number): RecordedEvent {
  const times = { start: event.start + shift, end: event.end + shift };
  if ((event.kind !== 'remote' && event.kind !== 'message') || event.sent === undefined)
    return { ...event, ...times };
  return { ...event, ...times, sent: event.sent + shift };
}

/**
 * Events of one or more threads. A recording does not change when its recorder records more. A structured clone of a recording has no methods. A thread
 * that has received a clone in a message gets a recording from it with {@link Recording.merge}.
 */
export class Recording {
  /** The events in the order in which they began. Of events that began at the same time, the longest is the first. */
  readonly events: readonly RecordedEvent[];
  /** Number of events that are missing, because the memory of a recorder was full, or because they were invalid. */
  readonly lost: number;
  /** Time in ms since the beginning of 1970 (UTC) at which the times of events are 0; undefined if it is not known. */
  readonly origin: number | undefined;
  #runs: Runs | undefined;
  #receipts: Receipts | undefined;

  /**
   * `events`: in any order, with one exception. If two events have the same beginning and the same end, the event that contains the other must come first,
   * such as a turn before its task. Times are from -2⁴² to 2⁴² ms (139 years), and no event ends before it begins. Throws a TypeError if an argument, or a
   * member of an event, is of the wrong type. Throws a RangeError if a number is outside of its range, or the kind, status or reason of an event is unknown.
   */
  constructor(events: readonly RecordedEvent[], lost = 0, origin?: number) {
    const data = checkedData('Recording', { events, lost, origin });
    this.events = data.events;
    this.lost = lost;
    this.origin = origin;
  }

  /**
   * Returns a recording with the events of several recordings, for example of several threads. All times are on the clock of the first recording. Times of
   * different threads of a page or process are as exact as its clock: 5 µs in isolated pages, 100 µs to 1 ms in other pages, 1 µs in Node. Each recorder
   * needs a different `thread` name, because a trace draws all events with the same thread name together. Throws a TypeError if the argument is not a
   * list of recordings, or if only some of them have an origin. Throws a RangeError if the list is empty. Throws the errors of the constructor if the events
   * of a structured clone are invalid.
   */
  static merge(recordings: readonly RecordingData[]): Recording {
    checkKind('Recording.merge: recordings', Array.isArray(recordings), 'an array', recordings);
    const all = recordings.map((recording) => dataOf('Recording.merge: a recording', recording));
    const [first] = all;
    if (first === undefined) throw new RangeError('Recording.merge: there must be at least one recording');
    const { origin } = first;
    const isKnown = origin !== undefined;
    if (all.some((recording) => (recording.origin !== undefined) !== isKnown))
      throw new TypeError(
        'Recording.merge: all recordings must have an origin, or none; see the option origin of Recorder',
      );
    const events = all.flatMap((recording) => {
      const shift = isKnown ? recording.origin! - origin : 0;
      return recording.events.map((event) => shifted(event, shift));
    });
    const lost = all.reduce((sum, recording) => sum + recording.lost, 0);
    return new Recording(events, lost, origin);
  }

  /** The callbacks of tasks and timers. */
  get callbacks(): readonly (TaskEvent | TimerEvent)[] {
    return this.events.filter(isCallback);
  }

  /**
   * The longest pieces of work: callbacks of tasks and timers, and spans, in descending order of their duration. A span and the callback that contains it are
   * two of them. `count`: their maximum number.
   */
  longest(count: number): readonly WorkEvent[] {
    checkNumber('longest: count', count, { min: 0, unlimited: true });
    return this.events.filter(isWork).toSorted(longestFirst).slice(0, count);
  }

  /** The callbacks of tasks and timers, and the spans, that took more than `ms`. */
  longerThan(ms: number): readonly WorkEvent[] {
    checkNumber('longerThan: ms', ms);
    return this.events.filter(isWork).filter(({ end, start }) => end - start > ms);
  }

  /**
   * The events of a thread that overlap a period, in the order in which they began. With an event as the argument: the events during that event, and
   * itself. Throws a TypeError or RangeError if the thread is not a string, or a time is not a finite number.
   */
  during(period: Period): readonly RecordedEvent[] {
    checkObject('during: period', period);
    const { end, start, thread } = period;
    checkKind('during: thread', typeof thread === 'string', 'a string', thread);
    checkNumber('during: start', start);
    checkNumber('during: end', end);
    return this.events.filter((event) => event.thread === thread && event.start <= end && event.end >= start);
  }

  /**
   * The callbacks that ran while a timer was due, the longest first: the reasons why it was late. Their sum may be less than the lateness, because the
   * browser and other scripts use the thread as well. `timer`: an event of the kind `timer` of this recording.
   */
  reasonsFor(timer: TimerEvent): readonly (TaskEvent | TimerEvent)[] {
    checkKind(
      'reasonsFor: timer',
      isEvent(timer) && timer.kind === 'timer',
      'an event of the kind timer',
      timer,
    );
    const { lateness, start, thread } = timer;
    const reasons = this.during({ thread, start: start - lateness, end: start }).filter(isCallback);
    return reasons
      .filter((event) => event.end > start - lateness && event.start < start)
      .toSorted(longestFirst);
  }

  /**
   * The callbacks in its worker that belong to a task of a pool: the call of its function, or the steps of its generator. They are known if the recording
   * contains the thread of the worker, see `Collector`. `task`: an event of the kind `remote` of this recording.
   */
  runsOf(task: RemoteEvent): readonly TaskEvent[] {
    const isRemote = (task as Partial<RemoteEvent> | null)?.kind === 'remote';
    checkKind('runsOf: task', isRemote, 'an event of the kind remote', task);
    this.#runs ??= runsOf(this.events);
    return this.#runs.get(task) ?? [];
  }

  /**
   * The receipt of a message at the other endpoint: from its arrival until the application got it. Undefined if the recording does not contain it, see
   * `Recorder.session`. `message`: an event of the kind `message` of this recording. The time until `message.sent` is that in the sender, the time from then
   * to the beginning of the receipt that in the network, and the duration of the receipt that in the receiver (Goel 2003, figure 4.14).
   */
  receiptOf(message: MessageEvent): ReceiptEvent | undefined {
    const isMessage = (message as Partial<MessageEvent> | null)?.kind === 'message';
    checkKind('receiptOf: message', isMessage, 'an event of the kind message', message);
    this.#receipts ??= receiptsOf(this.events);
    return this.#receipts.get(message);
  }

  /** Run times in ms of the callbacks of each name. */
  runTimes(): ReadonlyMap<string, LogHistogram> {
    const histograms = new Map<string, LogHistogram>();
    for (const { end, name, start } of this.callbacks) {
      const histogram = histograms.get(name) ?? new LogHistogram();
      histograms.set(name, histogram);
      histogram.add(end - start);
    }
    return histograms;
  }
}
