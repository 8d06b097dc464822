import { halfAt, type Observer } from '../../tandem/game/game.ts';
import type { World } from '../../tandem/world/world.ts';
import { Series } from './series.ts';
import type { RecordedTime } from './recorded-time.ts';

/** The recording of the drawing of a game in its page. Times are in ms on the clock of the page. */
export interface ViewRecording {
  /** The frames: begin and end of drawing, the game time that is shown, and the time stamp of the frame. */
  readonly frames: Readonly<Record<'start' | 'end' | 'shown' | 'time', Float64Array<ArrayBuffer>>>;
  /** Key events: the time stamp of the browser, and the time at which the page handled it. */
  readonly inputs: Readonly<Record<'stamped' | 'handled', Float64Array<ArrayBuffer>>>;
  /**
   * By entity: number of samples in the counted time, and the sums of their priorities and
   * distances.
   */
  readonly samples: Uint32Array<ArrayBuffer>;
  readonly priority: Float64Array<ArrayBuffer>;
  readonly distance: Float64Array<ArrayBuffer>;
  /** Times of the snapshots, and all positions: one snapshot after the other, each by entity. */
  readonly snapshots: {
    readonly times: Float64Array<ArrayBuffer>;
    readonly x: Float32Array<ArrayBuffer>;
    readonly y: Float32Array<ArrayBuffer>;
  };
}

/** Number of groups of entities. One group is sampled in each step. */
const groups = 30;
const snapshotPeriod = 500;
const snapshotsUntil = 20_000;
/** Capacity per second. Displays have up to 240 frames per second. */
const framesPerSecond = 250;
const maxInputs = 4096;

/** Records the drawing of a game in preallocated tables. */
export class ViewRecorder implements Observer {
  #world: World;
  #recordedTime: RecordedTime;
  #startedAt = NaN;
  #steps = 0;
  #frames: { start: Series; end: Series; shown: Series; time: Series };
  #inputs = { stamped: new Series(maxInputs), handled: new Series(maxInputs) };
  #samples: Uint32Array<ArrayBuffer>;
  #priority: Float64Array<ArrayBuffer>;
  #distance: Float64Array<ArrayBuffer>;
  #snapshots: { times: Series; x: Float32Array<ArrayBuffer>; y: Float32Array<ArrayBuffer> };

  constructor(world: World, recordedTime: RecordedTime) {
    const { seconds } = recordedTime;
    const count = world.entities.length;
    const frames = (): Series => new Series(seconds * framesPerSecond);
    const snapshots = Math.floor(Math.min(snapshotsUntil, seconds * 1000) / snapshotPeriod);
    this.#world = world;
    this.#recordedTime = recordedTime;
    this.#frames = { start: frames(), end: frames(), shown: frames(), time: frames() };
    this.#samples = new Uint32Array(count);
    this.#priority = new Float64Array(count);
    this.#distance = new Float64Array(count);
    this.#snapshots = {
      times: new Series(snapshots),
      x: new Float32Array(snapshots * count),
      y: new Float32Array(snapshots * count),
    };
  }

  /** Notes a step, which this or another thread has made. */
  stepped(now: number): void {
    if (this.#steps++ === 0) this.#startedAt = now;
    const { margin, seconds } = this.#recordedTime;
    const elapsed = (now - this.#startedAt) / 1000;
    if (elapsed >= margin && elapsed < seconds - margin) this.#sampleDistances();
  }

  drawn(start: number, end: number, shown: number, time: number): void {
    this.#takeSnapshot(end);
    this.#frames.start.push(start);
    this.#frames.end.push(end);
    this.#frames.shown.push(shown);
    this.#frames.time.push(time);
  }

  worked(): void {}

  /** Notes a key event: its time stamp, and the time at which the page handled it. */
  pressed(stamped: number, handled: number): void {
    this.#inputs.stamped.push(stamped);
    this.#inputs.handled.push(handled);
  }

  get recording(): ViewRecording {
    const { end, shown, start, time } = this.#frames;
    const { handled, stamped } = this.#inputs;
    const { times, x, y } = this.#snapshots;
    const places = times.length * this.#world.entities.length;
    return {
      frames: { start: start.values, end: end.values, shown: shown.values, time: time.values },
      inputs: { stamped: stamped.values, handled: handled.values },
      samples: this.#samples,
      priority: this.#priority,
      distance: this.#distance,
      snapshots: { times: times.values, x: x.subarray(0, places), y: y.subarray(0, places) },
    };
  }

  #sampleDistances(): void {
    const { playerCount, committed } = this.#world;
    for (let i = this.#steps % groups; i < this.#samples.length; i += groups) {
      let nearest = Infinity;
      for (let player = 0; player < playerCount; player++) {
        const dx = committed.x[i]! - committed.x[player]!;
        const dy = committed.y[i]! - committed.y[player]!;
        nearest = Math.min(nearest, dx * dx + dy * dy);
      }
      nearest = Math.sqrt(nearest);
      this.#priority[i]! += halfAt / (halfAt + nearest);
      this.#distance[i]! += nearest;
      this.#samples[i]!++;
    }
  }

  #takeSnapshot(now: number): void {
    const { times, x, y } = this.#snapshots;
    const { entities } = this.#world;
    const elapsed = now - this.#startedAt;
    if (!(elapsed >= times.length * snapshotPeriod) || (times.length + 1) * entities.length > x.length)
      return;
    const row = times.length * entities.length;
    for (let i = 0; i < entities.length; i++) {
      x[row + i] = entities[i]!.x;
      y[row + i] = entities[i]!.y;
    }
    times.push(now);
  }
}
