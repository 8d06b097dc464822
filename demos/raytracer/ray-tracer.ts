import { MultiProc, type MultiProcStatistics, type TaskKind } from '@doha/multiproc';
import { killOne } from '../lib/terminate-busiest.ts';
import type { tracer } from './band.worker.ts';
import type { Camera } from './camera.ts';
import { type Increment, incrementsOf } from './band-tasks.ts';
import type { Picture } from './progressive-image.ts';

type Functions = typeof tracer.functions;

export interface StudioOptions {
  readonly picture: Picture;
  readonly workers: number;
  /** Share of the tasks that have a color of their own, 0 to 1; the others have one of four. */
  readonly uniqueColors: number;
  /** One worker gets a quarter of its time. */
  readonly slowsOne: boolean;
}

/** How far a picture is. */
export interface Progress {
  readonly done: number;
  readonly of: number;
  /** Milliseconds until all pixels were there, and until edges were smooth; undefined until then. */
  readonly sharpAfter: number | undefined;
  readonly smoothAfter: number | undefined;
}

const majorColors = 4;
const slowness = 4;

/** Traces pictures with workers: coarse first, and what belongs to an older camera is taken back. */
export class Studio {
  #proc: MultiProc<Functions>;
  #trace: TaskKind<Functions['trace']>;
  #options: StudioOptions;
  #stale: AbortController = new AbortController();
  #progress: Progress = { done: 0, of: 0, sharpAfter: undefined, smoothAfter: undefined };
  #began = NaN;
  #isHeld = false;

  private constructor(proc: MultiProc<Functions>, options: StudioOptions) {
    this.#proc = proc;
    this.#options = options;
    this.#trace = proc.task('trace', { retries: Infinity });
  }

  static async open(options: StudioOptions): Promise<Studio> {
    const proc = await MultiProc.start<Functions>({
      workers: options.workers,
      spawn: () => new Worker(new URL('./band.worker.ts', import.meta.url), { type: 'module' }),
      inThread: async () => (await import('./band.worker.ts')).tracer,
      onError: () => {}, // a worker that was killed: its bands are traced again
    });
    const studio = new Studio(proc, options);
    await studio.hold();
    return studio;
  }

  get progress(): Progress {
    return this.#progress;
  }

  get stats(): MultiProcStatistics {
    return this.#proc.stats;
  }

  /** Begins another picture. */
  look(camera: Camera): void {
    const { picture } = this.#options;
    this.#stale.abort();
    this.#stale = new AbortController();
    this.#began = performance.now();
    picture.clear();
    const increments = incrementsOf(picture.width, picture.height, camera);
    this.#progress = { done: 0, of: increments.length, sharpAfter: undefined, smoothAfter: undefined };
    const sharp = increments.filter(({ band }) => band.grain >= 1).length;
    for (const [i, increment] of increments.entries()) void this.#submit(increment, i, sharp);
  }

  /** A worker goes at once. */
  kill(): void {
    killOne(this.#proc);
    this.#isHeld = false;
  }

  /** Holds one worker back if the options say so. To be called now and then: one that takes another's place is not held back yet. */
  async hold(): Promise<void> {
    if (!this.#options.slowsOne || this.#isHeld) return;
    this.#isHeld = await this.#proc
      .worker(0)
      .call('slowDown', slowness)
      .then(
        () => true,
        () => false, // it is not there, or has gone
      );
  }

  close(): void {
    this.#stale.abort();
    this.#proc.dispose();
  }

  async #submit({ band, priority }: Increment, place: number, sharp: number): Promise<void> {
    const { signal } = this.#stale;
    const { picture, uniqueColors } = this.#options;
    const isUnique = (place * 0.618) % 1 < uniqueColors;
    const color = isUnique ? `own ${place}` : place % majorColors;
    const outcome = await this.#trace
      .submit([band], { priority, signal, color })
      .result.catch(() => undefined);
    if (outcome?.status !== 'done' || signal.aborted) return;
    picture.add(band, outcome.value);
    this.#count(sharp);
  }

  #count(sharp: number): void {
    const done = this.#progress.done + 1;
    const now = performance.now() - this.#began;
    const { of, sharpAfter } = this.#progress;
    this.#progress = {
      done,
      of,
      sharpAfter: done === sharp ? now : sharpAfter,
      smoothAfter: done === of ? now : undefined,
    };
  }
}
