import type { KernelState } from '../control/latency-controller.ts';

/** A connection that keeps order and the bounds of frames, as a WebSocket does, or a simulated one. */
export interface Link {
  send(frame: Uint8Array<ArrayBuffer>): void;
  /** Ends it from this side; nothing comes by it from then on. `code`: see `closeCode`. */
  close(code: number, reason: string): void;
  /** Ends it without a closing handshake. */
  terminate?(): void;
  /** Bytes that were given to `send` and not to the system, as far as that is known. */
  readonly buffered: number;
  /** What the system says of it. */
  kernel?(): KernelState | undefined;
}
