import type { PacelineServerOptions } from '@doha/paceline/node';

/** An HTTP server. */
export type Server = NonNullable<PacelineServerOptions['server']>;

/** The content of a message: bytes or a text. */
export type Data = Buffer | string;

/** One endpoint of a connection. */
export interface Endpoint {
  /**
   * Sends messages in one turn of the event loop. The promise resolves when there is room for more: in the next turn, or when the send
   * buffer has shrunk.
   */
  send(messages: readonly Data[]): Promise<void>;
}

/** A library for messages between two processes, used as documented. */
export interface Transport {
  /** Whether messages are texts instead of bytes. */
  readonly isText?: boolean;
  /** Accepts connections. `accepted` returns the listener for the messages of a connection. */
  serve(http: Server, accepted: (endpoint: Endpoint) => MessageListener): void | Promise<void>;
  /** Connects to the server at this port. */
  connect(port: number, listener: MessageListener): Promise<Endpoint>;
}

export type MessageListener = (data: string | Uint8Array) => void;

/** A sender waits while more bytes than this are buffered. */
export const highWater = 65_536;

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
