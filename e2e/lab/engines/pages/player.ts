import type { Point } from './scenes/engine-scene.ts';
import type { Swimmer } from './school.ts';

/** An entity that each key turns around. Measures the time from the time stamp of a key event until a frame that shows the turn is drawn. */
export class Player implements Swimmer {
  readonly at: Point;
  heading = 0;
  lived = 0;
  /** Input latencies in ms. */
  readonly latencies: number[] = [];
  #pressed: number[] = []; // time stamps of events that no update has seen
  #turned: number[] = []; // time stamps of events that an update has seen since the last frame

  constructor(at: Point) {
    this.at = at;
    addEventListener('keydown', ({ repeat, timeStamp }) => {
      if (!repeat) this.#pressed.push(timeStamp);
    });
  }

  update(elapsed: number): void {
    this.lived += elapsed;
    for (const time of this.#pressed.splice(0)) {
      this.heading += Math.PI;
      this.#turned.push(time);
    }
    this.at.x += Math.cos(this.heading) * 0.02 * elapsed;
  }

  /** A frame was drawn at `now`. */
  drawn(now: number): void {
    for (const time of this.#turned.splice(0)) this.latencies.push(now - time);
  }
}
