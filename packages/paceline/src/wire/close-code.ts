/**
 * Reasons for the end of a session, or of one of its channels: close codes of WebSocket (RFC 6455 §7.4.2), by name. An application
 * may use 3000 to 4999. Paceline defines codes from 4500 on, so 3000 to 4499 have no other meaning.
 */
export const closeCode = {
  /** Both endpoints have closed the session, and all messages have arrived. */
  normal: 1000,
  /** The server or the page goes away. A client may open a new session, perhaps with another server. */
  goingAway: 1001,
  /** A callback of the application has failed (RFC 6455 §7.4.1). A client whose connection is refused with this code may try again. */
  internalError: 1011,
  /** A frame violates the wire format. */
  badFrame: 4500,
  /** The peer speaks another version of Paceline. */
  otherVersion: 4501,
  /** `authenticate` of the server has refused the client. */
  notAuthenticated: 4502,
  /** The session was opened by another user, see `authenticate`. */
  otherUser: 4503,
  /** The server does not know the session: it has ended, or never existed. */
  unknownSession: 4504,
  /** The session belongs to another server. */
  otherServer: 4505,
  /** The server has its maximum number of sessions, or the session its maximum number of connections. */
  tooMany: 4506,
  /** Nothing arrived for too long. */
  timeout: 4507,
  /** Another channel has taken this one's place. */
  replaced: 4508,
  /** An endpoint has received, or has queued, more than it allows. */
  overflow: 4509,
  /** An endpoint has called `terminate`: messages that had not been delivered are lost. */
  terminated: 4510,
} as const;

/** Codes that end the whole session, and not only a connection. */
const ending: ReadonlySet<number> = new Set([
  closeCode.badFrame,
  closeCode.otherVersion,
  closeCode.otherUser,
  closeCode.notAuthenticated,
  closeCode.unknownSession,
  closeCode.overflow,
  closeCode.terminated,
]);

/** The code of a session that was closed without a code. */
export const noCode = 1005;

/** The code of a session in which a message was too long. */
export const tooLong = 1009;

/** The code of a WebSocket that ended without a closing handshake. */
export const abnormal = 1006;

/**
 * Whether the close code of a connection ends its session. `isLast`: whether the session has no
 * other connection. If it has one, it continues, because an intermediary may have sent the code.
 * `isClean`: whether all messages of both endpoints have arrived. If some are missing, the code 1000
 * does not end the session, because a proxy and not the peer has sent it.
 */
export function endsSession(code: number, isLast: boolean, isClean: boolean): boolean {
  return isLast && (ending.has(code) || (isClean && code === closeCode.normal));
}

/** Whether a program may end a session with a code: as for any WebSocket, 1000, 3000 to 4999, or none. */
export function isEndCode(code: number): boolean {
  return (
    code === closeCode.normal || code === noCode || (Number.isInteger(code) && code >= 3000 && code < 5000)
  );
}

/** Whether an endpoint may close a WebSocket with a code (RFC 6455 §7.4), or without one. Servers have more codes than pages. */
export function isCloseCode(code: number): boolean {
  const isReserved = code === 1004 || code === abnormal;
  return isEndCode(code) || (Number.isInteger(code) && code >= 1000 && code <= 1014 && !isReserved);
}

/**
 * The code of a close event for programs that know only WebSocket. Codes that an endpoint must
 * not send become 1006, and so do codes of Paceline, unless the application of the peer has closed
 * with that code (`wasClean`).
 */
export function codeForPrograms(code: number, wasClean: boolean): number {
  return isCloseCode(code) && (wasClean || !isOwnCode(code)) ? code : abnormal;
}

/** Whether Paceline has defined a code: those of {@link closeCode} from 4500 on. */
export function isOwnCode(code: number): boolean {
  return code >= closeCode.badFrame && nameOfCloseCode(code) !== undefined;
}

/** The name of a code in {@link closeCode}, or undefined. */
export function nameOfCloseCode(code: number): keyof typeof closeCode | undefined {
  const names = Object.keys(closeCode) as (keyof typeof closeCode)[];
  return names.find((name) => closeCode[name] === code);
}
