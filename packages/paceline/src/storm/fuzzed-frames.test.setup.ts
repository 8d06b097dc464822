import { below, type Chance, logUniform, oneOf, weighted } from '../../../chance.test.setup.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { maxFrameSize } from '../wire/layout.ts';

/** Maximum bytes of a payload. */
const maxPayload = 2000;

/** Integers at the bounds of varints and of limits. */
const bounds = [
  0,
  1,
  63,
  64,
  16_383,
  16_384,
  2 ** 30 - 1,
  2 ** 30,
  2 ** 40,
  2 ** 40 + 1,
  Number.MAX_SAFE_INTEGER,
];

/** Frames of a hostile endpoint: valid ones that build on each other, ones with mutated bytes, and random bytes. */
export class FuzzedFrames {
  /** Bytes of the frames so far. */
  bytes = 0;
  #chance: Chance;
  #message = 0;
  #stream: number;
  #opened: number[] = [];
  #begun: { readonly message: number; readonly total: number; offset: number }[] = [];

  /** `firstStream`: the number of the first stream that the endpoint may open. */
  constructor(chance: Chance, firstStream: 1 | 2) {
    this.#chance = chance;
    this.#stream = firstStream;
  }

  /** The next frame of a session. */
  next(): Uint8Array<ArrayBuffer> {
    const isRandom = this.#chance() < 0.03;
    return this.mutate(isRandom ? this.#random(logUniform(this.#chance, 1, maxPayload)) : this.#records());
  }

  /** Another session has begun. */
  restart(firstStream: 1 | 2): void {
    this.#message = 0;
    this.#stream = firstStream;
    this.#begun = [];
    this.#opened = [];
  }

  /**
   * Changes only one frame in five: the first invalid frame ends the session, so most frames must stay valid.
   */
  mutate(frame: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const mutated = this.#chance() < 0.8 ? frame : this.#mutated(frame);
    this.bytes += mutated.length;
    return mutated;
  }

  #mutated(frame: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const chance = this.#chance;
    const at = below(chance, frame.length + 1);
    const [head, tail] = [frame.subarray(0, at), frame.subarray(at)];
    const kind = below(chance, 5);
    if (kind === 0) return head.slice();
    if (kind === 1) return join(head, this.#random(1 + below(chance, 8)), tail);
    if (kind === 2) return join(head, frame.subarray(below(chance, frame.length + 1)));
    if (kind === 3 && chance() < 0.02) return join(frame, this.#random(maxFrameSize));
    const flipped = frame.slice();
    for (let i = logUniform(chance, 1, 8); i > 0; i--)
      if (frame.length > 0) flipped[below(chance, frame.length)]! ^= 1 << below(chance, 8);
    return flipped;
  }

  #records(): Uint8Array<ArrayBuffer> {
    const writer = new FrameWriter();
    for (let i = logUniform(this.#chance, 1, 6); i > 0; i--) weighted(this.#chance, this.#kinds)(writer);
    return writer.take();
  }

  readonly #kinds: readonly (readonly [weight: number, write: (writer: FrameWriter) => void])[] = [
    [20, (to) => to.whole(this.#newMessage(), this.#anyStream(), this.#chance() < 0.5, this.#payload())],
    [8, (to) => this.#start(to)],
    [12, (to) => this.#goOn(to)],
    [5, (to) => to.cancel(this.#any(this.#message), this.#anyStream(), this.#any(maxPayload))],
    [6, (to) => this.#open(to)],
    [1, (to) => to.closeStream(this.#anyStream(), this.#any(2))],
    [2, (to) => to.stopStream(this.#anyStream())],
    [3, (to) => to.ack(this.#any(1), this.#any(1000), this.#any(1000))],
    [3, (to) => to.ping(this.#any(100))],
    [1, (to) => to.pong(this.#any(100))],
    [3, (to) => to.failover(this.#any(10))],
    [3, (to) => to.credit(this.#any(2 ** 21))],
    [3, (to) => to.streamCredit(this.#anyStream(), this.#any(2 ** 21))],
    [2, (to) => to.restart(this.#any(10))],
    [1, (to) => to.resumed(0)],
    [1, (to) => to.suspend(0)],
    [1, (to) => to.end(this.#any(5000), 'over')],
    [1, (to) => to.terminate(this.#any(5000), 'over')],
  ];

  #start(to: FrameWriter): void {
    const message = this.#newMessage();
    const payload = this.#payload();
    const total = payload.length + this.#any(maxPayload);
    to.start({ message, stream: this.#anyStream(), isText: this.#chance() < 0.5, total }, payload);
    this.#begun.push({ message, total, offset: payload.length });
  }

  #goOn(to: FrameWriter): void {
    const begun = this.#begun[below(this.#chance, this.#begun.length + 1)];
    if (begun === undefined && this.#chance() < 0.95) return this.#start(to);
    if (begun === undefined) return to.more(this.#any(10), this.#any(maxPayload), this.#payload());
    const payload = this.#random(
      Math.min(begun.total - begun.offset, logUniform(this.#chance, 1, maxPayload)),
    );
    to.more(begun.message, begun.offset, payload);
    begun.offset += payload.length;
    if (begun.offset >= begun.total) this.#begun.splice(this.#begun.indexOf(begun), 1);
  }

  #open(to: FrameWriter): void {
    to.openStream(this.#stream, oneOf(this.#chance, ['', 'a label', 'é'.repeat(600)]), this.#chance() < 0.5);
    this.#opened.push(this.#stream);
    this.#stream += 2;
  }

  #newMessage(): number {
    return this.#chance() < 0.95 ? this.#message++ : this.#any(this.#message + 10);
  }

  #anyStream(): number {
    const isMain = this.#opened.length === 0 || this.#chance() < 0.6;
    if (this.#chance() < 0.03) return this.#any(this.#stream + 2);
    return isMain ? 0 : oneOf(this.#chance, this.#opened);
  }

  /** A random integer: usually from 0 to `limit`, sometimes one of `bounds`. */
  #any(limit: number): number {
    return this.#chance() < 0.98 ? below(this.#chance, limit + 1) : oneOf(this.#chance, bounds);
  }

  #payload(): Uint8Array {
    const length = logUniform(this.#chance, 1, maxPayload) - 1;
    return this.#chance() < 0.9 ? new Uint8Array(length).fill(120) : this.#random(length);
  }

  #random(length: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length }, () => below(this.#chance, 256));
  }
}

/** Concatenates byte arrays. */
export function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
