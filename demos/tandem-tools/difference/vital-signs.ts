import type { Observer } from '../../tandem/game/game.ts';
import type { Entity } from '../../tandem/world/entity.ts';
import type { World } from '../../tandem/world/world.ts';
import type { Vitals } from './messages.ts';

/** Milliseconds over which the worst is looked for. */
const memory = 5000;
/** Cells from a robot at which an enemy is near. */
const near = 8;

/** Takes the vital signs of a game, which rests at first. */
export class VitalSigns implements Observer {
  #world: World;
  #updatedAt: Float64Array; // by entity
  #frames: { at: number; gap: number }[] = [];
  #delays: { at: number; gap: number }[] = [];
  #restsSince = NaN; // NaN while the game goes on
  #drawnAt = NaN;
  #asked: number | undefined; // when the oldest key was pressed that no picture shows yet
  #isHandled = false;

  constructor(world: World) {
    this.#world = world;
    this.#updatedAt = new Float64Array(world.entities.length).fill(NaN);
    this.#restsSince = performance.now();
  }

  /** A key went down or up at `at`, in ms on the clock of this thread. */
  pressed(at: number): void {
    if (!this.#isResting) this.#asked ??= at;
  }

  stepped(): void {
    this.#isHandled ||= this.#asked !== undefined;
  }

  updated({ index }: Entity, now: number): void {
    this.#updatedAt[index] = now;
  }

  drawn(_: number, end: number): void {
    if (this.#isResting) return;
    if (!Number.isNaN(this.#drawnAt)) this.#frames.push({ at: end, gap: end - this.#drawnAt });
    this.#drawnAt = end;
    if (!this.#isHandled || this.#asked === undefined) return;
    this.#delays.push({ at: end, gap: end - this.#asked });
    this.#asked = undefined;
    this.#isHandled = false;
  }

  worked(): void {}

  /** The game rests from `now` on: the time until it goes on does not count, nor do keys. */
  rest(now: number): void {
    if (!this.#isResting) this.#restsSince = now;
    this.#drawnAt = NaN;
    this.#asked = undefined;
    this.#isHandled = false;
  }

  goOn(now: number): void {
    if (!this.#isResting) return;
    const rest = now - this.#restsSince;
    for (let i = 0; i < this.#updatedAt.length; i++) this.#updatedAt[i]! += rest;
    this.#restsSince = NaN;
  }

  get #isResting(): boolean {
    return !Number.isNaN(this.#restsSince);
  }

  /** The signs at `now`, in ms on the clock of this thread. */
  take(now: number): Vitals {
    this.#frames = this.#frames.filter(({ at }) => now - at < memory);
    this.#delays = this.#delays.filter(({ at }) => now - at < memory);
    return {
      worstFrame: worst(this.#frames),
      inputDelay: worst(this.#delays),
      nearAge: this.#nearAge(now),
    };
  }

  #nearAge(now: number): number {
    const { enemies, players } = this.#world;
    let sum = 0;
    let count = 0;
    for (const { active, index, x, y } of enemies) {
      const age = now - this.#updatedAt[index]!;
      if (!active || Number.isNaN(age)) continue;
      if (!players.some((player) => Math.hypot(player.x - x, player.y - y) < near)) continue;
      sum += age;
      count++;
    }
    return count === 0 ? 0 : sum / count;
  }
}

function worst(gaps: readonly { readonly gap: number }[]): number {
  return gaps.reduce((most, { gap }) => Math.max(most, gap), 0);
}
