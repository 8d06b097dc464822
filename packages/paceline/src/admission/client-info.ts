import type { IncomingMessage } from 'node:http';

/** A client that connects: to open a session, to add a connection to one, or as a plain WebSocket. */
export interface ClientInfo {
  readonly request: IncomingMessage;
  /** The client's option `credentials`; empty if it gave none, and for plain WebSockets. */
  readonly credentials: string;
}
