import { stepsPerWindow, timeOf } from '../game.ts';
import type { Entity } from '../../world/entity.ts';
import { heldBy } from '../../world/robot/keys.ts';
import type { World } from '../../world/world.ts';
import { ByteReader } from './bytes.ts';
import { withDurations, Updated } from './tape.ts';

/** Plays a `Tape` in a new world with the same level and seed. */
export class TapePlayer {
  #world: World;
  #reader: ByteReader;
  #steps = 0;
  #updatedAt: Int32Array; // by enemy, in steps

  constructor(world: World, tape: Uint8Array) {
    this.#world = world;
    this.#reader = new ByteReader(tape);
    this.#updatedAt = new Int32Array(world.enemies.length).fill(1 - stepsPerWindow);
  }

  get isAtEnd(): boolean {
    return this.#reader.isAtEnd;
  }

  /** Begins the next step: sets the held keys of the robots. To be called after the commit of the previous step. */
  begin(): void {
    const keys = this.#reader.number();
    this.#steps++;
    if (keys === 0) return;
    for (const [i, robot] of this.#world.robots.entries()) robot.held = heldBy(keys - 1, i);
  }

  /** Makes the recorded updates of this step. Throws a RangeError if the tape is invalid. */
  update(update: (enemy: Entity, elapsed: number) => void): void {
    const isRegular = this.#steps % stepsPerWindow === 1;
    const { differences, durations } = this.#readUpdates();
    for (const [i, enemy] of this.#world.enemies.entries()) {
      if (isRegular === differences.has(i)) continue;
      update(enemy, timeOf(durations.get(i) ?? this.#steps - this.#updatedAt[i]!));
      this.#updatedAt[i] = this.#steps;
    }
  }

  #readUpdates(): { differences: ReadonlySet<number>; durations: ReadonlyMap<number, number> } {
    const code = this.#reader.byte();
    const differences = this.#readDifferences(code & ~withDurations);
    const enemies = (code & withDurations) === 0 ? [] : this.#reader.distances();
    return { differences, durations: new Map(enemies.map((enemy) => [enemy, this.#reader.number()])) };
  }

  #readDifferences(encoding: number): ReadonlySet<number> {
    if (encoding === Updated.regular) return nobody;
    if (encoding === Updated.exceptFew) return new Set(this.#reader.distances());
    if (encoding !== Updated.bitmap)
      throw new RangeError(`a tape must use encoding 0, 1 or 2 for updates, got ${encoding}`);
    const { length } = this.#world.enemies;
    const bits = this.#reader.bytes(Math.ceil(length / 8));
    const differences = new Set<number>();
    for (let enemy = 0; enemy < length; enemy++) {
      if ((bits[enemy >> 3]! & (1 << (enemy & 7))) !== 0) differences.add(enemy);
    }
    return differences;
  }
}

const nobody: ReadonlySet<number> = new Set();
