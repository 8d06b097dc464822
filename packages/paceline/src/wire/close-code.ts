/**
 * Why a session or a channel of it was closed: codes of WebSocket for applications (RFC 6455 §7.4.2), and the names under which they are known.
 * Those from 3000 to 4499 are the application's alone.
 */
export const closeCode = {
  /** Both ends have closed the session, and all that was sent has arrived. */
  normal: 1000,
  /** The server goes away: a new session may be opened with another one. */
  goingAway: 1001,
  /** The application has failed in the middle of it (RFC 6455 §7.4.1). A client whose connection is refused so may try again. */
  internalError: 1011,
  /** A frame is not as the format says. */
  badFrame: 4500,
  /** The other end speaks another version of Paceline. */
  otherVersion: 4501,
  /** The application's hook did not let the client in. */
  notAuthenticated: 4502,
  /** The session was opened by another user, see `authenticate`. */
  otherUser: 4503,
  /** The session is not known: it has ended, or there never was one. */
  unknownSession: 4504,
  /** The session is another server's. */
  otherServer: 4505,
  /** There are as many sessions or channels as there may be. */
  tooMany: 4506,
  /** Nothing came for too long. */
  timeout: 4507,
  /** Another channel has taken this one's place. */
  replaced: 4508,
  /** An end takes less than it is sent. */
  overflow: 4509,
  /** An end has called `terminate`: messages that had not been delivered are lost. */
  terminated: 4510,
} as const;

/** What an end says by them holds for the whole session. */
const ending: ReadonlySet<number> = new Set([
  closeCode.badFrame,
  closeCode.otherVersion,
  closeCode.otherUser,
  closeCode.notAuthenticated,
  closeCode.unknownSession,
  closeCode.overflow,
  closeCode.terminated,
]);

/** What ends a session to which no code was given. */
export const noCode = 1005;

/** What ends one by which a longer message came than is taken. */
export const tooLong = 1009;

/** What a WebSocket says that was closed without an agreement. */
export const abnormal = 1006;

/**
 * Whether a session ends with a connection of it: as the other end says by the code. Where it has another one, what lies between may have said so, and
 * it goes on. `isClean`: whether all messages of both ends have arrived. If not, 1000 was not said by the other end, but by a proxy, and it goes on, too.
 */
export function endsSession(code: number, isLast: boolean, isClean: boolean): boolean {
  return isLast && (ending.has(code) || (isClean && code === closeCode.normal));
}

/** Whether a program may end a session with a code: as any WebSocket, 1000, from 3000 to 4999, or none. */
export function isEndCode(code: number): boolean {
  return (
    code === closeCode.normal || code === noCode || (Number.isInteger(code) && code >= 3000 && code < 5000)
  );
}

/** Whether either end may close a WebSocket with a code (RFC 6455 §7.4), or without one: servers have more codes than programs in pages. */
export function isCloseCode(code: number): boolean {
  const isReserved = code === 1004 || code === abnormal;
  return isEndCode(code) || (Number.isInteger(code) && code >= 1000 && code <= 1014 && !isReserved);
}

/** The code of a close event for programs that know only WebSocket: our own codes mean nothing to them, unless the application has closed with one. */
export function codeForPrograms(code: number, wasClean: boolean): number {
  return isCloseCode(code) && (wasClean || !isOwnCode(code)) ? code : abnormal;
}

/** Whether a code belongs to Paceline, and not to WebSocket as well. */
export function isOwnCode(code: number): boolean {
  return code >= closeCode.badFrame && nameOfCloseCode(code) !== undefined;
}

/** The name of a code of ours, or undefined. */
export function nameOfCloseCode(code: number): keyof typeof closeCode | undefined {
  const names = Object.keys(closeCode) as (keyof typeof closeCode)[];
  return names.find((name) => closeCode[name] === code);
}
