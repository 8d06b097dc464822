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
//            + oddTimes         some updates did not cover the time since the enemy's last update:
//                               the number of these enemies, then the difference of each index to
//                               the previous one, then the number of steps of each update
//
// A world depends on nothing else: the order of updates does not matter.

/** Encodings of the set of enemies that are updated in a step. */
export const Updated = { regular: 0, exceptFew: 1, bitmap: 2 } as const;
export const oddTimes = 4;

/** Records all inputs of a game, for an identical replay. */
export class Tape {
  #world: World;
  #writer = new ByteWriter();
  #steps = 0;
  #held = -1;
  #differs: Uint8Array; // a bit for each enemy
  #different = 0;
  #updatedAt: Int32Array; // by enemy, in steps
  #odd: Map<number, number> = new Map();

  constructor(world: World) {
    const { length } = world.enemies;
    this.#world = world;
    this.#differs = new Uint8Array(Math.ceil(length / 8));
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

  /** Records the first update of an enemy in this step, by a number of steps. */
  updated({ index }: Entity, steps: number): void {
    const enemy = index - this.#world.playerCount;
    if (enemy < 0) return;
    const mask = 1 << (enemy & 7);
    const before = this.#differs[enemy >> 3]!;
    this.#different += (before & mask) === 0 ? 1 : -1;
    this.#differs[enemy >> 3] = before ^ mask;
    if (steps !== this.#steps - this.#updatedAt[enemy]!) this.#odd.set(enemy, steps);
    this.#updatedAt[enemy] = this.#steps;
  }

  /** Returns the tape, including the current step. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#steps > 0) this.#writeUpdates();
    return this.#writer.finish();
  }

  #expectRegular(allAreUpdated: boolean): void {
    const { length } = this.#world.enemies;
    this.#different = allAreUpdated ? length : 0;
    this.#differs.fill(allAreUpdated ? 255 : 0);
    if (allAreUpdated && length % 8 > 0) this.#differs[length >> 3] = (1 << (length % 8)) - 1;
  }

  #writeUpdates(): void {
    const writer = this.#writer;
    const odd = this.#odd.size > 0 ? oddTimes : 0;
    if (this.#different === 0) writer.byte(Updated.regular + odd);
    else if (this.#different > this.#differs.length) {
      writer.byte(Updated.bitmap + odd);
      writer.bytes(this.#differs);
    } else {
      writer.byte(Updated.exceptFew + odd);
      writer.distances(this.#listDifferent());
    }
    if (odd > 0) this.#writeOdd();
  }

  #listDifferent(): number[] {
    const enemies: number[] = [];
    for (let enemy = 0; enemies.length < this.#different; enemy++) {
      if ((this.#differs[enemy >> 3]! & (1 << (enemy & 7))) !== 0) enemies.push(enemy);
    }
    return enemies;
  }

  #writeOdd(): void {
    const enemies = [...this.#odd.keys()].toSorted((one, other) => one - other);
    this.#writer.distances(enemies);
    for (const enemy of enemies) this.#writer.number(this.#odd.get(enemy)!);
    this.#odd.clear();
  }
}
