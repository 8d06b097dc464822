import { LevelPlay } from '../../../tandem/app/play/level-play.ts';
import type { Observer, Version } from '../../../tandem/game/game.ts';
import { Steering } from '../../../tandem/input/steering.ts';
import type { Entity } from '../../../tandem/world/entity.ts';
import { FrameRecorder } from './frame-recorder.ts';
import type { Held, RecordOptions, Vitals } from '../messages.ts';
import { overloadedLevel, seed } from './overloaded-level.ts';
import { VitalsMeter } from './vitals-meter.ts';

/** The minimum number of frames of a recording: the median of frame times needs five of them. */
const minFrames = 6;

export interface LiveRunOptions {
  readonly canvas: OffscreenCanvas;
  readonly version: Version;
  readonly enemies: number;
  /** See `RunOptions`. */
  readonly window: number;
  readonly record?: RecordOptions | undefined;
  /** Called when the recording is complete. The game has stopped. */
  readonly recorded: () => void;
  /** Called when both robots have reached the exit. */
  readonly won: () => void;
}

/** A game in one loop, from its beginning. It is measured, and recorded if `record` is given. Times are in ms on the clock of this thread. */
export class LiveRun implements Observer {
  readonly recorder: FrameRecorder;
  #options: LiveRunOptions;
  #meter: VitalsMeter;
  #steering = new Steering();
  #play: LevelPlay;
  #startsAt: number; // the time at which measuring and recording begin

  /** Creates a paused game. */
  constructor(options: LiveRunOptions) {
    const { canvas, enemies, window } = options;
    this.#options = options;
    let recorder!: FrameRecorder;
    let meter!: VitalsMeter;
    this.#startsAt = performance.now();
    this.#play = new LevelPlay({
      level: overloadedLevel(enemies),
      seed,
      canvas,
      steering: this.#steering,
      readDevices: () => {},
      shake: 0.5,
      onEvent: ({ name }) => name === 'win' && options.won(),
      playNote: () => {},
      watch: (world) => {
        recorder = new FrameRecorder(world);
        meter = new VitalsMeter(world, window);
        return this;
      },
    });
    this.recorder = recorder;
    this.#meter = meter;
  }

  get isRunning(): boolean {
    return this.#play.isRunning;
  }

  /** Whether both robots have reached the exit. */
  get isOver(): boolean {
    return this.#play.isOver;
  }

  /** Starts or continues. */
  start(): void {
    const { record, version } = this.#options;
    if (record === undefined) this.#meter.resume(performance.now());
    else this.#startsAt = performance.now() + record.warmup;
    this.#play.start(version);
  }

  pause(): void {
    this.#play.pause();
    this.#meter.suspend(performance.now());
  }

  /** Changes the held keys, because of a key event at `at`. */
  hold(held: Held, at: number): void {
    this.#steering.hold('page', ...held);
    this.#meter.pressed(at);
  }

  redraw(): void {
    this.#play.redraw();
  }

  get vitals(): Vitals {
    return this.#meter.take(performance.now());
  }

  stepped(): void {
    this.#meter.stepped();
  }

  updated(entity: Entity, now: number): void {
    this.#meter.updated(entity, now);
    this.recorder.updated(entity);
  }

  drawn(start: number, end: number, shown: number): void {
    this.#meter.drawn(start, end);
    this.recorder.drawn(start, end, shown);
    if (this.#options.record !== undefined) this.#continueRecording(end, this.#options.record);
  }

  worked(): void {}

  #continueRecording(now: number, { length }: RecordOptions): void {
    const { recorder } = this;
    if (!recorder.isRecording) {
      if (now < this.#startsAt) return;
      recorder.start(now);
      this.#meter.resume(now);
    } else if (recorder.length >= length && recorder.frames.length >= minFrames) {
      this.pause();
      this.#options.recorded();
    }
  }
}
