import { toBase64 } from './base64.ts';
import { halfAt, leastRate, type Observer, step, stepsPerWindow } from '../game.ts';
import type { Recording } from './report.ts';
import { Series } from './series.ts';
import type { Entity } from '../world/entity.ts';
import type { World } from '../world/world.ts';

export interface RecorderOptions {
  readonly world: World;
  /** Length of the run, and what does not count at either end of it, in seconds. */
  readonly seconds: number;
  readonly warmup: number;
}

const period = step * stepsPerWindow;
/** Entities are sampled in so many groups, one in each step. */
const groups = 30;
const snapshotEvery = 500;
const snapshotsUntil = 20_000;
/** Displays have up to 240 pictures per second. */
const picturesPerSecond = 250;
const mostInputs = 4096;

/** Writes down what a game does, into tables made beforehand: recording makes no garbage that would show up as jitter. */
export class Recorder implements Observer {
  #world: World;
  #seconds: number;
  #warmup: number;
  /** When all that counts has been recorded. */
  readonly ended: Promise<void>;
  #end: () => void = () => {};
  #counting = false;
  #startedAt = NaN;
  #from = NaN;
  #to = NaN;
  #stepsSinceStart = 0;
  #stepsAtFrom = 0;
  #stepsAtTo = 0;
  #busy = 0;
  #updated = 0;
  #parts = 0;
  #steps: Series;
  #windows: Series;
  #frames: { start: Series; end: Series; shown: Series; time: Series };
  #inputs = { stamped: new Series(mostInputs), handled: new Series(mostInputs) };
  #entities: Tables;
  #snapshots: { times: Series; x: Float32Array; y: Float32Array };

  constructor({ world, seconds, warmup }: RecorderOptions) {
    const count = world.entities.length;
    const pictures = (): Series => new Series(seconds * picturesPerSecond);
    const snapshots = Math.floor(Math.min(snapshotsUntil, seconds * 1000) / snapshotEvery);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#world = world;
    this.#seconds = seconds;
    this.#warmup = warmup;
    this.#steps = new Series((seconds * 1000) / step);
    this.#windows = new Series((seconds * 1000) / period);
    this.#frames = { start: pictures(), end: pictures(), shown: pictures(), time: pictures() };
    this.#entities = createTables(count);
    this.#snapshots = {
      times: new Series(snapshots),
      x: new Float32Array(snapshots * count),
      y: new Float32Array(snapshots * count),
    };
  }

  stepped(now: number): void {
    if (this.#stepsSinceStart === 0) this.#startedAt = now;
    if (this.#stepsSinceStart % stepsPerWindow === 0) this.#beginWindow(now);
    this.#stepsSinceStart++;
    if (!this.#counting) return;
    this.#steps.push(now);
    this.#sampleDistances();
  }

  updated(entity: Entity, now: number): void {
    if (!this.#counting) return;
    const { updates, lastAt, jitter, longest, lateness } = this.#entities;
    const index = entity.index;
    if (updates[index]!++ > 0) {
      const gap = now - lastAt[index]!;
      jitter[index]! += Math.abs(gap - period);
      if (gap > longest[index]!) longest[index] = gap;
      const late = (gap * leastRate(this.#world, entity)) / 1000;
      if (late > lateness[index]!) lateness[index] = late;
    }
    lastAt[index] = now;
    if (index >= this.#world.playerCount) this.#updated++;
  }

  continued(): void {
    if (this.#counting) this.#parts++;
  }

  drawn(start: number, end: number, shown: number, time: number): void {
    this.#takeSnapshot(end);
    if (!this.#counting) return;
    this.#frames.start.push(start);
    this.#frames.end.push(end);
    this.#frames.shown.push(shown);
    this.#frames.time.push(time);
  }

  worked(start: number, end: number): void {
    if (this.#counting) this.#busy += end - start;
  }

  /** A key stroke came: `stamped` by the browser, `handled` by the page. */
  pressed(stamped: number, handled: number): void {
    if (!this.#counting) return;
    this.#inputs.stamped.push(stamped);
    this.#inputs.handled.push(handled);
  }

  /** What was recorded; call it when the game has stopped. `phase`: see {@link Recording}. */
  finish(phase: number): Recording {
    const gameTime = (this.#stepsAtTo - this.#stepsAtFrom) * step;
    const debt = this.#to - this.#from - gameTime;
    const submitted = this.#windows.length * (this.#world.entities.length - this.#world.playerCount);
    const snapshots = this.#snapshots;
    const places = snapshots.times.length * this.#world.entities.length;
    return {
      startedAt: this.#startedAt,
      from: this.#from,
      to: this.#to,
      phase,
      steps: toBase64(this.#steps.values),
      windows: toBase64(this.#windows.values),
      frames: {
        start: toBase64(this.#frames.start.values),
        end: toBase64(this.#frames.end.values),
        shown: toBase64(this.#frames.shown.values),
        time: toBase64(this.#frames.time.values),
      },
      tasks: { submitted, updated: this.#updated, cancelled: submitted - this.#updated, parts: this.#parts },
      busy: this.#busy,
      debt,
      skippedSteps: Math.max(0, Math.round(debt / step)),
      inputs: {
        stamped: toBase64(this.#inputs.stamped.values),
        handled: toBase64(this.#inputs.handled.values),
      },
      entities: encodeTables(this.#entities, this.#world),
      snapshots: {
        times: toBase64(snapshots.times.values),
        x: toBase64(snapshots.x.subarray(0, places)),
        y: toBase64(snapshots.y.subarray(0, places)),
      },
    };
  }

  // Counting goes from one window's beginning to another's, so that what was submitted and what was updated match.
  #beginWindow(now: number): void {
    const elapsed = (now - this.#startedAt) / 1000;
    const isOver = elapsed >= this.#seconds - this.#warmup;
    const counts = elapsed >= this.#warmup && !isOver;
    if (counts && !this.#counting) {
      this.#from = now;
      this.#stepsAtFrom = this.#stepsSinceStart;
    } else if (this.#counting && !counts) {
      this.#to = now;
      this.#stepsAtTo = this.#stepsSinceStart;
    }
    if (isOver) this.#end();
    this.#counting = counts;
    if (counts) this.#windows.push(now);
  }

  #sampleDistances(): void {
    const { playerCount, committed } = this.#world;
    const { priority, distance, samples } = this.#entities;
    for (let i = this.#stepsSinceStart % groups; i < samples.length; i += groups) {
      let nearest = Infinity;
      for (let player = 0; player < playerCount; player++) {
        const dx = committed.x[i]! - committed.x[player]!;
        const dy = committed.y[i]! - committed.y[player]!;
        nearest = Math.min(nearest, dx * dx + dy * dy);
      }
      nearest = Math.sqrt(nearest);
      priority[i]! += halfAt / (halfAt + nearest);
      distance[i]! += nearest;
      samples[i]!++;
    }
  }

  #takeSnapshot(now: number): void {
    const { times, x, y } = this.#snapshots;
    const { entities } = this.#world;
    const elapsed = now - this.#startedAt;
    if (!(elapsed >= times.length * snapshotEvery) || (times.length + 1) * entities.length > x.length) return;
    const row = times.length * entities.length;
    for (let i = 0; i < entities.length; i++) {
      x[row + i] = entities[i]!.x;
      y[row + i] = entities[i]!.y;
    }
    times.push(elapsed + step);
  }
}

interface Tables {
  readonly updates: Uint32Array;
  readonly lastAt: Float64Array;
  readonly jitter: Float64Array; // sums
  readonly longest: Float32Array;
  readonly lateness: Float32Array;
  readonly priority: Float64Array; // sums
  readonly distance: Float64Array; // sums
  readonly samples: Uint32Array;
}

function createTables(count: number): Tables {
  return {
    updates: new Uint32Array(count),
    lastAt: new Float64Array(count),
    jitter: new Float64Array(count),
    longest: new Float32Array(count),
    lateness: new Float32Array(count),
    priority: new Float64Array(count),
    distance: new Float64Array(count),
    samples: new Uint32Array(count),
  };
}

function encodeTables(tables: Tables, { entities }: World): Recording['entities'] {
  const { updates, jitter, longest, lateness, priority, distance, samples } = tables;
  const means = (sums: Float64Array, counts: Uint32Array, lessOne = 0): string =>
    toBase64(
      Float32Array.from(sums, (sum, i) => (counts[i]! > lessOne ? sum / (counts[i]! - lessOne) : NaN)),
    );
  return {
    kind: toBase64(Uint8Array.from(entities, (entity) => entity.kind)),
    updates: toBase64(updates),
    priority: means(priority, samples),
    jitter: means(jitter, updates, 1),
    longest: toBase64(longest),
    lateness: toBase64(lateness),
    distance: means(distance, samples),
  };
}
