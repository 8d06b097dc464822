import type { IncomingMessage } from 'node:http';

/** A client that asks for a session, for another connection of one, or for a plain WebSocket. */
export interface ClientInfo {
  readonly request: IncomingMessage;
  /** What the client gave as `credentials`; empty if it gave none, and for plain WebSockets. */
  readonly credentials: string;
}
