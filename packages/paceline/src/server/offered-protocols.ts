import type { IncomingMessage } from 'node:http';
import { protocol } from '../wire/layout.ts';

/** The subprotocols that a client offers, in its order. */
export function offeredProtocols({ headers }: IncomingMessage): string[] {
  return headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
}

/** Whether a subprotocol belongs to another version of Paceline. */
export function isOtherVersion(name: string): boolean {
  return /^paceline\.\d{1,6}$/.test(name) && name !== protocol;
}

/**
 * Selects the subprotocol of this version of Paceline, otherwise that of another version. A client
 * of another version is refused after the handshake, because only then can it get the reason.
 */
export function choosePaceline(offered: Iterable<string>): string | false {
  const names = [...offered];
  return names.includes(protocol) ? protocol : (names.find(isOtherVersion) ?? false);
}
