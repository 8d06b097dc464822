/** Receives messages and records of streams. Methods return a description of the fault, if any. */
export interface StreamReceiver {
  /** `message`: the number of the message. */
  received(stream: number, isText: boolean, bytes: Uint8Array, message: number): string | undefined;
  peerOpened(stream: number, label: string, isTwoWay: boolean): string | undefined;
  peerClosed(stream: number, how: number): string | undefined;
  peerCancelled(stream: number): string | undefined;
  granted(stream: number, bytes: number): string | undefined;
}
