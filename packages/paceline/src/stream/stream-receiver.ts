/** Receives what arrives by streams. Returns what is wrong with it, if anything is. */
export interface StreamReceiver {
  received(stream: number, isText: boolean, bytes: Uint8Array): string | undefined;
  peerOpened(stream: number, label: string, isTwoWay: boolean): string | undefined;
  peerClosed(stream: number, how: number): string | undefined;
  peerCancelled(stream: number): string | undefined;
  granted(stream: number, bytes: number): string | undefined;
}
