import type { PacelineServerOptions } from '@doha/paceline/node';

/** A server of http. */
export type Server = NonNullable<PacelineServerOptions['server']>;

/** What is sent: bytes, or a text. */
export type Data = Buffer | string;

/** One end of a connection. */
export interface End {
  /** Sends messages in one turn of the event loop, and resolves when there is room for more: at the next turn, or when little enough waits. */
  send(messages: readonly Data[]): Promise<void>;
}

/** Something by which two processes exchange messages, used as its documentation has it. */
export interface Transport {
  /** Whether messages are texts. */
  readonly isText?: boolean;
  /** Answers the connections that come to a server. `accepted` returns what is told of the messages of one. */
  serve(http: Server, accepted: (end: End) => Heard): void;
  /** Makes a connection to such a server. */
  connect(port: number, heard: Heard): Promise<End>;
}

export type Heard = (data: string | Uint8Array) => void;

/** Bytes that wait, above which a sender waits. */
export const highWater = 65_536;

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
