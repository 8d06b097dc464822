import type { EventLoop } from '../event-loop/event-loop.ts';
import type { CompleteFrameOptions } from './frame-options.ts';
import { createFrameStatistics, type FrameStatistics } from './frame-statistics.ts';
import { PaceMeter } from './pace-meter.ts';
import { SimulatedClock } from './simulated-clock.ts';

/** The state that the parts of a frame share. */
export class FrameState<E extends object> {
  readonly options: CompleteFrameOptions<E>;
  readonly stats: FrameStatistics = createFrameStatistics();
  readonly clock: SimulatedClock;
  readonly pace: PaceMeter<E> = new PaceMeter();
  /** Number of steps before the current window. It can be a fraction after a change of the rate. */
  windowAt = 0;
  loop: EventLoop | undefined;
  isDisposed = false;
  /** Whether the driver of the frame was stopped, and no step was made since. */
  hasLostDriver = false;
  #began: readonly [at: number, updated: number, cancelled: number] | undefined; // the window, if there is a probe
  reportError = (error: unknown): void => this.loop?.reportError(error);

  constructor(options: CompleteFrameOptions<E>) {
    this.options = options;
    this.clock = new SimulatedClock(options.rate, this);
  }

  /** A window begins. */
  beginProbe(): void {
    if (this.options.probe?.windowEnded === undefined) return;
    this.#began = [this.loop!.host.now(), this.stats.updated, this.stats.cancelled];
  }

  /** A window has ended. Calls the probe, and reports an error that it throws. */
  notifyProbe(): void {
    if (this.#began === undefined) return;
    const [at, updated, cancelled] = this.#began;
    this.#began = undefined;
    const { stats } = this;
    try {
      const end = this.loop!.host.now();
      this.options.probe?.windowEnded?.(at, end, stats.updated - updated, stats.cancelled - cancelled);
    } catch (error) {
      this.reportError(error);
    }
  }

  /** Total duration in ms of the callbacks in the loop. */
  get busyTime(): number {
    return this.loop?.burst.total ?? 0;
  }

  /** Whether the frame or its loop is disposed. */
  get isOver(): boolean {
    return this.isDisposed || this.loop?.disposed === true;
  }

  /** Whether no further step follows, as far as the frame knows. */
  get hasStopped(): boolean {
    return this.isDisposed || this.hasLostDriver || this.loop?.started !== true;
  }
}
