interface Timed {
  /** Name of the thread. */
  readonly thread: string;
  /** For tasks and timers: the name of the callback. For signals and spans: the name that the application gave. */
  readonly name: string;
  /** Beginning in ms, on the clock of the recorder. */
  readonly start: number;
  /** End in ms. The same as `start` for drops and signals. */
  readonly end: number;
}

/** A callback of a task, or a step of a generator, that an event loop has run. */
export interface TaskEvent extends Timed {
  readonly kind: 'task';
  readonly priority: number;
}

/** A callback of a timer that an event loop has run. */
export interface TimerEvent extends Timed {
  readonly kind: 'timer';
  /** Ms by which the callback began after the release time of the timer. */
  readonly lateness: number;
}

/** A turn of an event loop: the time in which it ran tasks and timers without a pause. */
export interface TurnEvent extends Timed {
  readonly kind: 'turn';
}

/** A window of a `Frame`, from the ranking of its entities to its end. */
export interface WindowEvent extends Timed {
  readonly kind: 'window';
  /** Number of updates that were made. */
  readonly updated: number;
  /** Number of updates that were not made, because the window ended before, because their entities moved, or because `maxStep` failed. */
  readonly cancelled: number;
}

/** A task that was dropped. */
export interface DropEvent extends Timed {
  readonly kind: 'drop';
  readonly reason: 'cancelled' | 'expired';
}

/** A number that the application has recorded, such as the length of a queue. */
export interface SignalEvent extends Timed {
  readonly kind: 'signal';
  readonly value: number;
}

/** A period that the application has recorded, such as a drawing. */
export interface SpanEvent extends Timed {
  readonly kind: 'span';
}

/** An event of a recording. */
export type RecordedEvent =
  | TaskEvent
  | TimerEvent
  | TurnEvent
  | WindowEvent
  | DropEvent
  | SignalEvent
  | SpanEvent;

/** The kinds of events, by their number in a record. */
export const eventKinds = ['task', 'timer', 'turn', 'window', 'drop', 'signal', 'span'] as const;

/** The reasons of drops, by their number in a record. */
export const dropReasons = ['cancelled', 'expired'] as const;

/**
 * Returns the event of a record. `value`: the priority, lateness or signal, the number of the reason, or the updates that were made. `second`: the
 * cancelled updates.
 */
export function recordedEvent(kind: number, timed: Timed, value: number, second: number): RecordedEvent {
  const { end, name, start, thread } = timed;
  const event = { kind: eventKinds[kind]!, thread, name, start, end };
  // Adds members to the object instead of copying it: a recording has up to millions of events.
  if (event.kind === 'task') return Object.assign(event, { kind: event.kind, priority: value });
  if (event.kind === 'timer') return Object.assign(event, { kind: event.kind, lateness: value });
  if (event.kind === 'window')
    return Object.assign(event, { kind: event.kind, updated: value, cancelled: second });
  if (event.kind === 'drop') return Object.assign(event, { kind: event.kind, reason: dropReasons[value]! });
  if (event.kind === 'signal') return Object.assign(event, { kind: event.kind, value });
  return Object.assign(event, { kind: event.kind });
}
