import { isBlob, sizeOf, type WsData } from './ws-data.ts';

/** The data of one call of `send`. */
export interface Part {
  readonly data: WsData;
  readonly binary: boolean;
  /** Whether it is the last part of its message. */
  readonly fin: boolean;
}

/** A complete message. */
export interface WholeMessage {
  readonly data: string | Buffer;
  readonly binary: boolean;
}

type Done = (error?: Error) => void;

/** The callbacks of a SendQueue. `done`: the callback that was given to `add`. */
export interface SendQueueCallbacks {
  send(message: WholeMessage, done: Done | undefined): void;
  /** Called when a part that is not the last one of its message has been queued. */
  queued(done: Done | undefined): void;
  /** Called when a Blob could not be read. */
  failed(error: Error, done: Done | undefined): void;
}

/** Joins messages that are sent in parts, and keeps the order of messages while Blobs are read. Other messages are sent at once. */
export class SendQueue {
  /** Bytes in the queue. */
  bytes = 0;
  #callbacks: SendQueueCallbacks;
  #parts: Part[] = [];
  #reading: Promise<void> | undefined;

  constructor(callbacks: SendQueueCallbacks) {
    this.#callbacks = callbacks;
  }

  add(part: Part, done: Done | undefined): void {
    const isSimple = part.fin && this.#parts.length === 0 && this.#reading === undefined;
    if (isSimple && !isBlob(part.data))
      return this.#callbacks.send({ data: part.data, binary: part.binary }, done);
    this.#parts.push(part);
    this.bytes += sizeOf(part.data);
    if (part.fin) this.#finish(this.#parts.splice(0), done);
    else this.#callbacks.queued(done);
  }

  /** Calls back when all complete messages that were added so far have been passed on, or have failed. */
  whenEmpty(call: () => void): void {
    if (this.#reading === undefined) call();
    else void this.#callAfter(this.#reading, call);
  }

  #finish(parts: readonly Part[], done: Done | undefined): void {
    const mustWait = this.#reading !== undefined || parts.some(({ data }) => isBlob(data));
    if (!mustWait) return this.#join(parts, parts.map(bytesOf), done);
    const reading = this.#readAfter(this.#reading, parts, done);
    this.#reading = reading;
    void this.#callAfter(reading, () => {
      if (this.#reading === reading) this.#reading = undefined;
    });
  }

  async #callAfter(reading: Promise<void>, call: () => void): Promise<void> {
    await reading;
    call();
  }

  async #readAfter(
    before: Promise<void> | undefined,
    parts: readonly Part[],
    done: Done | undefined,
  ): Promise<void> {
    await before;
    const read = await Promise.all(parts.map(readBytes)).catch((error: unknown) => error as Error);
    if (!(read instanceof Error)) return this.#join(parts, read, done);
    this.#subtractBytes(parts);
    this.#callbacks.failed(read, done);
  }

  #join(parts: readonly Part[], bytes: readonly Buffer[], done: Done | undefined): void {
    this.#subtractBytes(parts);
    const { binary } = parts[0]!;
    const whole = Buffer.concat(bytes);
    this.#callbacks.send({ data: binary ? whole : whole.toString(), binary }, done);
  }

  #subtractBytes(parts: readonly Part[]): void {
    this.bytes -= parts.reduce((sum, part) => sum + sizeOf(part.data), 0);
  }
}

function bytesOf({ data }: Part): Buffer {
  return Buffer.from(data as Buffer);
}

async function readBytes({ data }: Part): Promise<Buffer> {
  return isBlob(data) ? Buffer.from(await data.arrayBuffer()) : Buffer.from(data as Buffer);
}
