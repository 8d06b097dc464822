/**
 * Why a session or a channel of it was closed: codes of WebSocket for applications (RFC 6455 §7.4.2), and the names under which they are known.
 * Those from 3000 to 4499 are the application's alone.
 */
export const closeCode = {
  /** The session has ended, with all that was sent. */
  normal: 1000,
  /** The server goes away: a new session may be opened with another one. */
  goingAway: 1001,
  /** A frame is not as the format says. */
  badFrame: 4500,
  /** The application's hook did not let the client in. */
  notAuthenticated: 4502,
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
} as const;

/** What ends a session to which no code was given. */
export const noCode = 1005;

/** Whether a session may end with a code: as any WebSocket, 1000, from 3000 to 4999, or none. */
export function isEndCode(code: number): boolean {
  return (
    code === closeCode.normal || code === noCode || (Number.isInteger(code) && code >= 3000 && code < 5000)
  );
}

/** The name of a code of ours, or undefined. */
export function nameOfCloseCode(code: number): keyof typeof closeCode | undefined {
  const names = Object.keys(closeCode) as (keyof typeof closeCode)[];
  return names.find((name) => closeCode[name] === code);
}
