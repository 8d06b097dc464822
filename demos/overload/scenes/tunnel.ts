import type { Entity } from '../contestants/contestant.ts';
import { random } from '../../lib/random.ts';
import { colorOf, fading, Pixels } from './pixels.ts';
import {
  createEntities,
  type Input,
  type SceneKind,
  sceneHeight,
  sceneWidth,
  type World,
} from './scene-kind.ts';
import { think } from './think.ts';

const count = 1500;
/** The tunnel goes to and fro through the scene in this number of rows. */
const rows = 6;
const rowHeight = sceneHeight / rows;
const length = rows * sceneWidth;
/** The way from the player at which an enemy is half as important. */
const halfAt = 250;
/** Units per ms. */
const playerSpeed = 1.6;
const enemySpeed = 0.06;
/** Within this way, enemies hunt the player. */
const sight = 250;

interface Species {
  /** The share of this species in all enemies. */
  readonly share: number;
  /** The cost of an update in units of the effort. */
  readonly cost: number;
  readonly size: number;
  readonly color: (frames: number) => number;
}

const species: readonly Species[] = [
  { share: 0.7, cost: 1, size: 4, color: fading(255, 196, 110) },
  { share: 0.22, cost: 4, size: 8, color: fading(255, 122, 217) },
  { share: 0.08, cost: 16, size: 14, color: fading(160, 130, 255) },
];

const night = colorOf(11, 14, 26);
const wall = colorOf(42, 52, 80);
const playerColor = colorOf(93, 242, 255);

/** Enemies with unequal costs in a tunnel. A click sends the player somewhere. */
export const tunnel: SceneKind = {
  id: 'tunnel',
  name: 'Tunnel',
  description: `${count.toLocaleString('en')} enemies, some of which cost 16 times as much as others. A click or a touch sends the player somewhere.`,
  period: 1000 / 60,
  life: 'steps',
  create: (canvas, effort) => new Tunnel(new Pixels(canvas), effort),
};

class Tunnel implements World {
  readonly always: readonly Entity[] = [{ index: -1, updatedAt: 0 }];
  readonly entities = createEntities(count);
  #pixels: Pixels;
  #effort: number;
  #player = length / 2; // way from the entrance
  #target = length / 2;
  #way = new Float32Array(count);
  #lane = new Float32Array(count); // 0 to 1 across the tunnel
  #velocity = new Float32Array(count);
  #species: readonly Species[];
  #frame = 0;
  #updatedIn = new Float64Array(count); // frame of the last update

  constructor(pixels: Pixels, effort: number) {
    this.#pixels = pixels;
    this.#effort = effort;
    const next = random(2);
    for (let i = 0; i < count; i++) {
      this.#way[i] = length * next();
      this.#lane[i] = 0.1 + 0.8 * next();
      this.#velocity[i] = enemySpeed * (2 * next() - 1);
    }
    this.#species = this.entities.map(() => choose(next()));
  }

  importance({ index }: Entity): number {
    return halfAt / (halfAt + Math.abs(this.#way[index]! - this.#player));
  }

  apply({ x, y }: Input): void {
    if (x === undefined || y === undefined) return;
    const row = Math.min(rows - 1, Math.floor(y * rows));
    this.#target = (row + (row % 2 === 0 ? x : 1 - x)) * sceneWidth;
  }

  update({ index }: Entity, elapsed: number): void {
    if (index < 0) return this.#movePlayer(elapsed);
    const { cost } = this.#species[index]!;
    const way = this.#way[index]!;
    const hunt = Math.abs(this.#player - way) < sight ? Math.sign(this.#player - way) : 0;
    const wish = 0.5 * hunt + think(way / 90, this.#lane[index]!, this.#effort * cost);
    const velocity = clamp(this.#velocity[index]! + 0.0002 * wish * elapsed, -enemySpeed, enemySpeed);
    const reached = way + velocity * elapsed;
    this.#velocity[index] = reached < 0 || reached > length ? -velocity : velocity;
    this.#way[index] = clamp(reached, 0, length);
    this.#updatedIn[index] = this.#frame;
  }

  draw(): void {
    const frame = ++this.#frame;
    this.#pixels.fill(night);
    for (let row = 1; row < rows; row++) {
      const left = row % 2 === 0 ? 60 : 0; // the opening to the next row
      this.#pixels.rectangle(left, row * rowHeight - 2, sceneWidth - 60, 4, wall);
    }
    for (let i = 0; i < count; i++) {
      const { color, size } = this.#species[i]!;
      this.#square(this.#way[i]!, this.#lane[i]!, size, color(frame - this.#updatedIn[i]! - 1));
    }
    this.#square(this.#player, 0.5, 18, playerColor);
    this.#pixels.show();
  }

  #square(way: number, lane: number, size: number, color: number): void {
    const row = Math.min(rows - 1, Math.floor(way / sceneWidth));
    const along = way - row * sceneWidth;
    const x = row % 2 === 0 ? along : sceneWidth - along;
    const y = (row + 0.06 + 0.88 * lane) * rowHeight;
    this.#pixels.rectangle(x - size / 2, y - size / 2, size, size, color);
  }

  #movePlayer(elapsed: number): void {
    const most = playerSpeed * elapsed;
    this.#player += clamp(this.#target - this.#player, -most, most);
  }
}

function choose(number: number): Species {
  let rest = number;
  return species.find(({ share }) => (rest -= share) < 0) ?? species[0]!;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
