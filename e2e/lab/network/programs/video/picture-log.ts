import { layers, pictureRate } from './video.ts';

interface Arrival {
  readonly picture: number;
  readonly layer: number;
  /** Ms that it took. */
  readonly took: number;
}

/** Which layers of a video have come, and how long they took. */
export class PictureLog {
  #arrivals: Arrival[] = [];
  /** When the first picture, of number 0, was sent, as far as that shows. */
  #began = NaN;

  note(arrival: Arrival, sentAt: number): void {
    if (Number.isNaN(this.#began)) this.#began = sentAt - (1000 * arrival.picture) / pictureRate;
    this.#arrivals.push(arrival);
  }

  /** Ms that each layer of each picture took that was sent from `from` on and before `to`; null: it has not come. */
  between(from: number, to: number): (number | null)[][] {
    const first = this.#numberAt(from);
    const pictures = Array.from({ length: Math.max(0, this.#numberAt(to) - first) }, () =>
      Array.from({ length: layers }, (): number | null => null),
    );
    for (const { layer, picture, took } of this.#arrivals) {
      const row = pictures[picture - first];
      if (row !== undefined) row[layer] = Math.round(took * 10) / 10;
    }
    return pictures;
  }

  #numberAt(time: number): number {
    const began = Number.isNaN(this.#began) ? 0 : this.#began; // nothing has come: any numbers will do
    return Math.ceil(((time - began) * pictureRate) / 1000);
  }
}
