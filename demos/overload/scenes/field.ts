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

const count = 5000;
/** The greatest distance of an agent from the lamp. */
const reach = 230;
/** The distance from the lamp at which an agent is half as important. */
const halfAt = 50;
/** Times in ms in which the lamp and agents go 63 % of their way. */
const lampTime = 40;
const agentTime = 350;
const size = 3;

const night = colorOf(11, 14, 26);
const agentColor = fading(255, 196, 110);
const lampColor = colorOf(93, 242, 255);

/** Agents that chase a lamp. A click moves the lamp. */
export const field: SceneKind = {
  id: 'field',
  name: 'Field',
  description: `${count.toLocaleString('en')} agents chase a lamp. A click or a touch moves the lamp.`,
  period: 1000 / 60,
  life: 'steps',
  create: (canvas, effort) => new Field(new Pixels(canvas), effort),
};

class Field implements World {
  readonly always: readonly Entity[] = [{ index: -1, updatedAt: 0 }];
  readonly entities = createEntities(count);
  #pixels: Pixels;
  #effort: number;
  #lamp = { x: sceneWidth / 2, y: sceneHeight / 2 };
  #target = { ...this.#lamp };
  #x = new Float32Array(count);
  #y = new Float32Array(count);
  #distance = new Float32Array(count); // from the lamp, when the agent has arrived
  #angle = new Float32Array(count);
  #spin = new Float32Array(count); // 1/ms
  #frame = 0;
  #updatedIn = new Float64Array(count); // frame of the last update

  constructor(pixels: Pixels, effort: number) {
    this.#pixels = pixels;
    this.#effort = effort;
    const next = random(1);
    for (let i = 0; i < count; i++) {
      this.#distance[i] = 8 + (reach - 8) * Math.sqrt(next());
      this.#angle[i] = 2 * Math.PI * next();
      this.#spin[i] = (next() - 0.5) * 0.002;
      this.#x[i] = this.#lamp.x + this.#distance[i]! * Math.cos(this.#angle[i]!);
      this.#y[i] = this.#lamp.y + this.#distance[i]! * Math.sin(this.#angle[i]!);
    }
  }

  importance({ index }: Entity): number {
    const x = this.#x[index]! - this.#lamp.x;
    const y = this.#y[index]! - this.#lamp.y;
    return halfAt / (halfAt + Math.sqrt(x * x + y * y));
  }

  apply({ x, y }: Input): void {
    if (x === undefined || y === undefined) return;
    this.#target = { x: x * sceneWidth, y: y * sceneHeight };
  }

  update({ index }: Entity, elapsed: number): void {
    if (index < 0) return this.#moveLamp(elapsed);
    const x = this.#x[index]!;
    const y = this.#y[index]!;
    this.#angle[index]! += (this.#spin[index]! + 0.0005 * think(x / 90, y / 90, this.#effort)) * elapsed;
    const part = 1 - Math.exp(-elapsed / agentTime);
    this.#x[index] = x + (this.#lamp.x + this.#distance[index]! * Math.cos(this.#angle[index]!) - x) * part;
    this.#y[index] = y + (this.#lamp.y + this.#distance[index]! * Math.sin(this.#angle[index]!) - y) * part;
    this.#updatedIn[index] = this.#frame;
  }

  draw(): void {
    const frame = ++this.#frame;
    this.#pixels.fill(night);
    for (let i = 0; i < count; i++) {
      const color = agentColor(frame - this.#updatedIn[i]! - 1);
      this.#pixels.rectangle(this.#x[i]! - size / 2, this.#y[i]! - size / 2, size, size, color);
    }
    this.#pixels.rectangle(this.#lamp.x - 6, this.#lamp.y - 6, 12, 12, lampColor);
    this.#pixels.show();
  }

  #moveLamp(elapsed: number): void {
    const part = 1 - Math.exp(-elapsed / lampTime);
    this.#lamp.x += (this.#target.x - this.#lamp.x) * part;
    this.#lamp.y += (this.#target.y - this.#lamp.y) * part;
  }
}
