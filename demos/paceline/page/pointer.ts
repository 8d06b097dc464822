/** Time in ms without input after which the pointer moves by itself. */
const idleTime = 4000;

/** A point from 0 to 1 in both directions. Without input it moves by itself. */
export class Pointer {
  x = 0.5;
  y = 0.5;
  #movedAt = -Infinity;
  #phase = 0; // ms of movement without input
  #time = 0;

  moveTo(x: number, y: number): void {
    this.x = Math.min(1, Math.max(0, x));
    this.y = Math.min(1, Math.max(0, y));
    this.#movedAt = this.#time;
  }

  /** `time` in ms never decreases. */
  advanceTo(time: number): void {
    const elapsed = time - this.#time;
    this.#time = time;
    if (time - this.#movedAt < idleTime) return;
    this.#phase += elapsed;
    // Moves only a part of the way, so that there is no jump after input.
    const share = 1 - Math.exp(-elapsed / 300);
    this.x += (0.5 + 0.42 * Math.sin(this.#phase / 1100) - this.x) * share;
    this.y += (0.5 + 0.36 * Math.sin(this.#phase / 700) - this.y) * share;
  }
}
