import type { IncomingMessage } from 'node:http';

/** The upgrade request of a simulated client, whose address is not known. */
export const virtualRequest = { headers: {}, socket: {} } as unknown as IncomingMessage;
