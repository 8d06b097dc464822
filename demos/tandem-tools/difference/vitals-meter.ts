import type { Observer } from '../../tandem/game/game.ts';
import type { Entity } from '../../tandem/world/entity.ts';
import type { World } from '../../tandem/world/world.ts';
import type { Vitals } from './messages.ts';

/** Duration in ms of the period whose longest frame time and input latency are reported. */
const memory = 5000;
/** Enemies within this distance of a robot, in cells, are nearby. */
const near = 8;

/**
 * Measures the responsiveness of a game. It begins suspended: it measures nothing before the first
 * `resume`, or between `suspend` and `resume`.
 */
export class VitalsMeter implements Observer {
  #world: World;
  #updatedAt: Float64Array; // by entity
  #frames: { at: number; gap: number }[] = [];
  #delays: { at: number; gap: number }[] = [];
  #suspendedAt = NaN; // NaN while the game runs
  #drawnAt = NaN;
  #pendingKey: number | undefined; // time of the oldest key event that no frame shows yet
  #isHandled = false;

  constructor(world: World) {
    this.#world = world;
    this.#updatedAt = new Float64Array(world.entities.length).fill(NaN);
    this.#suspendedAt = performance.now();
  }

  /** Records a key event at `at`, in ms on the clock of this thread. */
  pressed(at: number): void {
    if (!this.#isSuspended) this.#pendingKey ??= at;
  }

  stepped(): void {
    this.#isHandled ||= this.#pendingKey !== undefined;
  }

  updated({ index }: Entity, now: number): void {
    if (!this.#isSuspended) this.#updatedAt[index] = now;
  }

  drawn(_: number, end: number): void {
    if (this.#isSuspended) return;
    if (!Number.isNaN(this.#drawnAt)) this.#frames.push({ at: end, gap: end - this.#drawnAt });
    this.#drawnAt = end;
    if (!this.#isHandled || this.#pendingKey === undefined) return;
    this.#delays.push({ at: end, gap: end - this.#pendingKey });
    this.#pendingKey = undefined;
    this.#isHandled = false;
  }

  worked(): void {}

  /**
   * Suspends measuring at `now`. The time until `resume` does not count, and keys that are pressed
   * before `resume` are ignored.
   */
  suspend(now: number): void {
    if (!this.#isSuspended) this.#suspendedAt = now;
    this.#drawnAt = NaN;
    this.#pendingKey = undefined;
    this.#isHandled = false;
  }

  resume(now: number): void {
    if (!this.#isSuspended) return;
    const pause = now - this.#suspendedAt;
    for (let i = 0; i < this.#updatedAt.length; i++) this.#updatedAt[i]! += pause;
    this.#suspendedAt = NaN;
  }

  get #isSuspended(): boolean {
    return !Number.isNaN(this.#suspendedAt);
  }

  /** The figures at `now`, in ms on the clock of this thread. */
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
  return gaps.reduce((max, { gap }) => Math.max(max, gap), 0);
}
