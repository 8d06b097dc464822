import { checkKind } from '@doha/loop/options';
import type { Bytes } from '../bytes/bytes.ts';

/** The end of compressed bytes that were cut off. */
export class CompressedEnd extends Error {}

/** Bytes of a file in parts of any size. */
export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Returns the bytes of a source; if they were compressed by gzip, the original bytes. Throws the error of the source, a TypeError if a part is not a
 * Uint8Array, a {@link CompressedEnd} after the bytes that could be decompressed if the rest is missing, and a SyntaxError if the compressed bytes are
 * damaged.
 */
export async function* uncompressed(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  const parts = checked(source);
  const start: Uint8Array[] = [];
  try {
    while (start.reduce((sum, { length }) => sum + length, 0) < 2) {
      const { done, value } = await parts.next();
      if (done === true) break;
      start.push(value);
    }
    const [one, other] = start.flatMap((part) => [...part.subarray(0, 2)]);
    const isGzip = one === 0x1f && other === 0x8b;
    yield* isGzip ? decompressed(chained(start, parts)) : chained(start, parts);
  } finally {
    await parts.return();
  }
}

async function* checked(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  for await (const part of source) {
    checkKind('readRecording: a part of source', part instanceof Uint8Array, 'a Uint8Array', part);
    yield part;
  }
}

async function* chained(
  start: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* start;
  yield* rest;
}

async function* decompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const reader = readable.getReader();
  const feed = new Feed(source, writable);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    await feed.ended;
    if (feed.failure !== undefined) throw feed.failure.error;
    if (isCut(error, feed)) throw new CompressedEnd('the compressed bytes are cut off', { cause: error });
    throw new SyntaxError('the compressed bytes are damaged', { cause: error });
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/**
 * Whether decompression has failed because the last bytes are missing. Streams report this at their end, and damage before. Node's streams may report damage
 * of the last bytes after their end as well, but their errors have the codes of zlib.
 */
function isCut(error: unknown, feed: Feed): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('Z_') ? code === 'Z_BUF_ERROR' : feed.hasEnded;
}

/** Writes the parts of a source to a stream. */
class Feed {
  /** The error of the source, as opposed to that of the stream. */
  failure: { readonly error: unknown } | undefined;
  /** Whether the stream has accepted all bytes of the source. */
  hasEnded = false;
  /** Fulfilled when the source or the stream has ended. */
  readonly ended: Promise<void>;
  #writer: WritableStreamDefaultWriter<BufferSource>;

  constructor(source: AsyncIterable<Uint8Array>, stream: WritableStream<BufferSource>) {
    this.#writer = stream.getWriter();
    this.ended = this.#writeAll(source).catch(() => {}); // the reader of the stream gets its error
  }

  async #writeAll(source: AsyncIterable<Uint8Array>): Promise<void> {
    this.#writer.closed.catch(() => {});
    for await (const part of this.#untilFailure(source)) await this.#writer.write(part as Bytes);
    if (this.failure !== undefined) return this.#writer.abort(this.failure.error);
    this.hasEnded = true;
    await this.#writer.close();
  }

  async *#untilFailure(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      this.failure = { error };
    }
  }
}
