/** An emission of particles. Lengths are in cells, times in seconds. */
export interface Emission {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** 0xRRGGBB. */
  readonly color: number;
  /** Maximum speed of a particle in its random direction. */
  readonly speed: number;
  /** Velocity that is added to that of each particle. */
  readonly vx?: number;
  readonly vy?: number;
  readonly life: number;
  readonly gravity?: number;
}

/**
 * Sparks and debris without effects on the game, in plain tables. If the tables are full, new
 * particles replace old ones. Particles use `Math.random`, because replays do not have to repeat
 * them.
 */
export class Particles {
  /** Number of particles: the first `count` of each table. */
  count = 0;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly color: Uint32Array;
  /** Remaining life of each, 1 to 0. */
  readonly left: Float32Array;
  #vx: Float32Array;
  #vy: Float32Array;
  #gravity: Float32Array;
  #fading: Float32Array; // decrease of `left` per second
  #next = 0;

  constructor(capacity: number) {
    const table = (): Float32Array => new Float32Array(capacity);
    [this.x, this.y, this.left, this.#vx, this.#vy, this.#gravity, this.#fading] = [
      table(),
      table(),
      table(),
      table(),
      table(),
      table(),
      table(),
    ];
    this.color = new Uint32Array(capacity);
  }

  emit({ x, y, count, color, speed, vx = 0, vy = 0, life, gravity = 0 }: Emission): void {
    for (let i = 0; i < count; i++) {
      const at = this.#place();
      const angle = 2 * Math.PI * Math.random();
      const pace = speed * Math.sqrt(Math.random());
      this.x[at] = x;
      this.y[at] = y;
      this.#vx[at] = vx + pace * Math.cos(angle);
      this.#vy[at] = vy + pace * Math.sin(angle);
      this.#gravity[at] = gravity;
      this.#fading[at] = 1 / (life * (0.5 + 0.5 * Math.random()));
      this.left[at] = 1;
      this.color[at] = color;
    }
  }

  /** Advances all by `seconds`. */
  move(seconds: number): void {
    const slow = Math.exp(-1.6 * seconds);
    for (let i = 0; i < this.count; i++) {
      this.left[i]! -= this.#fading[i]! * seconds;
      if (this.left[i]! <= 0) {
        this.#remove(i--);
        continue;
      }
      this.#vx[i]! *= slow;
      this.#vy[i] = this.#vy[i]! * slow + this.#gravity[i]! * seconds;
      this.x[i]! += this.#vx[i]! * seconds;
      this.y[i]! += this.#vy[i]! * seconds;
    }
  }

  #place(): number {
    if (this.count < this.x.length) return this.count++;
    this.#next = (this.#next + 1) % this.x.length;
    return this.#next;
  }

  #remove(i: number): void {
    const last = --this.count;
    for (const table of [this.x, this.y, this.left, this.#vx, this.#vy, this.#gravity, this.#fading]) {
      table[i] = table[last]!;
    }
    this.color[i] = this.color[last]!;
  }
}
