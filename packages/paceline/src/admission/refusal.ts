import type { IncomingMessage } from 'node:http';

/**
 * Reason why a connection was refused. By the upgrade request: 'path', 'protocol', 'host', 'origin', 'handshake' (it is no valid WebSocket handshake),
 * 'verifyClient' (the hook of a PacelineWebSocketServer) and 'closing' (the server is closing), and
 * for plain WebSockets 'notAuthenticated', 'internalError' (`authenticate` has failed) and 'timeout'. After the upgrade, by the client's first frame:
 * 'badFrame', 'otherVersion', 'timeout', 'notAuthenticated', 'internalError', 'otherUser', 'unknownSession', 'otherServer' and 'tooMany', as in `closeCode`.
 */
export type RefusalReason =
  | 'badFrame'
  | 'closing'
  | 'handshake'
  | 'host'
  | 'internalError'
  | 'notAuthenticated'
  | 'origin'
  | 'otherServer'
  | 'otherUser'
  | 'otherVersion'
  | 'path'
  | 'protocol'
  | 'timeout'
  | 'tooMany'
  | 'unknownSession'
  | 'verifyClient';

/** A connection that a server has refused. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** The requirement, and the given value. */
  readonly message: string;
  /** The compared values, by name, such as `origin` and `origins`. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
}

/** Receives each refusal. */
export type OnRefused = (refusal: Refusal) => unknown;
