import type { Clock, FrameProbe, Probe } from '@doha/loop';
import {
  checkKind,
  checkNumber,
  checkObject,
  mustBe,
  warnUnknownOptions,
  withDefaults,
} from '@doha/loop/options';
import { Names } from './names.ts';
import { maxCapacity, minCapacity, RecordRing, recordSize } from './record-ring.ts';
import { dropReasons, eventKinds, recordedEvent } from './recorded-event.ts';
import { Recording } from './recording.ts';

/** Options of a {@link Recorder}. An option that is `undefined` counts as absent. */
export interface RecorderOptions {
  /** Name of the thread in recordings and traces. Default 'main'. */
  thread?: string | undefined;
  /** Number of events that are kept: a power of two from 16 to 16,777,216. An event takes 48 bytes. Default 65,536. */
  capacity?: number | undefined;
  /** Clock of signals. It must be the host of the recorded loops if these have one of their own. Default: `performance`. */
  clock?: Clock | undefined;
}

const kindOf = Object.fromEntries(eventKinds.map((kind, number) => [kind, number])) as Record<
  (typeof eventKinds)[number],
  number
>;

/**
 * Records the newest events of one thread in memory of a fixed size, so it can always be on: an application that has seen a bad moment then asks what
 * happened before it.
 */
export class Recorder {
  readonly thread: string;
  #clock: Clock;
  #ring: RecordRing;
  #names: Names = new Names();

  /** Throws a TypeError or RangeError if an option is invalid. */
  constructor(options: RecorderOptions = {}) {
    const { capacity, clock, thread } = completeOptions(options);
    this.thread = thread;
    this.#clock = clock;
    this.#ring = RecordRing.create(capacity, false);
  }

  /** Returns a probe that records what an event loop runs and drops: `new EventLoop({ probe: recorder.loop() })`. */
  loop(): Probe {
    const [clock, names, ring] = [this.#clock, this.#names, this.#ring];
    const turnName = names.numberOf('turn');
    return {
      ran: ({ callback }, start, end, priority) =>
        ring.write(kindOf.task, start, end, names.numberOf(callback.name), priority),
      fired: ({ callback }, start, end, release) =>
        ring.write(kindOf.timer, start, end, names.numberOf(callback.name), Math.max(0, start - release)),
      dropped: ({ callback }, reason) => {
        const now = clock.now();
        ring.write(kindOf.drop, now, now, names.numberOf(callback.name), dropReasons.indexOf(reason));
      },
      turned: (start, end) => ring.write(kindOf.turn, start, end, turnName, 0),
    };
  }

  /** Returns a probe that records the windows of a `Frame`: `new Frame({ probe: recorder.frame('enemies') })`. `name`: the name in recordings. */
  frame(name = 'window'): FrameProbe {
    checkKind('frame: name', typeof name === 'string', 'a string', name);
    const [ring, number] = [this.#ring, this.#names.numberOf(name)];
    return {
      windowEnded: (start, end, updated, cancelled) =>
        ring.write(kindOf.window, start, end, number, updated, cancelled),
    };
  }

  /** Records a number, such as the length of a queue. Throws a TypeError if `value` is not a number. */
  signal(name: string, value: number): void {
    checkKind(`signal: the value of ${name}`, typeof value === 'number', 'a number', value);
    const now = this.#clock.now();
    this.#ring.write(kindOf.signal, now, now, this.#names.numberOf(name), value);
  }

  /** Calls a function, records how long it took, and returns its result. An async function counts until its first `await`. */
  span<Result>(name: string, call: () => Result): Result {
    const start = this.#clock.now();
    try {
      return call();
    } finally {
      this.#ring.write(kindOf.span, start, this.#clock.now(), this.#names.numberOf(name), 0);
    }
  }

  /** Returns the newest events. The recorder keeps them, and continues. */
  recording(): Recording {
    const { lost, numbers } = this.#ring.newest();
    const events = Array.from({ length: numbers.length / recordSize }, (_, i) => {
      const [kind, start, end, name, value, second] = numbers.subarray(i * recordSize, (i + 1) * recordSize);
      const timed = { thread: this.thread, name: this.#names.nameOf(name!), start: start!, end: end! };
      return recordedEvent(kind!, timed, value!, second!);
    });
    return new Recording(events, lost, this.#clock === performance ? performance.timeOrigin : 0);
  }
}

type CompleteOptions = { readonly [Name in keyof RecorderOptions]-?: NonNullable<RecorderOptions[Name]> };

function completeOptions(given: RecorderOptions): CompleteOptions {
  checkObject('Recorder: options', given);
  const defaults: CompleteOptions = { capacity: 65_536, clock: performance, thread: 'main' };
  const options: CompleteOptions = withDefaults(defaults, given);
  const { capacity, clock, thread } = options;
  checkKind('Recorder: thread', typeof thread === 'string', 'a string', thread);
  checkObject('Recorder: clock', clock);
  checkKind('Recorder: clock', typeof clock.now === 'function', 'an object with a method now', clock);
  checkNumber('Recorder: capacity', capacity, { min: minCapacity, max: maxCapacity });
  if (!Number.isInteger(Math.log2(capacity)))
    throw new RangeError(mustBe('Recorder: capacity', 'a power of two', capacity));
  warnUnknownOptions('Recorder', given, Object.keys(defaults));
  return options;
}
