import { pacelineTransport } from './paceline-transport.ts';
import { socketIoTransport } from './socket-io-transport.ts';
import type { Transport } from './transport.ts';
import { wsTransport } from './ws-transport.ts';

/** The transports of the loopback benchmark. */
export const transports = {
  ws: wsTransport,
  Paceline: pacelineTransport(1),
  'Paceline without a standby': pacelineTransport(0),
  'socket.io, bytes': socketIoTransport(false),
  'socket.io, texts': socketIoTransport(true),
} satisfies Readonly<Record<string, Transport>>;

export type TransportName = keyof typeof transports;
