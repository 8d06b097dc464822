import { MultiProc, type MultiProcStatistics, type TaskKind } from '@doha/multiproc';
import { busiestWorker } from '../lib/busiest-worker.ts';
import { type FollowedState, FollowedTasks } from '../lib/followed-tasks.ts';
import type { tracer } from './band.worker.ts';
import type { Camera } from './camera.ts';
import { type BandTask, bandTasksOf } from './band-tasks.ts';
import type { Band } from './trace-band.ts';
import type { ProgressiveImage } from './progressive-image.ts';

type Functions = typeof tracer.functions;

export interface RayTracerOptions {
  readonly image: ProgressiveImage;
  readonly workers: number;
  /**
   * Share of the tasks with a color of their own, 0 to 1. The other tasks share four colors. Tasks
   * of one color run one after another.
   */
  readonly uniqueColors: number;
  /** Whether one worker runs at a quarter of its speed. */
  readonly slowOneWorker: boolean;
  /** Called when a band was lost with a killed worker, and when it is done again. */
  readonly onLost?: (band: Band, state: 'lost' | 'done again') => void;
}

/** Counters of all images. */
export interface Totals {
  /** Bands that became part of an image. */
  done: number;
  /** Bands of an older view that were dropped. */
  outdated: number;
  /** Bands that a killed worker had. */
  lost: number;
  /** Bands of these that were done again. */
  again: number;
}

/** The progress of an image. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Time in ms until all bands at full resolution were done; undefined before. */
  readonly sharpAfter: number | undefined;
  /** Time in ms until the bands with smooth edges were done as well; undefined before. */
  readonly smoothAfter: number | undefined;
}

const sharedColors = 4;
const slowFactor = 4;

/** Traces images with workers. Coarse bands come first, and bands of an older camera are cancelled. */
export class RayTracer {
  readonly totals: Totals = { done: 0, outdated: 0, lost: 0, again: 0 };
  #proc: MultiProc<Functions>;
  #trace: TaskKind<Functions['trace']>;
  #options: RayTracerOptions;
  #followed: FollowedTasks;
  #bands: readonly BandTask[] = []; // of the current image
  #lost: Set<number> = new Set(); // numbers of bands of the current image that were lost
  #current: AbortController = new AbortController();
  #progress: Progress = { done: 0, total: 0, sharpAfter: undefined, smoothAfter: undefined };
  #sharpLeft = 0; // number of unfinished bands with samples of at least one pixel
  #startTime = NaN;
  #isSlowed = false;

  private constructor(proc: MultiProc<Functions>, followed: FollowedTasks, options: RayTracerOptions) {
    this.#proc = proc;
    this.#followed = followed;
    followed.onChange = (number, state) => this.#changed(number, state);
    this.#options = options;
    this.#trace = proc.task('trace', { retries: Infinity });
  }

  static async open(options: RayTracerOptions): Promise<RayTracer> {
    const followed = new FollowedTasks();
    const proc = await MultiProc.start<Functions>({
      workers: options.workers,
      probe: followed.probe,
      spawn: () => new Worker(new URL('./band.worker.ts', import.meta.url), { type: 'module' }),
      inThread: async () => (await import('./band.worker.ts')).tracer,
      onError: () => {}, // reports killed workers, whose bands are traced again
    });
    const rayTracer = new RayTracer(proc, followed, options);
    await rayTracer.slowOne();
    return rayTracer;
  }

  get progress(): Progress {
    return this.#progress;
  }

  get stats(): MultiProcStatistics {
    return this.#proc.stats;
  }

  /** Starts a new image and cancels the previous one. */
  render(camera: Camera): void {
    const { image } = this.#options;
    this.#current.abort();
    this.#current = new AbortController();
    this.#startTime = performance.now();
    image.clear();
    const tasks = bandTasksOf(image.width, image.height, camera);
    this.#bands = tasks;
    this.#lost.clear();
    this.#followed.begin(tasks.length);
    this.#progress = { done: 0, total: tasks.length, sharpAfter: undefined, smoothAfter: undefined };
    this.#sharpLeft = tasks.filter(isSharp).length;
    for (const [i, task] of tasks.entries()) void this.#submit(task, i);
  }

  /** Kills the worker with the most bands. Returns the number of these bands; undefined if no worker could be killed. */
  kill(): number | undefined {
    const worker = busiestWorker(this.#proc.stats);
    if (worker === undefined) return undefined;
    const lost = this.#followed.lose(worker);
    if (!this.#proc.worker(worker).terminate()) return undefined;
    this.#isSlowed = false;
    return lost.length;
  }

  /**
   * Slows one worker down if the options say so. Call it regularly, because the replacement of a
   * killed worker begins at full speed.
   */
  async slowOne(): Promise<void> {
    if (!this.#options.slowOneWorker || this.#isSlowed) return;
    this.#isSlowed = await this.#proc
      .worker(0)
      .call('slowDown', [slowFactor])
      .then(
        () => true,
        () => false, // the worker has not started or has died
      );
  }

  close(): void {
    this.#current.abort();
    this.#proc.dispose();
  }

  async #submit(task: BandTask, index: number): Promise<void> {
    const { band, priority } = task;
    const { signal } = this.#current;
    const { image, uniqueColors } = this.#options;
    const isUnique = (index * 0.618) % 1 < uniqueColors;
    const color = isUnique ? `own ${index}` : index % sharedColors;
    const submitted = this.#trace.submit([band], { priority, signal, color });
    this.#followed.follow(submitted, index);
    const outcome = await submitted.result.catch(() => undefined);
    if (signal.aborted) this.totals.outdated++;
    if (outcome?.status !== 'done' || signal.aborted) return;
    this.totals.done++;
    image.add(band, outcome.value);
    this.#count(task);
  }

  #changed(number: number, state: FollowedState): void {
    if (state !== 'lost' && state !== 'done again') return;
    if (state === 'done again') this.totals.again++;
    else if (!this.#lost.has(number)) this.totals.lost++;
    this.#lost.add(number);
    this.#options.onLost?.(this.#bands[number]!.band, state);
  }

  // A band with smooth edges may be done before a coarser one, so the two kinds are counted separately.
  #count(task: BandTask): void {
    const done = this.#progress.done + 1;
    const now = performance.now() - this.#startTime;
    const { total, sharpAfter } = this.#progress;
    if (isSharp(task)) this.#sharpLeft--;
    this.#progress = {
      done,
      total,
      sharpAfter: sharpAfter ?? (this.#sharpLeft === 0 ? now : undefined),
      smoothAfter: done === total ? now : undefined,
    };
  }
}

// Whether the band has samples of at least one pixel. Smaller samples only smooth the edges.
function isSharp({ band }: BandTask): boolean {
  return band.sampleSize >= 1;
}
