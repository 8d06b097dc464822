import { serverNameSize, sessionNumberSize } from '../wire/layout.ts';

/** The public part of a session's name as text: the server's name, and the session's number there. It does not contain the secret part. */
export function sessionId(name: Uint8Array): string {
  const server = Array.from(name.subarray(0, serverNameSize), (byte) => byte.toString(16).padStart(2, '0'));
  const view = new DataView(name.buffer, name.byteOffset + serverNameSize, sessionNumberSize);
  return `${server.join('')}-${view.getBigUint64(0)}`;
}
