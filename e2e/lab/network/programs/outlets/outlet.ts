import type { Session, StreamOptions } from '@doha/paceline';
import type { Connection } from '../connection.ts';
import type { Transport } from '../flow.ts';
import type { RecordingController } from '../recording-controller.ts';
import { gatedOutlet } from './gated-outlet.ts';
import { qmuxOutlet } from './qmux-outlet.ts';
import { webSocketStreamOutlet } from './web-socket-stream-outlet.ts';
import { webTransportOutlet } from './web-transport-outlet.ts';

/** A message to send. */
export interface Outgoing {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly priority: number;
  /** Ms after which the message expires. */
  readonly expiresIn?: number;
  /** Quality that the message adds, in seconds of full quality. */
  readonly marginalUtility?: number;
}

/** A function that sends messages. */
export type Outlet = (message: Outgoing) => void;

/** Returns the outlet for the messages of a connection. */
export function outletOf(connection: Connection, transport: Transport): Outlet {
  if (connection.kind === 'qmux') return qmuxOutlet(connection.session);
  if (connection.kind === 'webTransport') return webTransportOutlet(connection.session);
  if (connection.kind === 'forwarded') throw new TypeError('outletOf: another process has this connection');
  if (connection.kind === 'webSocketStream') return webSocketStreamOutlet(connection.streams.writable);
  if (connection.kind === 'session') {
    const { session } = connection;
    return ({ bytes, ...options }) => void session.send(bytes, options);
  }
  const { socket } = connection;
  return transport === 'gated' ? gatedOutlet(socket) : ({ bytes }) => socket.send(bytes);
}

/** Opens a stream of a session, and returns its outlet. */
export function streamOutletOf(session: Session, options: StreamOptions): Outlet {
  const stream = session.stream(options);
  return ({ bytes, ...message }) => void stream.send(bytes, message);
}

/** A sample of a session's path. Times are in ms. */
export interface PathSample {
  /** Age of the oldest committed bytes, or the longest of `roundTrips` if it is longer. */
  readonly oldest: number;
  /** Round trips of the frames that were acknowledged since the previous sample. */
  readonly roundTrips: readonly number[];
}

/** Returns a sample of the path. Undefined without an active connection. */
export function samplePath(session: Session): PathSample | undefined {
  const { active } = session.endpoint;
  if (active === undefined) return undefined;
  const controller = active.controller as RecordingController;
  // Empties the list instead of replacing it: `controller` is an object whose prototype is the
  // recording controller, so an assignment would not change the latter.
  const roundTrips = controller.roundTrips.splice(0);
  return { oldest: Math.max(performance.now() - active.oldestUnacknowledgedAt, ...roundTrips), roundTrips };
}
