import { checkKind, checkNumber, checkObject, mustBe, warnUnknownOptions } from '@doha/loop/options';
import type { RecordedEvent, TaskEvent, WindowEvent } from '../recording/recorded-event.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import {
  type Load,
  type LoadFigures,
  maxDuration,
  slotDuration,
  type SlotValues,
  type TaskLoad,
  type TimerLoad,
  type WindowLoad,
} from './load.ts';
import { isOfThread, ownWork } from './own-work.ts';
import { quantilesOf, valueAt, weightedQuantilesOf } from './quantiles.ts';

/** Options of {@link loadOf}. An option that is `undefined` counts as absent. */
export interface LoadOptions {
  /** The thread whose load is taken. Default: the only thread of the recording. */
  readonly thread?: string | undefined;
}

/** Names of the callbacks of a `Frame` and of `everyFrame`. */
const updates = 'updateEntities';
const ranking = 'rankEntities';
const steps = 'makeStep';

/**
 * Returns the shape of the load of one thread in a recording, for `startBenchmark`. Throws a TypeError if `recording` is not a recording, or if it has
 * several threads and the option `thread` is absent, and a RangeError if it has no event of the thread, or is
 * longer than a day. Tasks of pools and messages are no load of the thread that waits for them.
 */
export function loadOf(recording: RecordingData, options: LoadOptions = {}): Load {
  const checked = dataOf('loadOf: recording', recording);
  checkObject('loadOf: options', options);
  const { thread = onlyThread(checked) } = options;
  checkKind('loadOf: thread', typeof thread === 'string', 'a string', thread);
  warnUnknownOptions('loadOf', options, ['thread']);
  const events = checked.events.filter((event) => event.thread === thread && isOfThread(event));
  if (events.length === 0)
    throw new RangeError(mustBe('loadOf: recording', `a Recording with events of the thread ${thread}`, 0));
  return new LoadReader(events).load;
}

function onlyThread({ events }: RecordingData): string | undefined {
  const threads = [...new Set(events.map(({ thread }) => thread))];
  if (threads.length > 1)
    throw new TypeError(
      mustBe('loadOf: thread', 'given for a recording of several threads', threads.join(', ')),
    );
  return threads[0] ?? '';
}

class LoadReader {
  #events: readonly RecordedEvent[];
  #start: number;
  #duration: number;
  #hasWindows: boolean;

  constructor(events: readonly RecordedEvent[]) {
    this.#events = events;
    this.#start = events[0]!.start;
    const end = events.reduce((latest, event) => Math.max(latest, event.end), this.#start);
    checkNumber('loadOf: the duration of the recording in ms', end - this.#start, { max: maxDuration });
    this.#duration = Math.max(slotDuration, end - this.#start);
    this.#hasWindows = events.some(({ kind }) => kind === 'window');
  }

  get load(): Load {
    const works = [...this.#groups()].map((events) => this.#workOf(events));
    return { version: 1, duration: this.#duration, works };
  }

  /** The events of each function, in the order in which the functions first ran. */
  #groups(): Iterable<readonly RecordedEvent[]> {
    const groups = new Map<string, RecordedEvent[]>();
    for (const event of ownWork(this.#events)) {
      const { kind, name } = event;
      if (kind === 'turn' || kind === 'signal' || (this.#hasWindows && isOfFrame(event))) continue;
      const key = `${kind === 'drop' ? 'task' : kind} ${name}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push(event);
    }
    return groups.values();
  }

  #workOf(events: readonly RecordedEvent[]): TaskLoad | TimerLoad | WindowLoad {
    const windows = events.filter((event): event is WindowEvent => event.kind === 'window');
    if (windows.length > 0) return this.#windowLoad(windows);
    const drops = events.filter(({ kind }) => kind === 'drop');
    const tasks = events.filter((event): event is TaskEvent => event.kind === 'task');
    if (tasks.length + drops.length > 0) return this.#taskLoad(tasks, drops);
    return this.#timerLoad(events);
  }

  #taskLoad(tasks: readonly TaskEvent[], drops: readonly RecordedEvent[]): TaskLoad {
    return {
      kind: 'task',
      figures: this.#figures(tasks, drops.length),
      arrivals: this.#perSlot(tasks),
      drops: this.#perSlot(drops),
      runTimes: quantilesOf(tasks.map(duration)),
      priorities: quantilesOf(tasks.map(({ priority }) => priority)),
    };
  }

  #timerLoad(timers: readonly RecordedEvent[]): TimerLoad {
    return {
      kind: 'timer',
      figures: this.#figures(timers, 0),
      arrivals: this.#perSlot(timers),
      runTimes: quantilesOf(timers.map(duration)),
    };
  }

  #windowLoad(windows: readonly WindowEvent[]): WindowLoad {
    const ofUpdates = this.#events.filter(({ kind, name }) => kind === 'task' && name === updates);
    const ofSteps = this.#events.filter(({ kind, name }) => kind === 'timer' && name === steps);
    const times = timesWithin(windows, ofUpdates);
    const period = median(gaps(windows));
    const step = ofSteps.length > 1 ? median(gaps(ofSteps)) : period;
    const perSecond = 1000 / this.#duration;
    return {
      kind: 'window',
      figures: {
        rate: windows.length * perSecond,
        drops: sum(windows.map(({ cancelled }) => cancelled)) * perSecond,
        updates: sum(windows.map(({ updated }) => updated)) * perSecond,
        p95: p95Of(times),
      },
      step,
      stepsPerWindow: Math.max(1, Math.round(period / step)),
      entities: this.#entities(windows),
      // Weighted by time, because a window of 30 ms has more influence on the number of updates than one of 1 ms.
      updateTimes: weightedQuantilesOf(
        times.flatMap((time, i) => (windows[i]!.updated > 0 ? [[time / windows[i]!.updated, time]] : [])),
      ),
      stepTimes: quantilesOf(ofSteps.map(duration)),
    };
  }

  #entities(windows: readonly WindowEvent[]): SlotValues {
    const entities = new Map<number, number>();
    let last: number | undefined;
    for (const { cancelled, start, updated } of windows) {
      const count = updated + cancelled;
      if (count !== last) entities.set(entities.size === 0 ? 0 : this.#slotOf(start), count);
      last = count;
    }
    return [...entities];
  }

  #figures(events: readonly RecordedEvent[], drops: number): LoadFigures {
    const perSecond = 1000 / this.#duration;
    return {
      rate: events.length * perSecond,
      drops: drops * perSecond,
      updates: 0,
      p95: p95Of(events.map(duration)),
    };
  }

  #perSlot(events: readonly RecordedEvent[]): SlotValues {
    const counts = new Map<number, number>();
    for (const { start } of events) {
      const slot = this.#slotOf(start);
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
    return [...counts];
  }

  #slotOf(time: number): number {
    const last = Math.ceil(this.#duration / slotDuration) - 1;
    return Math.min(last, Math.floor((time - this.#start) / slotDuration));
  }
}

function isOfFrame({ kind, name }: RecordedEvent): boolean {
  return (
    ((kind === 'task' || kind === 'drop') && (name === updates || name === ranking)) ||
    (kind === 'timer' && name === steps)
  );
}

/** The total duration of the events within each window. Both lists are in the order of their beginnings. */
function timesWithin(windows: readonly WindowEvent[], events: readonly RecordedEvent[]): readonly number[] {
  let next = 0;
  return windows.map(({ end, start }) => {
    let time = 0;
    while (next < events.length && events[next]!.start < start) next++;
    for (; next < events.length && events[next]!.start < end; next++) time += duration(events[next]!);
    return time;
  });
}

function gaps(events: readonly RecordedEvent[]): readonly number[] {
  return events.slice(1).map(({ start }, i) => start - events[i]!.start);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.max(1, valueAt(sorted, 0.5));
}

function p95Of(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function duration({ end, start }: RecordedEvent): number {
  return end - start;
}
