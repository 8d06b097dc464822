import type { IncomingMessage } from 'node:http';

/** A client that asks for a session, or for another connection of one. */
export interface ClientInfo {
  readonly request: IncomingMessage;
  /** What the client gave as `credentials`. */
  readonly credentials: string;
}
