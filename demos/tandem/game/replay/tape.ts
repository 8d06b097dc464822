import { stepsPerWindow } from '../game.ts';
import type { Entity } from '../../world/entity.ts';
import { joinHeld } from '../../world/robot/keys.ts';
import type { World } from '../../world/world.ts';
import { ByteWriter } from './bytes.ts';

// Numbers are LEB128. For each step:
//
//   keys     0 if the keys have not changed, else 1 + the held keys of all robots, see `joinHeld`
//   updated  Updated.regular    as usual: all enemies in the first step of a window, none in others
//            Updated.exceptFew  as usual, except for some enemies: their number, then the difference
//                               of each enemy's index to the previous one
//            Updated.bitmap     one bit per enemy: 1 if it differs from the usual
//            + withDurations    some updates did not cover the time since the enemy's last update:
//                               the number of these enemies, then the difference of each index to
//                               the previous one, then the number of steps of each update
//
// Apart from its level and seed, a world depends on nothing else: the order of updates does not matter.

/** Encodings of the set of enemies that are updated in a step. */
export const Updated = { regular: 0, exceptFew: 1, bitmap: 2 } as const;
/** Is added to the encoding if durations follow. */
export const withDurations = 4;

/** Records all inputs of a game, for an identical replay. */
export class Tape {
  #world: World;
  #writer = new ByteWriter();
  #steps = 0;
  #held = -1;
  #differences: Uint8Array; // one bit per enemy: 1 if it differs from the usual
  #differenceCount = 0;
  #updatedAt: Int32Array; // by enemy, in steps
  #durations: Map<number, number> = new Map(); // in steps, of updates that did not cover the time since the enemy's last update

  constructor(world: World) {
    const { length } = world.enemies;
    this.#world = world;
    this.#differences = new Uint8Array(Math.ceil(length / 8));
    this.#updatedAt = new Int32Array(length).fill(1 - stepsPerWindow);
  }

  /** Begins a step with the keys that are held in it. */
  begin(): void {
    if (this.#steps > 0) this.#writeUpdates();
    const held = joinHeld(this.#world.robots.map((robot) => robot.held));
    this.#writer.number(held === this.#held ? 0 : 1 + held);
    this.#held = held;
    this.#expectRegular(this.#steps % stepsPerWindow === 0);
    this.#steps++;
  }

  /**
   * Records an update of an enemy that covers `steps` steps. To be called only for the first update of the
   * enemy in this step.
   */
  updated({ index }: Entity, steps: number): void {
    const enemy = index - this.#world.playerCount;
    if (enemy < 0) return;
    const mask = 1 << (enemy & 7);
    const before = this.#differences[enemy >> 3]!;
    this.#differenceCount += (before & mask) === 0 ? 1 : -1;
    this.#differences[enemy >> 3] = before ^ mask;
    if (steps !== this.#steps - this.#updatedAt[enemy]!) this.#durations.set(enemy, steps);
    this.#updatedAt[enemy] = this.#steps;
  }

  /** Returns the tape, including the current step. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#steps > 0) this.#writeUpdates();
    return this.#writer.finish();
  }

  #expectRegular(allAreUpdated: boolean): void {
    const { length } = this.#world.enemies;
    this.#differenceCount = allAreUpdated ? length : 0;
    this.#differences.fill(allAreUpdated ? 255 : 0);
    if (allAreUpdated && length % 8 > 0) this.#differences[length >> 3] = (1 << (length % 8)) - 1;
  }

  #writeUpdates(): void {
    const writer = this.#writer;
    const flag = this.#durations.size > 0 ? withDurations : 0;
    if (this.#differenceCount === 0) writer.byte(Updated.regular + flag);
    else if (this.#differenceCount > this.#differences.length) {
      writer.byte(Updated.bitmap + flag);
      writer.bytes(this.#differences);
    } else {
      writer.byte(Updated.exceptFew + flag);
      writer.distances(this.#listDifferences());
    }
    if (flag > 0) this.#writeDurations();
  }

  #listDifferences(): number[] {
    const enemies: number[] = [];
    for (let enemy = 0; enemies.length < this.#differenceCount; enemy++) {
      if ((this.#differences[enemy >> 3]! & (1 << (enemy & 7))) !== 0) enemies.push(enemy);
    }
    return enemies;
  }

  #writeDurations(): void {
    const enemies = [...this.#durations.keys()].toSorted((one, other) => one - other);
    this.#writer.distances(enemies);
    for (const enemy of enemies) this.#writer.number(this.#durations.get(enemy)!);
    this.#durations.clear();
  }
}
