import type Qmux from '@moq/qmux';
import type { Session } from '@doha/paceline';
import type { Socket } from '@doha/paceline';
import type { Place, Platform } from './flow.ts';

/** What two ends have between them, whichever of them made it. */
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

/** Makes connections, or takes those that come. `met` gets each; resolves when there are as many as there are to be. */
export type Meet<Options extends Place> = (
  options: Options,
  platform: Platform,
  met: (connection: Connection) => void,
) => Promise<void>;
