import type { IncomingMessage } from 'node:http';
import { protocol } from '../wire/layout.ts';

/** The subprotocols that a client offers, in its order. */
export function offeredProtocols({ headers }: IncomingMessage): string[] {
  return headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
}

/** Whether a subprotocol is that of Paceline in another version. */
export function isOtherVersion(name: string): boolean {
  return /^paceline\.\d{1,6}$/.test(name) && name !== protocol;
}

/** The subprotocol that a client hello is to come by: that of our version, or else of the client's, which is refused by name then. */
export function chooseOurs(offered: Iterable<string>): string | false {
  const names = [...offered];
  return names.includes(protocol) ? protocol : (names.find(isOtherVersion) ?? false);
}
