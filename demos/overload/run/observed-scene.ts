import type { Entity, Scene } from '../contestants/contestant.ts';
import type { Input, World } from '../scenes/scene-kind.ts';
import type { Life, Lived } from './life.ts';
import { step } from './step-life.ts';

/** The scene that a contestant plays. It counts updates, lived time, drawn frames and input latencies. */
export class ObservedScene implements Scene {
  readonly step = step;
  /** Updates of entities. */
  updates = 0;
  /** True if the scene has been drawn. The reader resets it. */
  isDrawn = false;
  #world: World;
  #life: Life;
  #now: () => number;
  #pending: Input[] = [];
  #applied: number[] = []; // times of inputs that the next drawn frame shows
  #delays: { readonly at: number; readonly latency: number }[] = [];
  #onInput: () => void = () => {};
  #endedAs: string | undefined;

  /** `now`: the time in ms on the clock of inputs. */
  constructor(world: World, life: Life, now: () => number) {
    this.#world = world;
    this.#life = life;
    this.#now = now;
  }

  get always(): readonly Entity[] {
    return this.#world.always;
  }

  waiting(): readonly Entity[] {
    return this.#life.waiting();
  }

  priority(entity: Entity, age: number): number {
    return this.#life.priority(entity, age);
  }

  update(entity: Entity, elapsed: number): void {
    if (!(elapsed >= 0 && elapsed < Infinity)) {
      throw new RangeError(
        `Update an entity: the elapsed time must be at least 0 ms and finite, got ${elapsed}`,
      );
    }
    this.#checkRunning('update');
    if (entity.index < 0) this.#applyInputs();
    this.#world.update(entity, elapsed);
    if (entity.index < 0) return;
    this.#life.updated(entity, elapsed);
    this.updates++;
  }

  draw(): void {
    this.#checkRunning('draw');
    this.#world.draw();
    this.isDrawn = true;
    const now = this.#now();
    for (const at of this.#applied) this.#delays.push({ at, latency: now - at });
    this.#applied.length = 0;
  }

  whenInput(callback: () => void): void {
    this.#onInput = callback;
  }

  /** Gives an input to the scene. The next update of `always` applies it. */
  take(input: Input): void {
    this.#pending.push(input);
    this.#onInput();
  }

  /** Input latencies of the inputs from the time `from` on. An input that no frame has shown yet counts with its waiting time if that is over 100 ms. */
  latencies(from: number): number[] {
    const now = this.#now();
    const waiting = [...this.#applied, ...this.#pending.map(({ at }) => at)];
    const unseen = waiting.map((at) => ({ at, latency: now - at })).filter(({ latency }) => latency > 100);
    return [...this.#delays, ...unseen].filter(({ at }) => at >= from).map(({ latency }) => latency);
  }

  /** Ends the count of lived time at the time `at`. Inputs that no frame has applied happened nevertheless: rows without their answer do not live. */
  lived(at: number): Lived {
    for (const input of this.#pending) this.#life.changed(input.at);
    return this.#life.end(at);
  }

  /** Later calls of `update` and `draw` throw an Error with the name of the contestant. */
  end(contestant: string): void {
    this.#endedAs = contestant;
    this.#onInput = () => {};
  }

  #applyInputs(): void {
    for (const input of this.#pending) {
      this.#world.apply(input);
      this.#life.changed(input.at);
      this.#applied.push(input.at);
    }
    this.#pending.length = 0;
  }

  #checkRunning(action: string): void {
    if (this.#endedAs === undefined) return;
    throw new Error(`${this.#endedAs}: ${action} must not be called after the end of the run`);
  }
}
