import type { LinkEndpoint, LinkListener } from '../virtual/virtual-link.ts';
import { type FrameReceiver, readFrame } from '../wire/read-frame.ts';
import type { VirtualSocket } from './virtual-socket.test.setup.ts';

/** The hostile endpoint of a connection, whose frames are chosen by a storm. */
export class FuzzPeer implements LinkEndpoint {
  readonly buffered = 0;
  listener: LinkListener | undefined;
  /** Number of frames that arrived. */
  received = 0;
  /**
   * Code and reason with which the attacked endpoint has closed the connection; undefined: it has
   * not.
   */
  closed: { readonly code: number; readonly reason: string } | undefined;
  /** Codes of the records `end` and `terminate` that this endpoint has sent by chance. */
  readonly endCodes: Set<number> = new Set();

  send(): void {
    this.received++;
  }

  close(code: number, reason: string): void {
    this.closed = { code, reason };
  }

  /** Sends a frame, unless the connection has ended. */
  sendFrame(frame: Uint8Array): void {
    readFrame(frame, this.#codeReader);
    if (this.closed === undefined) this.listener?.received(frame);
  }

  readonly #codeReader = new Proxy({} as FrameReceiver, {
    get: (_, record) => (code: number) =>
      void (record === 'terminate' || record === 'end' ? this.endCodes.add(code) : undefined),
  });

  /**
   * Ends the connection. The attacked endpoint gets `code`, or its own code if it has closed the
   * connection.
   */
  cut(code: number): void {
    const { listener } = this;
    this.listener = undefined;
    if (this.closed === undefined) listener?.closed(code, '');
    else listener?.closed(this.closed.code, '');
  }
}

/** Opens a socket whose peer is hostile. */
export function attack(socket: VirtualSocket): FuzzPeer {
  const peer = new FuzzPeer();
  socket.open(peer, () => {});
  return peer;
}
