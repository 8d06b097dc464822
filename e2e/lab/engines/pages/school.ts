import { random } from '../../../../demos/lib/random.ts';
import { type Point, view } from './scenes/engine-scene.ts';

/** The world is three times as wide and as high as the view, so one fish of nine is visible. */
const WORLD = 3;

/** An entity of the scene, and the figures that are measured. */
export interface Swimmer {
  /** Moves the drawn object. */
  readonly at: Point;
  heading: number;
  /** Simulated time in ms that it has received. */
  lived: number;
}

/** Fish that keep their distance from others. An update looks at `sight` others, so its cost is proportional to that number. */
export class School {
  readonly swimmers: readonly Swimmer[];
  /** Updates of visible fish. */
  visibleUpdates = 0;
  #sight: number;
  #chance: () => number = random(1);

  constructor(points: readonly Point[], sight: number) {
    this.#sight = sight;
    this.swimmers = points.map((at) => {
      at.x = (this.#chance() - 0.5) * WORLD * view.width;
      at.y = (this.#chance() - 0.5) * WORLD * view.height;
      return { at, heading: this.#chance() * 6, lived: 0 };
    });
  }

  /** Number of visible fish. */
  get visible(): number {
    return this.swimmers.reduce((sum, { at }) => sum + Number(isVisible(at)), 0);
  }

  update(fish: Swimmer, elapsed: number): void {
    const { at } = fish;
    fish.lived += elapsed;
    if (isVisible(at)) this.visibleUpdates++;
    const { swimmers } = this;
    // Fish that have left the world turn back to its middle.
    const isOutside = 2 * Math.abs(at.x) > WORLD * view.width || 2 * Math.abs(at.y) > WORLD * view.height;
    let x = isOutside ? -at.x : Math.cos(fish.heading);
    let y = isOutside ? -at.y : Math.sin(fish.heading);
    let index = Math.floor(this.#chance() * swimmers.length);
    for (let i = 0; i < this.#sight; i++) {
      const other = swimmers[index]!.at;
      index = (index + 1) % swimmers.length;
      const distance = Math.hypot(at.x - other.x, at.y - other.y);
      if (distance === 0 || distance > 30) continue;
      x += (at.x - other.x) / distance;
      y += (at.y - other.y) / distance;
    }
    const turn = Math.sin(Math.atan2(y, x) - fish.heading);
    fish.heading += Math.max(-0.003, Math.min(turn, 0.003)) * elapsed;
    at.x += Math.cos(fish.heading) * 0.05 * elapsed;
    at.y += Math.sin(fish.heading) * 0.05 * elapsed;
  }
}

export function isVisible({ x, y }: Point): boolean {
  return 2 * Math.abs(x) < view.width && 2 * Math.abs(y) < view.height;
}
