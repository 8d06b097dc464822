import { fileFormat } from '../bytes/format-start.ts';
import { crc32 } from './crc32.ts';

/** The type and the payload of a chunk. */
export type ChunkParts = readonly [type: number, payload: Iterable<number>];

/** The payload of a chunk that describes the thread 0. */
export const thread: ChunkParts = [2, [0, ...new TextEncoder().encode('{"name":"main"}')]];

/** Returns a file of chunks, with right checksums. */
export function fileOf(...chunks: readonly ChunkParts[]): Uint8Array {
  const bytes = [...fileFormat.magic, fileFormat.version];
  let checksum = 0;
  for (const [type, payload] of chunks) {
    const contents = Uint8Array.from(payload);
    const head = [type, ...bytesOf(contents.length)];
    checksum = crc32(Uint8Array.from(head), checksum);
    bytes.push(...head, ...bytesOf(checksum), ...contents);
    checksum = crc32(contents, checksum);
    bytes.push(...bytesOf(checksum));
  }
  return Uint8Array.from(bytes);
}

/** Returns the chunks of a file whose checksums are right. */
export function chunksOf(file: Uint8Array): ChunkParts[] {
  const chunks: ChunkParts[] = [];
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  for (let at = fileFormat.headLength; at < file.length;) {
    const length = view.getUint32(at + 1, true);
    chunks.push([file[at]!, file.subarray(at + 9, at + 9 + length)]);
    at += length + 13;
  }
  return chunks;
}

function bytesOf(number: number): Uint8Array {
  return new Uint8Array(Uint32Array.of(number).buffer);
}
