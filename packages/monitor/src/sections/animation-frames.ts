import type { LongScript } from './long-section.ts';

/** A frame of a page that took 50 ms or more. Times are in ms on the clock of `performance`. */
export interface AnimationFrame {
  readonly start: number;
  readonly end: number;
  readonly scripts: readonly LongScript[];
  /** Time in ms of style and layout at the end of the frame. */
  readonly layout: number;
}

/** The members of a `PerformanceLongAnimationFrameTiming` that are used. TypeScript does not know the class. */
interface FrameEntry {
  readonly startTime: number;
  readonly duration: number;
  /** 0 if the frame was not rendered. */
  readonly styleAndLayoutStart: number;
  readonly scripts: readonly ScriptEntry[];
}

/** The members of a `PerformanceScriptTiming` that are used. */
interface ScriptEntry {
  readonly invoker: string;
  readonly sourceURL: string;
  readonly sourceFunctionName: string;
  readonly sourceCharPosition: number;
  readonly startTime: number;
  readonly duration: number;
  readonly forcedStyleAndLayoutDuration: number;
}

const type = 'long-animation-frame';

/** Maximum number of frames between two calls of `take`. Timers of a hidden page may run once a minute. */
const maxFrames = 1200;

/** The long frames of this page (Long Animation Frames API). Without support in the browser, in workers and in Node, there are none. */
export class AnimationFrames {
  #observer: PerformanceObserver | undefined;
  #frames: AnimationFrame[] = [];

  constructor() {
    if (typeof PerformanceObserver !== 'function') return;
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
    this.#observer = new PerformanceObserver((list) => this.#add(list.getEntries()));
    this.#observer.observe({ type });
  }

  /** Returns the frames since the last call. */
  take(): readonly AnimationFrame[] {
    if (this.#observer !== undefined) this.#add(this.#observer.takeRecords());
    return this.#frames.splice(0);
  }

  stop(): void {
    this.#observer?.disconnect();
  }

  #add(entries: readonly PerformanceEntry[]): void {
    for (const entry of entries) this.#frames.push(frameOf(entry as unknown as FrameEntry));
    this.#frames.splice(0, this.#frames.length - maxFrames);
  }
}

function frameOf({ duration, scripts, startTime, styleAndLayoutStart }: FrameEntry): AnimationFrame {
  const end = startTime + duration;
  const layout = styleAndLayoutStart > 0 ? end - styleAndLayoutStart : 0;
  return { start: startTime, end, layout, scripts: scripts.map(scriptOf) };
}

function scriptOf(entry: ScriptEntry): LongScript {
  return {
    invoker: entry.invoker,
    url: entry.sourceURL,
    name: entry.sourceFunctionName,
    position: entry.sourceCharPosition,
    start: entry.startTime,
    duration: entry.duration,
    forcedLayout: entry.forcedStyleAndLayoutDuration,
  };
}
