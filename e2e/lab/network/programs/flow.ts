import type { StreamOptions } from '@doha/paceline';
import type { Busy } from './keep-busy.ts';

/**
 * How messages are brought across. What is sent at once by a WebSocket is `plain`; `gated` waits in a sorted queue until the socket has nothing more;
 * `webSocketStream` until Chromium's WebSocketStream is ready; `qmux` has a stream of @moq/qmux for each message; `ideal` is a link that is computed.
 * The rest is Paceline with a latency controller.
 */
export type Transport =
  | 'plain'
  | 'gated'
  | 'webSocketStream'
  | 'qmux'
  | 'ideal'
  | 'none'
  | 'paceA'
  | 'paceK'
  | `fixed ${number}`
  | `minBuf ${number} ${number}`;

/** What the platform gives to both ends. */
export interface Platform {
  /** Ms on a clock that all processes of the machine share. */
  now(): number;
  /** Ms for which this end has had a core so far. */
  cpu(): number | Promise<number>;
  /** Says to who started this end how far it is: it can be connected to; the time that counts begins, or ends. */
  tell(word: Word): void;
}

export type Word = 'listening' | 'from' | 'to';

/** Which time counts. */
export interface RunTime {
  /** Seconds, from when all connections are there. */
  readonly seconds: number;
  /** Seconds at the beginning that do not count. */
  readonly warmup: number;
}

/** Where ends meet. */
export interface Place {
  readonly transport: Transport;
  /** Connections; from the source to the sink. */
  readonly flows: number;
  readonly standbys: number;
  readonly port: number;
  readonly host: string;
  /** Of the first connection; further ones have the next ones. A page has no say in it. */
  readonly firstPort: number;
}

/** A video that is a stream of its own, with control messages of its own. */
export interface StreamPlan extends StreamOptions {
  /** Bits per second, if all of it is sent. */
  readonly rate: number;
}

/** What both ends of a measurement are told. */
export interface FlowOptions extends Place, RunTime {
  /** Videos of a flow; one after the other their layers go as messages of the session, as do its control messages. */
  readonly videos: number;
  /** In their place: videos that are streams of the flow's session; where there are no streams, messages of its connection. */
  readonly streams?: readonly StreamPlan[];
  /** In their place: messages that all matter alike, as fast as they go. */
  readonly isBulk?: boolean;
  /** How busy the thread of the source is with something else; default: not at all. */
  readonly busy?: Busy;
  /** Ms after which a layer is of no use. */
  readonly threshold: number;
  /** Ms over which bytes are counted; 500 by default. */
  readonly slot?: number;
  /** Of the link that is computed: bits per second, and ms one way. */
  readonly link?: { readonly rate: number; readonly delay: number };
}

/** How many videos a flow has. */
export function videosOf({ streams, videos }: FlowOptions): number {
  return streams?.length ?? videos;
}
