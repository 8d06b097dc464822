import { MultiProc, type MultiProcStatistics, type TaskKind } from '@doha/multiproc';
import { terminateBusiest } from '../lib/terminate-busiest.ts';
import type { tracer } from './band.worker.ts';
import type { Camera } from './camera.ts';
import { type BandTask, bandTasksOf } from './band-tasks.ts';
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
  #proc: MultiProc<Functions>;
  #trace: TaskKind<Functions['trace']>;
  #options: RayTracerOptions;
  #current: AbortController = new AbortController();
  #progress: Progress = { done: 0, total: 0, sharpAfter: undefined, smoothAfter: undefined };
  #sharpLeft = 0; // number of unfinished bands with samples of at least one pixel
  #startTime = NaN;
  #isSlowed = false;

  private constructor(proc: MultiProc<Functions>, options: RayTracerOptions) {
    this.#proc = proc;
    this.#options = options;
    this.#trace = proc.task('trace', { retries: Infinity });
  }

  static async open(options: RayTracerOptions): Promise<RayTracer> {
    const proc = await MultiProc.start<Functions>({
      workers: options.workers,
      spawn: () => new Worker(new URL('./band.worker.ts', import.meta.url), { type: 'module' }),
      inThread: async () => (await import('./band.worker.ts')).tracer,
      onError: () => {}, // reports killed workers, whose bands are traced again
    });
    const rayTracer = new RayTracer(proc, options);
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
    this.#progress = { done: 0, total: tasks.length, sharpAfter: undefined, smoothAfter: undefined };
    this.#sharpLeft = tasks.filter(isSharp).length;
    for (const [i, task] of tasks.entries()) void this.#submit(task, i);
  }

  /** Kills a worker immediately. */
  kill(): void {
    terminateBusiest(this.#proc);
    this.#isSlowed = false;
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
    const outcome = await this.#trace
      .submit([band], { priority, signal, color })
      .result.catch(() => undefined);
    if (outcome?.status !== 'done' || signal.aborted) return;
    image.add(band, outcome.value);
    this.#count(task);
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
