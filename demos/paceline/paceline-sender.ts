import type { Message, Session, Stream } from '@doha/paceline';
import type { Weights } from './settings.ts';
import type { Outlet, Parcel } from './traffic.ts';

/** Ms after which a picture is of no use, and an input neither. */
const pictureExpiry = 300;
const inputExpiry = 10_000;

/** Bytes of the download that wait, at the most: the rest of it need not be in memory. */
const mostWaiting = 65_536;

/** Sends messages by Paceline: what plays in one stream by priority, and beside it the download. */
export class PacelineOutlet implements Outlet {
  #session: Session;
  #weights: Weights;
  #play: Stream;
  #download: Stream;
  #downloading: Message[] = [];

  constructor(session: Session, weights: Weights) {
    this.#session = session;
    this.#weights = weights;
    this.#play = session.stream({ label: 'play', weight: weights.play });
    this.#download = session.stream({ label: 'download', weight: weights.download });
  }

  /** A stream keeps its weight: what is sent from now on goes by others. */
  weigh(weights: Weights): void {
    const { download, play } = this.#weights;
    if (weights.play === play && weights.download === download) return;
    this.#play.close();
    this.#download.close();
    this.#weights = weights;
    this.#play = this.#session.stream({ label: 'play', weight: weights.play });
    this.#download = this.#session.stream({ label: 'download', weight: weights.download });
  }

  send({ bytes, kind, priority }: Parcel): void {
    switch (kind) {
      case 'inputs':
        this.#play.send(bytes, { priority, expiresIn: inputExpiry });
        break;
      case 'positions':
        this.#play.latest('positions', bytes, { priority });
        break;
      case 'video':
        this.#play.send(bytes, { priority, expiresIn: pictureExpiry });
        break;
      case 'download':
        this.#goOn(bytes);
        break;
    }
  }

  #goOn(bytes: Uint8Array<ArrayBuffer>): void {
    this.#downloading = this.#downloading.filter(({ status }) => status === 'queued' || status === 'sending');
    const waiting = this.#downloading.reduce((sum, { size }) => sum + size, 0);
    if (waiting < mostWaiting) this.#downloading.push(this.#download.send(bytes));
  }
}
