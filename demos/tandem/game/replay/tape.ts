import { stepsPerWindow } from '../game.ts';
import type { Entity } from '../../world/entity.ts';
import { joinHeld } from '../../world/robot/keys.ts';
import type { World } from '../../world/world.ts';
import { ByteWriter } from './bytes.ts';

// Numbers as LEB128. For each step:
//
//   keys       0, or where they changed 1 + what all robots hold down, see `joinHeld`
//   who        Who.asUsual   all enemies are updated in the first step of a window, none in the others
//              Who.notSome   but for some: their number, then the distance of each from the one before
//              Who.notMany   but for many: a bit for each enemy
//              + 4           and some were not given the time since their last update:
//                            their number, then for each its distance from the one before and the steps that it was given
//
// That is all that a world depends on: the order of updates does not matter.

/** How it is written who is updated in a step. */
export const Who = { asUsual: 0, notSome: 1, notMany: 2 } as const;
export const oddTimes = 4;

/** Writes down what a game depends on, so that it can be played again to the same end. */
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

  /** A step begins, with the keys that are held in it. */
  begin(): void {
    if (this.#steps > 0) this.#writeUpdates();
    const held = joinHeld(this.#world.robots.map((robot) => robot.held));
    this.#writer.number(held === this.#held ? 0 : 1 + held);
    this.#held = held;
    this.#expectUsual(this.#steps % stepsPerWindow === 0);
    this.#steps++;
  }

  /** An enemy is updated, for the first time in this step, by so many steps. */
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

  /** What was written, the running step included. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#steps > 0) this.#writeUpdates();
    return this.#writer.finish();
  }

  #expectUsual(allAreUpdated: boolean): void {
    const { length } = this.#world.enemies;
    this.#different = allAreUpdated ? length : 0;
    this.#differs.fill(allAreUpdated ? 255 : 0);
    if (allAreUpdated && length % 8 > 0) this.#differs[length >> 3] = (1 << (length % 8)) - 1;
  }

  #writeUpdates(): void {
    const writer = this.#writer;
    const odd = this.#odd.size > 0 ? oddTimes : 0;
    if (this.#different === 0) writer.byte(Who.asUsual + odd);
    else if (this.#different > this.#differs.length) {
      writer.byte(Who.notMany + odd);
      writer.bytes(this.#differs);
    } else {
      writer.byte(Who.notSome + odd);
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
