import type Qmux from '@moq/qmux';
import type { Session } from '@doha/paceline';
import type { Socket } from '@doha/paceline';
import type { ConnectionOptions, Platform } from './flow.ts';

/** A connection, at either endpoint. */
export type Connection =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'socket'; readonly socket: Socket }
  | { readonly kind: 'qmux'; readonly session: Qmux }
  | { readonly kind: 'webTransport'; readonly session: WebTransport }
  | { readonly kind: 'forwarded'; readonly onMessage: (listener: MessageListener) => void }
  | { readonly kind: 'webSocketStream'; readonly streams: WebSocketStreams };

/** Takes a message, and its time of arrival in ms on the shared clock if another process received it. */
export type MessageListener = (bytes: Uint8Array, receivedAt?: number) => void;

/** The members of an open WebSocketStream of Chromium that are used here. */
export interface WebSocketStreams {
  readonly readable: ReadableStream<ArrayBuffer>;
  readonly writable: WritableStream<Uint8Array>;
}

/** Opens or accepts connections. Calls `onConnection` for each one, and resolves when all expected ones are open. */
export type OpenConnections<Options extends ConnectionOptions> = (
  options: Options,
  platform: Platform,
  onConnection: (connection: Connection) => void,
) => Promise<void>;
