import type { Observer } from '../../../tandem/game/game.ts';
import type { Entity } from '../../../tandem/world/entity.ts';
import type { World } from '../../../tandem/world/world.ts';
import { type VitalName, vitalNames, type Vitals } from '../messages.ts';
import { RecentValues } from './recent-values.ts';

/** Enemies within this distance of a robot, in cells, are nearby. */
export const near = 8;

/**
 * Measures the responsiveness of a game over the last `window` ms. It begins suspended: it measures nothing before the first
 * `resume`, or between `suspend` and `resume`. Times are in ms on the clock of this thread.
 */
export class VitalsMeter implements Observer {
  #world: World;
  #values: Readonly<Record<VitalName, RecentValues>>;
  #updatedAt: Float64Array; // by entity
  #suspendedAt: number; // NaN while the game runs
  #resumedAt = NaN;
  #drawnAt = NaN;
  #pressed: number[] = []; // times of key events that no step has read yet
  #handled: number[] = []; // times of key events that no frame shows yet

  constructor(world: World, window: number) {
    this.#world = world;
    this.#values = record((): RecentValues => new RecentValues(window));
    this.#updatedAt = new Float64Array(world.entities.length).fill(NaN);
    this.#suspendedAt = performance.now();
  }

  /** Records a key event at `at`. */
  pressed(at: number): void {
    if (!this.#isSuspended && at >= this.#resumedAt) this.#pressed.push(at);
  }

  stepped(): void {
    if (this.#pressed.length > 0) this.#handled.push(...this.#pressed.splice(0));
  }

  updated(entity: Entity, now: number): void {
    if (this.#isSuspended) return;
    const before = this.#updatedAt[entity.index]!;
    this.#updatedAt[entity.index] = now;
    if (entity.index < this.#world.playerCount || Number.isNaN(before)) return;
    this.#values[this.#isNearby(entity) ? 'nearInterval' : 'farInterval'].add(now - before, now);
  }

  drawn(_: number, end: number): void {
    if (this.#isSuspended) return;
    if (!Number.isNaN(this.#drawnAt)) this.#values.frameTime.add(end - this.#drawnAt, end);
    this.#drawnAt = end;
    for (const at of this.#handled.splice(0)) this.#values.inputLatency.add(end - at, end);
  }

  worked(): void {}

  /**
   * Suspends measuring at `now`. The time until `resume` does not count, and keys that are pressed
   * before `resume` are ignored.
   */
  suspend(now: number): void {
    if (!this.#isSuspended) this.#suspendedAt = now;
    this.#drawnAt = NaN;
    this.#pressed = [];
    this.#handled = [];
  }

  resume(now: number): void {
    if (!this.#isSuspended) return;
    const pause = now - this.#suspendedAt;
    for (let i = 0; i < this.#updatedAt.length; i++) this.#updatedAt[i]! += pause;
    this.#suspendedAt = NaN;
    this.#resumedAt = now;
  }

  /** The figures at `now`. */
  take(now: number): Vitals {
    return record((name) => this.#values[name].take(now));
  }

  get #isSuspended(): boolean {
    return !Number.isNaN(this.#suspendedAt);
  }

  #isNearby({ x, y }: Entity): boolean {
    for (const player of this.#world.players) if (Math.hypot(player.x - x, player.y - y) < near) return true;
    return false;
  }
}

function record<Value>(valueOf: (name: VitalName) => Value): Record<VitalName, Value> {
  return Object.fromEntries(vitalNames.map((name) => [name, valueOf(name)])) as Record<VitalName, Value>;
}
