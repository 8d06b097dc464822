/** What a program sends by one call. */
export interface Part {
  readonly data: string | Buffer | Blob;
  readonly binary: boolean;
  /** Whether it is the last part of its message. */
  readonly fin: boolean;
}

/** A message that is complete. */
export interface Parts {
  readonly data: string | Buffer;
  readonly binary: boolean;
}

type Done = (error?: Error) => void;

/** Puts messages together that are sent in parts, and keeps their order while Blobs are read. All else is sent at once. */
export class SendQueue {
  /** Bytes that wait here. */
  bytes = 0;
  #send: (message: Parts, done: Done | undefined) => void;
  #parts: Part[] = [];
  #reading: Promise<void> | undefined;

  constructor(send: (message: Parts, done: Done | undefined) => void) {
    this.#send = send;
  }

  add(part: Part, done: Done | undefined): void {
    const isSimple = part.fin && this.#parts.length === 0 && this.#reading === undefined;
    if (isSimple && !(part.data instanceof Blob))
      return this.#send({ data: part.data, binary: part.binary }, done);
    this.#parts.push(part);
    this.bytes += sizeOf(part);
    if (part.fin) this.#finish(this.#parts.splice(0), done);
    else if (done !== undefined) queueMicrotask(done);
  }

  /** Calls back when what was added so far has been sent. */
  whenEmpty(call: () => void): void {
    if (this.#reading === undefined) call();
    else void this.#callAfter(this.#reading, call);
  }

  #finish(parts: readonly Part[], done: Done | undefined): void {
    const mustWait = this.#reading !== undefined || parts.some(({ data }) => data instanceof Blob);
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
    try {
      await before;
      this.#join(parts, await Promise.all(parts.map(readBytes)), done);
    } catch (error) {
      this.bytes -= parts.reduce((sum, part) => sum + sizeOf(part), 0);
      done?.(error as Error);
    }
  }

  #join(parts: readonly Part[], bytes: readonly Buffer[], done: Done | undefined): void {
    this.bytes -= parts.reduce((sum, part) => sum + sizeOf(part), 0);
    const { binary } = parts[0]!;
    const whole = Buffer.concat(bytes);
    this.#send({ data: binary ? whole : whole.toString(), binary }, done);
  }
}

function sizeOf({ data }: Part): number {
  return data instanceof Blob ? data.size : Buffer.byteLength(data);
}

function bytesOf({ data }: Part): Buffer {
  return Buffer.from(data as Buffer);
}

async function readBytes({ data }: Part): Promise<Buffer> {
  return data instanceof Blob ? Buffer.from(await data.arrayBuffer()) : Buffer.from(data as Buffer);
}
