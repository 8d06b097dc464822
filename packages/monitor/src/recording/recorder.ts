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
import { type PoolRecorder, poolRecorder, type WorkerRecorder, workerRecorder } from './pool-recorder.ts';
import { type SessionRecorder, sessionRecorder } from './session-recorder.ts';
import type { RecorderParts } from './recorder-parts.ts';
import { dropReasons, kindOf } from './recorded-event.ts';
import { eventsOf } from './events-of.ts';
import type { Followed, Follower, OwnThread, ThreadRecords } from './follower.ts';
import { checkOrigin } from './check-origin.ts';
import { Recording } from './recording.ts';
import { soundRecords } from './sound-records.ts';

/** Options of a {@link Recorder}. An option that is `undefined` counts as absent. */
export interface RecorderOptions {
  /** Name of the thread in recordings and traces. Default 'main'. */
  thread?: string | undefined;
  /** Number of events that are kept: a power of two from 16 to 16,777,216. An event takes 48 bytes. Default 65,536. */
  capacity?: number | undefined;
  /** Clock of signals. It must be the host of the recorded loops if these have one of their own. Default: `performance`. */
  clock?: Clock | undefined;
  /**
   * Time in ms since the beginning of 1970 (UTC) at which the clock shows 0, for {@link Recording.merge}. Default: that of `performance`, and unknown for
   * other clocks.
   */
  origin?: number | undefined;
}

/**
 * Records the newest events of one thread in memory of a fixed size, so it can always be on: an application that has seen a bad moment then asks what
 * happened before it.
 */
export class Recorder implements Followed {
  readonly thread: string;
  /** Tells recorders apart whose records are collected. @internal */
  readonly id: string = `${Math.random()}`;
  #clock: Clock;
  #ring: RecordRing;
  #names: Names = new Names();
  #origin: number | undefined;

  /** Throws a TypeError or RangeError if an option is invalid. */
  constructor(options: RecorderOptions = {}) {
    const { capacity, clock, origin, thread } = completeOptions(options);
    this.thread = thread;
    this.#clock = clock;
    this.#origin = origin;
    this.#ring = RecordRing.create(capacity, false);
  }

  /**
   * Returns a probe that records what an event loop runs and drops: `new EventLoop({ probe: recorder.loop() })`. `name`: the name of its turns in
   * recordings.
   */
  loop(name = 'turn'): Probe {
    checkKind('loop: name', typeof name === 'string', 'a string', name);
    const [clock, names, ring] = [this.#clock, this.#names, this.#ring];
    const turnName = names.numberOf(name);
    let hasRun = false; // whether a callback has run in this turn: firm timers cause many turns without one
    return {
      ran({ callback }, start, end, priority) {
        hasRun = true;
        ring.write(kindOf.task, start, end, names.numberOf(nameOf(callback)), priority);
      },
      fired({ callback }, start, end, release) {
        hasRun = true;
        ring.write(kindOf.timer, start, end, names.numberOf(nameOf(callback)), Math.max(0, start - release));
      },
      dropped({ callback }, reason) {
        const now = clock.now();
        ring.write(kindOf.drop, now, now, names.numberOf(nameOf(callback)), dropReasons.indexOf(reason));
      },
      turned(start, end) {
        if (hasRun) ring.write(kindOf.turn, start, end, turnName, 0);
        hasRun = false;
      },
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

  /**
   * Returns a probe that records the tasks of a pool of `@doha/multiproc`: `MultiProc.start({ probe: recorder.pool() })`. `name`: the beginning of the names
   * of the workers' threads, as in `Collector.addPool`: with 'worker', the default, they are `worker 0`, `worker 1` and so on. The number of queued tasks is
   * a signal, `worker queue`.
   */
  pool(name = 'worker'): PoolRecorder {
    checkKind('pool: name', typeof name === 'string', 'a string', name);
    return poolRecorder(this.parts, name);
  }

  /** Returns a probe that records what a worker of a pool runs and drops: `expose(functions, { probe: recorder.worker() })`. */
  worker(): WorkerRecorder {
    return workerRecorder(this.parts);
  }

  /**
   * Returns a probe that records the messages of a session of `@doha/paceline`: `session.probe = recorder.session(session.id)`. `name`: the name of the session
   * in recordings. With the same name at both endpoints, which no other session has, a merged recording shows where the time of a message went. A
   * recorder keeps the names of 1,024 sessions. Later ones have one of the names `session #0` to `session #1023`, which several sessions share.
   */
  session(name: string): SessionRecorder {
    checkKind('session: name', typeof name === 'string', 'a string', name);
    return sessionRecorder(this.parts, name);
  }

  /** Records a number, such as the length of a queue. Throws a TypeError or RangeError if `name` is not a string, or `value` is not a finite number. */
  signal(name: string, value: number): void {
    if (typeof name !== 'string' || !Number.isFinite(value)) refuseSignal(name, value);
    const now = this.#clock.now();
    this.#ring.write(kindOf.signal, now, now, this.#names.numberOf(name), value);
  }

  /**
   * Calls a function, records how long it took, and returns its result. An async function counts until its first `await`. Throws a TypeError if an
   * argument is of the wrong type.
   */
  span<Result>(name: string, call: () => Result): Result {
    if (typeof name !== 'string' || typeof call !== 'function') refuseSpan(name, call);
    const start = this.#clock.now();
    try {
      return call();
    } finally {
      this.#ring.write(kindOf.span, start, this.#clock.now(), this.#names.numberOf(name), 0);
    }
  }

  /** Returns the newest events. The recorder keeps them, and continues. Invalid events, such as those at a time that is not finite, count as lost. */
  recording(): Recording {
    const { lost, numbers } = soundRecords(this.#ring.newest());
    return new Recording(eventsOf({ ...this.#source(), numbers }), lost, this.#origin);
  }

  /** Returns a follower, which takes records while they are written. It begins with the next record. */
  follow(): Follower {
    let position = this.#ring.written;
    return {
      take: () => {
        const taken = soundRecords(this.#ring.since(position));
        const count = taken.lost + taken.numbers.length / recordSize;
        position = (position + count) | 0;
        return count === 0 ? [] : [{ ...this.#source(), ...taken }];
      },
    };
  }

  /** @internal */
  get ownThread(): OwnThread {
    return { name: this.thread, clock: this.#clock };
  }

  /** @internal */
  get parts(): RecorderParts {
    const { capacity } = this.#ring;
    return { capacity, clock: this.#clock, names: this.#names, origin: this.#origin, ring: this.#ring };
  }

  #source(): Pick<ThreadRecords, 'nameOf' | 'shift' | 'thread'> {
    return { thread: this.thread, shift: 0, nameOf: (number) => this.#names.nameOf(number) };
  }
}

function nameOf({ name }: { readonly name: unknown }): string {
  return typeof name === 'string' && name !== '' ? name : 'anonymous';
}

function refuseSignal(name: unknown, value: unknown): void {
  checkKind('signal: name', typeof name === 'string', 'a string', name);
  checkNumber(`signal: the value of ${name as string}`, value);
}

function refuseSpan(name: unknown, call: unknown): void {
  checkKind('span: name', typeof name === 'string', 'a string', name);
  checkKind(`span: the function of ${name as string}`, typeof call === 'function', 'a function', call);
}

interface CompleteOptions {
  readonly thread: string;
  readonly capacity: number;
  readonly clock: Clock;
  readonly origin: number | undefined;
}

function completeOptions(given: RecorderOptions): CompleteOptions {
  checkObject('Recorder: options', given);
  const isDefaultClock = (given.clock ?? performance) === performance;
  const origin = isDefaultClock ? performance.timeOrigin : undefined;
  const defaults = { capacity: 65_536, clock: performance as Clock, origin, thread: 'main' };
  const options: CompleteOptions = withDefaults(defaults, given);
  const { capacity, clock, thread } = options;
  checkKind('Recorder: thread', typeof thread === 'string', 'a string', thread);
  checkObject('Recorder: clock', clock);
  checkKind('Recorder: clock', typeof clock.now === 'function', 'an object with a method now', clock);
  checkNumber('Recorder: capacity', capacity, { min: minCapacity, max: maxCapacity });
  if (!Number.isInteger(Math.log2(capacity)))
    throw new RangeError(mustBe('Recorder: capacity', 'a power of two', capacity));
  checkOrigin('Recorder: origin', options.origin);
  warnUnknownOptions('Recorder', given, Object.keys(defaults));
  return options;
}
