/** The data of a message, or of a part of it, for a WebSocket of `ws`. */
export type WsData = string | Buffer | Blob;

/** Whether the value is a Blob, also of another realm; a simpler form of the test in `ws`. */
export function isBlob(data: unknown): data is Blob {
  if (typeof data !== 'object' || data === null) return false;
  const { arrayBuffer, [Symbol.toStringTag]: tag } = data as Partial<Blob> & Record<symbol, unknown>;
  return typeof arrayBuffer === 'function' && (tag === 'Blob' || tag === 'File');
}

/** The size of data in bytes. */
export function sizeOf(data: WsData): number {
  return isBlob(data) ? data.size : Buffer.byteLength(data);
}
