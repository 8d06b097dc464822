/** The head of a message of an adaptation window. */
export interface WindowHead {
  /** Time in ms on a clock that both endpoints share. */
  readonly sentAt: number;
  /** Number of the window. */
  readonly window: number;
  /** Rank within the window. The message of rank 0 is the most important one. */
  readonly rank: number;
}

/** Bytes of a message: about a packet, as in the thesis of Goel. */
export const messageSize = 1400;

export function windowMessageOf({ rank, sentAt, window }: WindowHead): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(messageSize);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, sentAt);
  view.setUint32(8, window);
  view.setUint32(12, rank);
  return bytes;
}

export function windowHeadOf(bytes: Uint8Array): WindowHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { sentAt: view.getFloat64(0), window: view.getUint32(8), rank: view.getUint32(12) };
}
