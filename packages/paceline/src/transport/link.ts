import type { KernelState } from '../control/latency-controller.ts';
import type { Bytes } from '../wire/bytes.ts';

/** A connection that keeps the order and the boundaries of frames: a WebSocket, or a simulated one. */
export interface Link {
  send(frame: Bytes): void;
  /** Closes the connection; no frame arrives from then on. `code`: see `closeCode`. */
  close(code: number, reason: string): void;
  /** Ends the connection without a closing handshake. */
  terminate?(): void;
  /** Bytes that were given to `send` and not to the operating system, as far as that is known. */
  readonly buffered: number;
  /** Host of the peer, see `ConnectionInfo`. */
  readonly host?: string | undefined;
  /** State of the connection in the kernel; undefined: not known. */
  kernel?(): KernelState | undefined;
}
