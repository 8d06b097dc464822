import type { Version } from '../../../tandem/game/game.ts';
import { LiveRun } from './live-run.ts';
import type { Held, Report, RunOptions } from '../messages.ts';
import { overloadedLevel, seed } from './overloaded-level.ts';
import { Replay } from './replay.ts';

/** Milliseconds between two reports of figures. */
const reportPeriod = 250;
/** Milliseconds from the end of a level to its next beginning. */
const celebration = 2000;

export interface LoopRunnerOptions {
  readonly canvas: OffscreenCanvas;
  readonly version: Version;
  /** The number of enemies before the first game. */
  readonly enemies: number;
  readonly report: (report: Report) => void;
}

/** Runs games in one loop, and shows the last recorded one again. Times are in ms on the clock of this thread. */
export class LoopRunner {
  #canvas: OffscreenCanvas;
  #version: Version;
  #report: (report: Report) => void;
  #options: RunOptions | undefined;
  #live: LiveRun | undefined;
  #replay: Replay | undefined; // of the last recording
  #celebrating: ReturnType<typeof setTimeout> | undefined;

  /** Creates a game that waits at its beginning. */
  constructor({ canvas, enemies, report, version }: LoopRunnerOptions) {
    this.#canvas = canvas;
    this.#version = version;
    this.#report = report;
    this.#live = this.#create({ run: 0, enemies, window: 1000 });
    setInterval(() => this.#reportVitals(), reportPeriod);
  }

  /** Begins a game. */
  start(options: RunOptions): void {
    this.pause();
    this.#options = options;
    this.#live = this.#create(options);
    this.#live.start();
    this.#report({ type: 'started', run: options.run });
  }

  pause(): void {
    clearTimeout(this.#celebrating);
    this.#live?.pause();
    this.#replay?.stop();
  }

  /** Continues a paused game. A finished one begins again. */
  resume(): void {
    if (this.#live?.isOver === true) this.start(this.#options!);
    else this.#live?.start();
  }

  /** Changes the held keys, because of a key event at `at`. */
  hold(held: Held, at: number): void {
    this.#live?.hold(held, at);
  }

  resize(width: number, height: number): void {
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    Object.assign(this.#canvas, { width, height }); // clears the canvas
    if (this.#live === undefined) this.#replay?.redraw();
    else this.#live.redraw();
  }

  /** Shows the frames of the last recording, see `Replay.start`. Throws an Error if there is none. */
  replay(from: number, period: number): void {
    if (this.#replay === undefined) throw new Error('replay: a game must have been recorded before');
    this.pause();
    this.#live = undefined;
    this.#replay.start(from, period);
  }

  #create(options: RunOptions): LiveRun {
    const { enemies, record, window } = options;
    const live = new LiveRun({
      canvas: this.#canvas,
      version: this.#version,
      enemies,
      window,
      record,
      recorded: () => this.#keep(live, options),
      won: () => (this.#celebrating = setTimeout(() => this.start(options), celebration)),
    });
    return live;
  }

  #keep({ recorder, vitals }: LiveRun, { enemies, run }: RunOptions): void {
    const { frames, summary } = recorder;
    this.#replay = new Replay({ level: overloadedLevel(enemies), seed, canvas: this.#canvas, frames });
    this.#report({ type: 'recorded', run, vitals, ...summary });
  }

  #reportVitals(): void {
    if (this.#live?.isRunning !== true) return;
    this.#report({ type: 'vitals', run: this.#options!.run, vitals: this.#live.vitals });
  }
}
