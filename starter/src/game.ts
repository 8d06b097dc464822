import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { Frame } from '@doha/loop';
import { cell, cellAt, columns, isWall } from './field.ts';

/** An object that moves. Lengths are in pixels, speeds in pixels per ms. */
export interface Creature {
  x: number;
  y: number;
  vx: number;
  vy: number;
}

const size = columns * cell;
const speeds: Record<string, [number, number]> = {
  ArrowLeft: [-0.15, 0],
  ArrowRight: [0.15, 0],
  ArrowUp: [0, -0.15],
  ArrowDown: [0, 0.15],
};

export class Game {
  player: Creature = { x: 300, y: 300, vx: 0, vy: 0 };
  enemies: Creature[] = Array.from({ length: 3000 }, (_, i) => ({
    x: (i * 79) % size,
    y: (i * 131) % size,
    vx: 0,
    vy: 0,
  }));
  field: Float32Array = new Float32Array(columns * columns); // the direction to the player in each cell
  frame: Frame<Creature> = new Frame<Creature>({
    always: [this.player], // moves in every step
    entities: this.enemies, // move when there is time, the nearest first
    priority: weighted([3, nearestTo([this.player])], [1, sinceUpdate(500)]),
    update: (creature, elapsed) => this.#move(creature, elapsed),
    maxStep: 50, // so that nobody jumps over a wall
  });

  steer(key: string): void {
    [this.player.vx, this.player.vy] = speeds[key] ?? [0, 0];
  }

  #move(creature: Creature, elapsed: number): void {
    const angle = this.field[cellAt(creature.x, creature.y)] || 0; // NaN in a wall
    if (creature !== this.player)
      [creature.vx, creature.vy] = [0.04 * Math.cos(angle), 0.04 * Math.sin(angle)];
    const x = Math.max(0, Math.min(size - 1, creature.x + creature.vx * elapsed));
    const y = Math.max(0, Math.min(size - 1, creature.y + creature.vy * elapsed));
    if (!isWall(cellAt(x, y))) [creature.x, creature.y] = [x, y];
  }
}
