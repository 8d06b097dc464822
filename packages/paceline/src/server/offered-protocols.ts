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

/** Selects the subprotocol of this version, otherwise that of the client's version, which is refused with a reason after the handshake. */
export function chooseOurs(offered: Iterable<string>): string | false {
  const names = [...offered];
  return names.includes(protocol) ? protocol : (names.find(isOtherVersion) ?? false);
}
