import type { Host } from '@doha/loop';
import { SeededRandom } from './seeded-random.ts';

/** Resolutions of clocks in ms: fine, that of isolated pages, that of other pages, and one whose times are no whole number of ns. */
const resolutions = [1e-6, 0.005, 0.1, 1 / 3000];

/** A platform whose clock advances by random amounts at each reading. A test gives its turns and display frames. */
export class RandomHost implements Required<Host> {
  #random: SeededRandom;
  #resolution: number;
  #time: number;
  #turn: (() => void) | undefined;
  #wakesAt = Infinity;
  #draws: ((time: number) => void)[] = [];
  #listeners: Set<(visible: boolean) => void> = new Set();

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#resolution = resolutions[Math.floor(this.#random.next() * resolutions.length)]!;
    this.#time = 1e5 * this.#random.next();
  }

  now(): number {
    // Mostly short, seldom a pause of the thread.
    const exponent = this.#random.next() < 0.01 ? 2 : 0.1;
    this.#time += 10 ** (exponent - 4 * this.#random.next());
    return this.peek();
  }

  peek(): number {
    return Math.floor(this.#time / this.#resolution) * this.#resolution;
  }

  attach(turn: () => void): void {
    this.#turn = turn;
  }

  detach(): void {
    this.#turn = undefined;
  }

  wake(delay: number): void {
    this.#wakesAt = this.peek() + delay;
  }

  interrupted(): boolean {
    return this.#random.next() < 0.05;
  }

  requestFrame(draw: (time: number) => void): void {
    this.#draws.push(draw);
  }

  cancelFrame(draw: (time: number) => void): void {
    this.#draws = this.#draws.filter((each) => each !== draw);
  }

  watchVisibility(listener: (visible: boolean) => void): () => void {
    this.#listeners.add(listener);
    listener(true);
    return () => this.#listeners.delete(listener);
  }

  /** Gives a turn if one is requested, after the time until it has passed. */
  giveTurn(): void {
    if (this.#wakesAt === Infinity) return;
    this.#time = Math.max(this.#time, this.#wakesAt);
    this.#wakesAt = Infinity;
    this.#turn?.();
  }

  present(): void {
    const draws = this.#draws;
    this.#draws = [];
    for (const draw of draws) draw(this.#time);
  }

  setVisible(visible: boolean): void {
    for (const listener of this.#listeners) listener(visible);
  }
}
