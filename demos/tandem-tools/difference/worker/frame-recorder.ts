import type { Observer } from '../../../tandem/game/game.ts';
import { copyEntity, type Entity } from '../../../tandem/world/entity.ts';
import { Robot } from '../../../tandem/world/robot/robot.ts';
import type { World } from '../../../tandem/world/world.ts';
import type { RecordingSummary } from '../messages.ts';

// Record of an enemy in `RecordedFrame.enemies`, as float32:
//
//   0       index
//   1       1 if the enemy is active, otherwise 0
//   2 … 11  the fields below

/** The fields of an enemy that its drawing reads. */
export const drawnFields = [
  'x',
  'y',
  'px',
  'py',
  'faceX',
  'faceY',
  'normalX',
  'normalY',
  'updatedAt',
  'previousUpdatedAt',
] as const satisfies readonly (keyof Entity)[];
export const recordLength: number = 2 + drawnFields.length;

/** The state that a frame shows, as the difference to the frame before it. Times are in ms. */
export interface RecordedFrame {
  /** Time from the start of the recording to the end of the drawing. */
  readonly at: number;
  /** The game time that the frame shows. */
  readonly shown: number;
  /** Game time of the last step. */
  readonly time: number;
  readonly players: readonly Entity[];
  readonly robots: readonly Robot[];
  /** See `Stage.taken`. */
  readonly taken: Uint8Array;
  /** Records of all enemies in the first frame, and later of those that were updated since the frame before. */
  readonly enemies: Float32Array;
}

/** Records the frames of a game, so that a `FramePlayer` can draw them again without playing the game. */
export class FrameRecorder implements Observer {
  /** The recorded frames. */
  readonly frames: RecordedFrame[] = [];
  #world: World;
  #changed: Uint8Array; // by enemy
  #indices: number[] = []; // the changed enemies
  #startedAt = NaN;

  constructor(world: World) {
    this.#world = world;
    this.#changed = new Uint8Array(world.entities.length);
  }

  /** Records all frames from now on. */
  start(now: number): void {
    this.#startedAt = now;
  }

  get isRecording(): boolean {
    return !Number.isNaN(this.#startedAt);
  }

  /** Time in ms from the start to the end of the last frame; 0 before the first frame. */
  get length(): number {
    return this.frames.at(-1)?.at ?? 0;
  }

  get summary(): RecordingSummary {
    const { frames, length } = this;
    return {
      frames: frames.length,
      length,
      gameTime: length === 0 ? 0 : frames.at(-1)!.time - frames[0]!.time,
      size: frames.reduce((sum, { enemies }) => sum + enemies.byteLength, 0),
    };
  }

  updated({ index }: Entity): void {
    if (!this.isRecording || this.#changed[index] === 1 || index < this.#world.playerCount) return;
    this.#changed[index] = 1;
    this.#indices.push(index);
  }

  drawn(_: number, end: number, shown: number): void {
    if (!this.isRecording) return;
    const { enemies, players, robots, stage, time } = this.#world;
    this.frames.push({
      at: end - this.#startedAt,
      shown,
      time,
      players: players.map(copyEntity),
      robots: robots.map((robot) => Object.assign(new Robot(), robot)),
      taken: stage.taken.slice(),
      enemies: this.#record(this.frames.length === 0 ? enemies.map(({ index }) => index) : this.#indices),
    });
    for (const index of this.#indices) this.#changed[index] = 0;
    this.#indices = [];
  }

  stepped(): void {}

  worked(): void {}

  #record(indices: readonly number[]): Float32Array {
    const records = new Float32Array(indices.length * recordLength);
    let at = 0;
    for (const index of indices) {
      const enemy = this.#world.entities[index]!;
      records[at++] = index;
      records[at++] = Number(enemy.active);
      for (const field of drawnFields) records[at++] = enemy[field];
    }
    return records;
  }
}
