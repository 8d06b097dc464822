import type { Host } from './host.ts';

/**
 * A host on simulated time, deterministic: time passes only where the program says so ({@link spend}) and between
 * turns. Timing tests and simulations run on it.
 *
 * ```ts
 * const host = new VirtualHost();
 * const loop = new EventLoop({ host });
 * loop.submit(new Task(() => host.spend(3)), 1); // a task that costs 3 ms
 * host.advanceTo(100);
 * ```
 */
export class VirtualHost implements Host {
  #time = 0;
  #wakeAt = Infinity;
  #turn: () => void = () => {};

  now(): number {
    return this.#time;
  }

  attach(turn: () => void): void {
    this.#turn = turn;
  }

  wake(delay: number): void {
    this.#wakeAt = this.#time + Math.max(0, delay);
  }

  detach(): void {
    this.#wakeAt = Infinity;
  }

  /** Lets `cost` ms pass, as work does that keeps its thread. */
  spend(cost: number): void {
    if (!(cost >= 0 && cost < Infinity)) {
      throw new RangeError(`VirtualHost.spend: cost must be a finite number of ms ≥ 0, got ${cost}`);
    }
    this.#time += cost;
  }

  /** Gives the loop all turns that it asks for up to `time`, in ms; a turn under way then is finished. */
  advanceTo(time: number): void {
    while (this.#wakeAt <= time) {
      this.#time = Math.max(this.#time, this.#wakeAt);
      this.#wakeAt = Infinity;
      this.#turn();
    }
    this.#time = Math.max(this.#time, time);
  }
}
