import { minRate, type Observer, step, stepsPerWindow, timeOf } from '../../tandem/game/game.ts';
import type { Entity } from '../../tandem/world/entity.ts';
import type { World } from '../../tandem/world/world.ts';
import type { Length } from './length.ts';
import { Series } from './series.ts';

/** What a thread that updates entities has done while it counted. Times in ms on one clock. */
export interface ThreadRecording {
  /** When the first step of the game was due, by the step of the warm-up that was the least late. */
  readonly startedAt: number;
  /** When the first window and the last that counted began. */
  readonly from: number;
  readonly to: number;
  /** When the steps of the players began, and when the updates of all enemies. */
  readonly steps: Float64Array<ArrayBuffer>;
  readonly windows: Float64Array<ArrayBuffer>;
  /** Updates of enemies, and further parts of them. */
  readonly updated: number;
  readonly parts: number;
  /** Milliseconds in steps and updates. */
  readonly busy: number;
  /** Milliseconds that it fell behind the clock from `from` to `to`. */
  readonly debt: number;
  readonly updates: UpdateTables;
}

/** The same on a clock that shows `offset` ms more. */
export function onClock(recording: ThreadRecording, offset: number): ThreadRecording {
  const { from, startedAt, steps, to, windows } = recording;
  const later = (time: number): number => time + offset;
  return {
    ...recording,
    startedAt: later(startedAt),
    from: later(from),
    to: later(to),
    steps: steps.map(later),
    windows: windows.map(later),
  };
}

/** By entity. */
export interface UpdateTables {
  readonly count: Uint32Array<ArrayBuffer>;
  /** Game time that updates gave while it counted, in ms. Time that is pending at the end is not in it. */
  readonly lived: Float64Array<ArrayBuffer>;
  /** Times between two updates: how many, the sum of |time - 33.3 ms|, the longest, and that in periods of the least rate. */
  readonly gaps: Uint32Array<ArrayBuffer>;
  readonly jitter: Float64Array<ArrayBuffer>;
  readonly longest: Float32Array<ArrayBuffer>;
  readonly lateness: Float32Array<ArrayBuffer>;
}

const period = step * stepsPerWindow;

/** Writes down what a thread does, into tables made beforehand: recording makes no garbage that would show up as jitter. */
export class ThreadRecorder implements Observer {
  /** When all that counts has been recorded. */
  readonly ended: Promise<void>;
  #world: World;
  #length: Length;
  #end: () => void = () => {};
  #counting = false;
  #startedAt = NaN;
  #from = NaN;
  #fromTime = NaN; // game time
  #windowTime = NaN; // game time when the current window began
  #to = NaN;
  #stepsSinceStart = 0;
  #stepsAtFrom = 0;
  #stepsAtTo = 0;
  #busy = 0;
  #updated = 0;
  #parts = 0;
  #steps: Series;
  #windows: Series;
  #updates: UpdateTables;
  #lastAt: Float64Array;
  #lastTime: Float64Array; // game time

  constructor(world: World, length: Length) {
    const count = world.entities.length;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#world = world;
    this.#length = length;
    this.#steps = new Series((length.seconds * 1000) / step);
    this.#windows = new Series((length.seconds * 1000) / period);
    this.#updates = {
      count: new Uint32Array(count),
      lived: new Float64Array(count),
      gaps: new Uint32Array(count),
      jitter: new Float64Array(count),
      longest: new Float32Array(count),
      lateness: new Float32Array(count),
    };
    this.#lastAt = new Float64Array(count);
    this.#lastTime = new Float64Array(count).fill(NaN);
  }

  stepped(now: number): void {
    this.#noteStart(now);
    if (this.#stepsSinceStart % stepsPerWindow === 0) this.#beginWindow(now);
    this.#stepsSinceStart++;
    if (this.#counting) this.#steps.push(now);
  }

  updated(entity: Entity, now: number, steps: number): void {
    if (!this.#counting) return;
    const { index } = entity;
    this.#noteLived(index, steps);
    this.#updates.count[index]!++;
    if (this.#lastTime[index] === entity.updatedAt) this.#noteGap(entity, now - this.#lastAt[index]!);
    // Another thread has had it meanwhile: how long ago that was only the game's clock knows.
    else if (entity.updatedAt >= this.#fromTime) this.#noteGap(entity, this.#world.time - entity.updatedAt);
    this.#lastAt[index] = now;
    this.#lastTime[index] = this.#world.time;
    if (index >= this.#world.playerCount) this.#updated++;
  }

  continued({ index }: Entity, steps: number): void {
    if (!this.#counting) return;
    this.#noteLived(index, steps);
    this.#parts++;
  }

  drawn(): void {}

  worked(start: number, end: number): void {
    if (this.#counting) this.#busy += end - start;
  }

  /** What was recorded; to be called when it has ended. */
  get recording(): ThreadRecording {
    const gameTime = (this.#stepsAtTo - this.#stepsAtFrom) * step;
    return {
      startedAt: this.#startedAt,
      from: this.#from,
      to: this.#to,
      steps: this.#steps.values,
      windows: this.#windows.values,
      updated: this.#updated,
      parts: this.#parts,
      busy: this.#busy,
      debt: this.#to - this.#from - gameTime,
      updates: this.#updates,
    };
  }

  /**
   * An update may give time from before the count, too. No entity can have lived longer than the windows that count, each of which gives the time
   * since the one before.
   */
  #noteLived(index: number, steps: number): void {
    const { lived } = this.#updates;
    const counted = this.#windowTime - this.#fromTime + period;
    lived[index] = Math.min(lived[index]! + timeOf(steps), counted);
  }

  /** The first step may be late: a thread that has just been started begins when the machine lets it. The world is recorded from time 0 on. */
  #noteStart(now: number): void {
    // After the warm-up a schedule that keeps time with the display may have drifted.
    if (!Number.isNaN(this.#from)) return;
    const startedAt = now - this.#world.time + step;
    if (!(startedAt >= this.#startedAt)) this.#startedAt = startedAt;
  }

  #noteGap(entity: Entity, gap: number): void {
    const { gaps, jitter, lateness, longest } = this.#updates;
    const { index } = entity;
    gaps[index]!++;
    jitter[index]! += Math.abs(gap - period);
    if (gap > longest[index]!) longest[index] = gap;
    const late = (gap * minRate(this.#world, entity)) / 1000;
    if (late > lateness[index]!) lateness[index] = late;
  }

  // Counting goes from one window's beginning to another's, so that what was submitted and what was updated match.
  #beginWindow(now: number): void {
    const { seconds, warmup } = this.#length;
    const elapsed = (now - this.#startedAt) / 1000;
    const isOver = elapsed >= seconds - warmup;
    const counts = elapsed >= warmup && !isOver;
    this.#windowTime = this.#world.time;
    if (counts && !this.#counting) {
      this.#from = now;
      this.#fromTime = this.#world.time;
      this.#stepsAtFrom = this.#stepsSinceStart;
    } else if (this.#counting && !counts) {
      this.#to = now;
      this.#stepsAtTo = this.#stepsSinceStart;
    }
    if (isOver) this.#end();
    this.#counting = counts;
    if (counts) this.#windows.push(now);
  }
}
