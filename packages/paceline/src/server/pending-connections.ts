import type { IncomingMessage } from 'node:http';
import type { EventLoop } from '@doha/loop';
import type { RawData, WebSocket } from 'ws';
import { Deadline } from '../timers/deadline.ts';
import type { Session } from '../session/session.ts';
import { frameOf } from '../transport/socket-link.ts';
import { closeCode } from '../wire/close-code.ts';
import { recordType } from '../wire/layout.ts';
import type { ClientInfo } from './client-info.ts';
import type { Refusals } from './refusals.ts';
import type { ServerLink } from './server-link.ts';

/** A WebSocket that speaks Paceline, and what is called with its session if it begins one. */
export interface PendingConnection {
  readonly socket: WebSocket;
  readonly link: ServerLink;
  readonly request: IncomingMessage;
  readonly begun: (session: Session, client: ClientInfo) => unknown;
}

export interface PendingConnectionsParts {
  readonly loop: EventLoop;
  readonly refusals: Refusals;
  /** Ms until a client hello must have arrived, and been answered. */
  readonly timeout: number;
  /** Answers the first frame of a client; undefined: it is a text. */
  readonly admit: (frame: Uint8Array | undefined, arrival: PendingConnection) => Promise<void>;
}

/** Connections that belong to no session yet. Each is admitted, or refused by name. */
export class PendingConnections {
  #parts: PendingConnectionsParts;
  #waiting: Set<PendingConnection> = new Set();

  constructor(parts: PendingConnectionsParts) {
    this.#parts = parts;
  }

  add(arrival: PendingConnection): void {
    const { admit, loop, refusals, timeout } = this.#parts;
    const { socket } = arrival;
    let missing = 'no client hello';
    const late = new Deadline(loop, () => {
      end();
      const told = `${missing} came within ${timeout} ms`;
      refusals.refuse(arrival, 'timeout', { told, values: { timeout } });
    });
    const early = (data: RawData, isBinary: boolean): void => {
      if (socket.readyState !== socket.OPEN) return; // refused already
      end();
      const isGivenUp = binaryOf(data, isBinary)?.[0] === recordType.terminate;
      if (isGivenUp) arrival.link.close(closeCode.terminated, '');
      else refusals.refuse(arrival, 'badFrame', { told: 'a frame came before the server hello' });
    };
    const end = (): void => {
      socket.off('message', early);
      late.set(Infinity);
      this.#waiting.delete(arrival);
    };
    const answer = async (frame: Uint8Array | undefined): Promise<void> => {
      if (socket.readyState !== socket.OPEN) return; // refused already
      socket.on('message', early);
      missing = 'no answer of authenticate';
      await admit(frame, arrival);
      end();
    };
    late.set(loop.host.now() + timeout);
    this.#waiting.add(arrival);
    socket.once('close', end);
    socket.once('message', (data, isBinary) => void answer(binaryOf(data, isBinary)));
    // `ws` has refused a frame: it closes the connection by itself.
    socket.on('error', ({ message }) => {
      if (this.#waiting.has(arrival)) refusals.tellBadFrame(arrival, message);
      end();
    });
  }

  /** Refuses all that wait, because the server is closing. */
  refuse(): void {
    for (const arrival of this.#waiting) {
      this.#waiting.delete(arrival);
      this.#parts.refusals.refuseClosing(arrival);
    }
  }
}

/** A frame; undefined: it was a text, of which `ws` tells the bytes, too. */
export function binaryOf(data: RawData, isBinary: boolean): Uint8Array | undefined {
  return isBinary ? frameOf(data) : undefined;
}
