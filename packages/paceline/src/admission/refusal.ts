import type { IncomingMessage } from 'node:http';

/**
 * Reason why a connection was refused. Before the upgrade: 'path', 'protocol', 'host', 'origin',
 * 'handshake' (the request is no valid WebSocket handshake), 'verifyClient' (the hook of a
 * PacelineWebSocketServer) and 'closing' (the server is closing); for plain WebSockets also
 * 'notAuthenticated', 'internalError' (`authenticate` has failed) and 'timeout'. After the upgrade,
 * for clients that speak Paceline: 'badFrame', 'otherVersion', 'timeout', 'notAuthenticated',
 * 'internalError', 'otherUser', 'unknownSession', 'otherServer' and 'tooMany', as in `closeCode`,
 * and 'closing'.
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
  /** Description for the application: the requirement and, where there is one, the given value. */
  readonly message: string;
  /** The compared values, by name, such as `origin` and `origins`. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
}

/** Receives each refusal. */
export type OnRefused = (refusal: Refusal) => unknown;
