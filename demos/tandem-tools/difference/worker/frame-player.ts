import { assignEntity } from '../../../tandem/world/entity.ts';
import type { World } from '../../../tandem/world/world.ts';
import { drawnFields, recordLength, type RecordedFrame } from './frame-recorder.ts';

/** Restores recorded frames in turn in a world with the same level and seed. */
export class FramePlayer {
  /** Number of updates by entity index, for drawing. */
  readonly updates: Uint32Array;
  #world: World;
  #frames: readonly RecordedFrame[];
  #next = 0;
  #repetition = 0;
  #uncommitted: number[] = []; // enemies that were updated in the last step of the current frame

  /** There must be at least one frame. */
  constructor(world: World, frames: readonly RecordedFrame[]) {
    this.#world = world;
    this.#frames = frames;
    this.updates = new Uint32Array(world.entities.length);
  }

  /**
   * Restores the last frame that ended at or before `at`, in ms from the start of a repetition, counted from 0. Returns the game time that
   * the frame shows, or undefined if this frame is already there. Game time continues from one repetition to the next.
   */
  seek(repetition: number, at: number): number | undefined {
    if (repetition !== this.#repetition) this.#next = 0;
    this.#repetition = repetition;
    let found: RecordedFrame | undefined;
    for (; this.#next < this.#frames.length; this.#next++) {
      const frame = this.#frames[this.#next]!;
      if (frame.at > at) break;
      this.#restore(frame);
      found = frame;
    }
    return found && found.shown + this.#offset;
  }

  /** Game time in ms between equal frames of the first repetition and the current one. */
  get #offset(): number {
    const [first] = this.#frames;
    return this.#repetition * (this.#frames.at(-1)!.time - first!.time);
  }

  #restore(frame: RecordedFrame): void {
    const offset = this.#offset;
    const { players, robots, stage } = this.#world;
    this.#world.time = frame.time + offset;
    for (const [i, player] of players.entries()) {
      assignEntity(player, frame.players[i]!);
      player.updatedAt += offset;
      player.previousUpdatedAt += offset;
    }
    for (const [i, robot] of robots.entries()) Object.assign(robot, frame.robots[i]);
    stage.taken.set(frame.taken);
    this.#commit();
    const { enemies } = frame;
    for (let record = 0; record < enemies.length; record += recordLength) this.#restoreEnemy(frame, record);
  }

  // Drawing reads the committed positions too. The updates of the last step are not committed yet.
  #commit(): void {
    const { committed, entities } = this.#world;
    for (const index of this.#uncommitted) {
      committed.x[index] = entities[index]!.x;
      committed.y[index] = entities[index]!.y;
    }
    this.#uncommitted = [];
  }

  #restoreEnemy({ enemies, time }: RecordedFrame, at: number): void {
    const { committed, entities } = this.#world;
    const index = enemies[at]!;
    const enemy = entities[index]!;
    enemy.active = enemies[at + 1] === 1;
    for (const [i, field] of drawnFields.entries()) enemy[field] = enemies[at + 2 + i]!;
    const isUncommitted = enemy.updatedAt === Math.fround(time);
    enemy.updatedAt += this.#offset;
    enemy.previousUpdatedAt += this.#offset;
    committed.active[index] = Number(enemy.active);
    committed.x[index] = isUncommitted ? enemy.px : enemy.x;
    committed.y[index] = isUncommitted ? enemy.py : enemy.y;
    if (isUncommitted) this.#uncommitted.push(index);
    // The first frame has all enemies, whether they were updated or not.
    if (this.#next > 0) this.updates[index]!++;
  }
}
