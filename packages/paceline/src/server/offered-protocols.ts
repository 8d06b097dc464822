import type { IncomingMessage } from 'node:http';

/** The subprotocols that a client offers, in its order. */
export function offeredProtocols({ headers }: IncomingMessage): string[] {
  return headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
}
