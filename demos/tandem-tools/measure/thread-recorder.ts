import { minRate, type Observer, step, stepsPerWindow, timeOf } from '../../tandem/game/game.ts';
import type { Entity } from '../../tandem/world/entity.ts';
import type { World } from '../../tandem/world/world.ts';
import type { RecordedTime } from './recorded-time.ts';
import { Series } from './series.ts';

/** The recording of a thread that updates entities, in the counted time. Times are in ms on one clock. */
export interface ThreadRecording {
  /** Due time of the first step, derived from the step of the warm-up with the least lateness. */
  readonly startedAt: number;
  /** Start times of the first counted window, and of the window after the last counted one. */
  readonly from: number;
  readonly to: number;
  /** Start times of the steps of the players, and of the windows. */
  readonly steps: Float64Array<ArrayBuffer>;
  readonly windows: Float64Array<ArrayBuffer>;
  /** Number of updates of enemies, and of further parts of them. */
  readonly updated: number;
  readonly parts: number;
  /** Milliseconds in steps and updates. */
  readonly busy: number;
  /**
   * Milliseconds by which the game time of the thread fell behind the clock from `from` to `to`.
   */
  readonly debt: number;
  readonly updates: UpdateTables;
}

/** The same recording on a clock that is `offset` ms ahead. */
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
  /**
   * Game time in ms that updates have covered in the counted time. The time from the last update to
   * the end of the counted time does not count.
   */
  readonly lived: Float64Array<ArrayBuffer>;
  /**
   * Times between two updates: their number, the sum of |time - 33.3 ms|, the longest in ms, and
   * the greatest in periods of the minimum rate.
   */
  readonly gaps: Uint32Array<ArrayBuffer>;
  readonly jitter: Float64Array<ArrayBuffer>;
  readonly longest: Float32Array<ArrayBuffer>;
  readonly lateness: Float32Array<ArrayBuffer>;
}

const period = step * stepsPerWindow;

/** Records the work of a thread in preallocated tables, because garbage would show up as jitter. */
export class ThreadRecorder implements Observer {
  /** Resolves at the end of the counted time. */
  readonly ended: Promise<void>;
  #world: World;
  #recordedTime: RecordedTime;
  #end: () => void = () => {};
  #counting = false;
  #startedAt = NaN;
  #from = NaN;
  #fromTime = NaN; // game time
  #windowTime = NaN; // game time at the start of the current window
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

  constructor(world: World, recordedTime: RecordedTime) {
    const count = world.entities.length;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#world = world;
    this.#recordedTime = recordedTime;
    this.#steps = new Series((recordedTime.seconds * 1000) / step);
    this.#windows = new Series((recordedTime.seconds * 1000) / period);
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
    // Another thread made the last update, so only its game time is known.
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

  /** The recording; to be read at the end of the counted time. */
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
   * Adds the game time that an update covers. The first counted update may cover earlier time, so
   * the sum is limited to the time of the counted windows. Updates in a window cover the period
   * before its start.
   */
  #noteLived(index: number, steps: number): void {
    const { lived } = this.#updates;
    const counted = this.#windowTime - this.#fromTime + period;
    lived[index] = Math.min(lived[index]! + timeOf(steps), counted);
  }

  /** A thread that has just been started may be late with its first step, so the step with the least lateness determines the start. */
  #noteStart(now: number): void {
    // Steps after the warm-up are ignored: aligned to the display, their schedule may have drifted.
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

  // Counting begins and ends at the beginning of a window, so that the numbers of submitted and made updates match.
  #beginWindow(now: number): void {
    const { margin, seconds } = this.#recordedTime;
    const elapsed = (now - this.#startedAt) / 1000;
    const isOver = elapsed >= seconds - margin;
    const counts = elapsed >= margin && !isOver;
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
