import type { Message, Session, Stream } from '@doha/paceline';
import type { Weights } from './settings.ts';
import type { MessageSender, OutgoingMessage } from './traffic.ts';

/** Expiry of video frames and of inputs in ms. */
const frameExpiry = 300;
const inputExpiry = 10_000;

/**
 * While at least this many bytes of the endless download are queued, its further messages are
 * discarded, because they would fill the memory.
 */
const maxQueued = 65_536;

/** Sends messages by Paceline: one stream for inputs, positions and video by priority, and a second one for the download. */
export class PacelineSender implements MessageSender {
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

  /** Changes the weights. The weight of a stream is fixed, so this opens new streams for the following messages. */
  setWeights(weights: Weights): void {
    const { download, play } = this.#weights;
    if (weights.play === play && weights.download === download) return;
    this.#play.close();
    this.#download.close();
    this.#weights = weights;
    this.#play = this.#session.stream({ label: 'play', weight: weights.play });
    this.#download = this.#session.stream({ label: 'download', weight: weights.download });
  }

  send({ bytes, kind, priority }: OutgoingMessage): void {
    switch (kind) {
      case 'inputs':
        this.#play.send(bytes, { priority, expiresIn: inputExpiry });
        break;
      case 'positions':
        this.#play.latest('positions', bytes, { priority });
        break;
      case 'video':
        this.#play.send(bytes, { priority, expiresIn: frameExpiry });
        break;
      case 'download':
        this.#sendDownload(bytes);
        break;
    }
  }

  #sendDownload(bytes: Uint8Array<ArrayBuffer>): void {
    this.#downloading = this.#downloading.filter(({ status }) => status === 'queued' || status === 'sending');
    const queued = this.#downloading.reduce((sum, { size }) => sum + size, 0);
    if (queued < maxQueued) this.#downloading.push(this.#download.send(bytes));
  }
}
