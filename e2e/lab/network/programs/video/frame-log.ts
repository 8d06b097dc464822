import { layers, frameRate } from './video.ts';

interface Arrival {
  readonly frame: number;
  readonly layer: number;
  /** Latency in ms. */
  readonly latency: number;
}

/** The received layers of a video, with their latencies. */
export class FrameLog {
  #arrivals: Arrival[] = [];
  /** Estimate of the time at which frame 0 was sent. NaN if nothing has arrived. */
  #began = NaN;

  add(arrival: Arrival, sentAt: number): void {
    if (Number.isNaN(this.#began)) this.#began = sentAt - (1000 * arrival.frame) / frameRate;
    this.#arrivals.push(arrival);
  }

  /** Returns the latency of each layer, in ms, of the frames sent in [from, to). Null: the layer did not arrive. */
  between(from: number, to: number): (number | null)[][] {
    const first = this.#numberAt(from);
    const frames = Array.from({ length: Math.max(0, this.#numberAt(to) - first) }, () =>
      Array.from({ length: layers }, (): number | null => null),
    );
    for (const { layer, frame, latency } of this.#arrivals) {
      const row = frames[frame - first];
      if (row !== undefined) row[layer] = Math.round(latency * 10) / 10;
    }
    return frames;
  }

  #numberAt(time: number): number {
    const began = Number.isNaN(this.#began) ? 0 : this.#began; // without arrivals only the number of frames matters
    return Math.ceil(((time - began) * frameRate) / 1000);
  }
}
