import type Qmux from '@moq/qmux';
import type { Session } from '@doha/paceline';
import type { Socket } from '@doha/paceline';
import type { Place, Platform } from './flow.ts';

/** A connection at either of its ends. */
export type Connection =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'socket'; readonly socket: Socket }
  | { readonly kind: 'qmux'; readonly session: Qmux }
  | { readonly kind: 'webSocketStream'; readonly streams: WebSocketStreams };

/** What Chromium's WebSocketStream is once it is open, as far as it is used. */
export interface WebSocketStreams {
  readonly readable: ReadableStream<ArrayBuffer>;
  readonly writable: WritableStream<Uint8Array>;
}

/** Opens or accepts connections. Calls `met` for each one, and resolves when all expected ones are open. */
export type Meet<Options extends Place> = (
  options: Options,
  platform: Platform,
  met: (connection: Connection) => void,
) => Promise<void>;
