import type { IncomingMessage } from 'node:http';

/** A client that opens a session, another connection of a session, or a plain WebSocket. */
export interface ClientInfo {
  readonly request: IncomingMessage;
  /** The client's option `credentials`; empty if it gave none, and for plain WebSockets. */
  readonly credentials: string;
}
