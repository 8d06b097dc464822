/** Ms without a touch after which it moves by itself again. */
const patience = 4000;

/** Something to be moved, from 0 to 1 each way. Whoever does not move it sees it move. */
export class Pointer {
  x = 0.5;
  y = 0.5;
  #movedAt = -Infinity;
  #phase = 0; // ms that it has moved by itself
  #time = 0;

  moveTo(x: number, y: number): void {
    this.x = Math.min(1, Math.max(0, x));
    this.y = Math.min(1, Math.max(0, y));
    this.#movedAt = this.#time;
  }

  /** `time`: ms, which never go back. */
  advanceTo(time: number): void {
    const elapsed = time - this.#time;
    this.#time = time;
    if (time - this.#movedAt < patience) return;
    this.#phase += elapsed;
    // A little of the way each time, so that it does not jump from where it was left.
    const share = 1 - Math.exp(-elapsed / 300);
    this.x += (0.5 + 0.42 * Math.sin(this.#phase / 1100) - this.x) * share;
    this.y += (0.5 + 0.36 * Math.sin(this.#phase / 700) - this.y) * share;
  }
}
