import type { SpanEvent, TaskEvent, TimerEvent } from '../recording/recorded-event.ts';

/** An event in which code of the application ran. */
export type CallbackEvent = TaskEvent | TimerEvent | SpanEvent;

/** A time in which a thread did nothing else. Times are in ms on the clock of the recorder or collector. */
export interface LongSection {
  /** Name of the thread. */
  readonly thread: string;
  readonly start: number;
  readonly end: number;
  /** Name of the longest turn of an event loop in the section; undefined if the section contains no turn that is long. */
  readonly turn: string | undefined;
  /** The callbacks in the section, the longest first; at most ten. Empty if other scripts or the browser used the time. */
  readonly callbacks: readonly CallbackEvent[];
  /** The scripts in the section, in the order in which they began, in browsers with long-animation-frame entries. Otherwise empty. */
  readonly scripts: readonly LongScript[];
  /** Time in ms of style and layout at the ends of the browser's frames; undefined without long-animation-frame entries. */
  readonly layout: number | undefined;
}

/** A script of a `PerformanceScriptTiming`: an entry point that the browser called, for at least 5 ms. */
export interface LongScript {
  /** The entry point, such as `BUTTON#save.onclick` or `TimerHandler:setTimeout`. */
  readonly invoker: string;
  /** URL of the script's source; empty if it is not known. */
  readonly url: string;
  /** Name of the function; empty if it is not known. */
  readonly name: string;
  /** Position of the function in the source, in characters from 0; -1 if it is not known. */
  readonly position: number;
  readonly start: number;
  /** Duration in ms. */
  readonly duration: number;
  /** Time in ms of style and layout that the script has forced. */
  readonly forcedLayout: number;
}
