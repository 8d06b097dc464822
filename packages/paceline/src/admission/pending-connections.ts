import type { IncomingMessage } from 'node:http';
import type { EventLoop } from '@doha/loop';
import type { RawData, WebSocket } from 'ws';
import type { Session } from '../session/session.ts';
import { Deadline } from '../timers/deadline.ts';
import { frameOf } from '../transport/socket-link.ts';
import { closeCode } from '../wire/close-code.ts';
import { recordType } from '../wire/layout.ts';
import type { ClientInfo } from './client-info.ts';
import { isInvalidFrame } from './is-invalid-frame.ts';
import type { Refusals } from './refusals.ts';
import type { ServerLink } from './server-link.ts';

/** A WebSocket that speaks Paceline and has no session yet. */
export interface PendingConnection {
  readonly socket: WebSocket;
  readonly link: ServerLink;
  readonly request: IncomingMessage;
  /** Called with the session if the connection opens one. */
  readonly opened: (session: Session, client: ClientInfo) => unknown;
}

export interface PendingConnectionsParts {
  readonly loop: EventLoop;
  readonly refusals: Refusals;
  /** Ms until a client hello must have arrived, and `authenticate` must have answered. */
  readonly timeout: number;
  /**
   * Admits or refuses a client by its first frame (undefined for a text frame). Calls `endPending`
   * before the connection is added to a session.
   */
  readonly admit: (
    frame: Uint8Array | undefined,
    connection: PendingConnection,
    endPending: () => void,
  ) => Promise<void>;
}

/** Connections that have no session yet. Each is admitted, or refused with a reason. */
export class PendingConnections {
  #parts: PendingConnectionsParts;
  #waiting: Set<PendingConnection> = new Set();

  constructor(parts: PendingConnectionsParts) {
    this.#parts = parts;
  }

  add(connection: PendingConnection): void {
    const { admit, loop, refusals, timeout } = this.#parts;
    const { socket } = connection;
    let missingStep = 'no client hello';
    const deadline = new Deadline(loop, () => {
      end();
      const closeReason = `${missingStep} came within ${timeout} ms`;
      refusals.refuse(connection, 'timeout', { closeReason, values: { timeout } });
    });
    const receivedTooEarly = (data: RawData, isBinary: boolean): void => {
      if (socket.readyState !== socket.OPEN) return; // refused already
      end();
      const isGivenUp = binaryOf(data, isBinary)?.[0] === recordType.terminate;
      if (isGivenUp) connection.link.close(closeCode.terminated, '');
      else refusals.refuse(connection, 'badFrame', { closeReason: 'a frame came before the server hello' });
    };
    const end = (): void => {
      socket.off('message', receivedTooEarly);
      deadline.set(Infinity);
      this.#waiting.delete(connection);
    };
    const receivedHello = async (frame: Uint8Array | undefined): Promise<void> => {
      if (socket.readyState !== socket.OPEN) return; // refused already
      socket.on('message', receivedTooEarly);
      missingStep = 'no answer of authenticate';
      await admit(frame, connection, end);
      end();
    };
    deadline.set(loop.host.now() + timeout);
    this.#waiting.add(connection);
    socket.once('close', end);
    socket.once('message', (data, isBinary) => void receivedHello(binaryOf(data, isBinary)));
    socket.on('error', (error) => {
      if (this.#waiting.has(connection) && isInvalidFrame(error))
        refusals.reportBadFrame(connection, error.message);
      end();
    });
  }

  /** Refuses all connections, because the server is closing. */
  refuse(): void {
    for (const connection of this.#waiting) {
      this.#waiting.delete(connection);
      this.#parts.refusals.refuseClosing(connection);
    }
  }
}

/**
 * The bytes of a binary frame; undefined for a text frame, whose data `ws` passes as bytes, too.
 */
export function binaryOf(data: RawData, isBinary: boolean): Uint8Array | undefined {
  return isBinary ? frameOf(data) : undefined;
}
