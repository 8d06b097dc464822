import type { StreamOptions } from '@doha/paceline';
import type { Bursts } from './bulk/bursts.ts';
import type { Busy } from './keep-busy.ts';

/**
 * A way to send messages:
 *
 * - `plain`: a WebSocket without a queue of its own.
 * - `gated`: a sorted queue that sends when the `bufferedAmount` of a WebSocket is 0.
 * - `webSocketStream`: a sorted queue that writes when Chromium's WebSocketStream is ready.
 * - `qmux`: a stream of @moq/qmux per message.
 * - `webTransport`: a stream of Chromium's WebTransport over QUIC per message. `low-latency`: with this hint for congestion control. `unordered`: without the
 *   experimental features of Chromium, so it ignores priorities. Only from a page.
 * - `ideal`: a computed link with strict priority.
 * - The others: Paceline with the latency controller of this name.
 */
export type Transport =
  | 'plain'
  | 'gated'
  | 'webSocketStream'
  | 'qmux'
  | 'webTransport'
  | 'webTransport low-latency'
  | 'webTransport unordered'
  | 'ideal'
  | 'none'
  | 'paceA'
  | 'paceK'
  | `fixed ${number}`
  | `minBuf ${number} ${number}`;

/** Platform functions for both endpoints. */
export interface Platform {
  /** Time in ms on a clock that all processes of the machine share. */
  now(): number;
  /** CPU time of this endpoint so far, in ms. */
  cpu(): number | Promise<number>;
  /** Reports a status to the program that started this endpoint. */
  report(status: Status): void;
}

/** Whether a transport is WebTransport. */
export function isWebTransport(transport: Transport): boolean {
  return transport.startsWith('webTransport');
}

/** `listening`: the endpoint accepts connections. `from`, `to`: the measured time begins or ends. */
export type Status = 'listening' | 'from' | 'to';

/** Duration of a run, from the moment when all connections are open. */
export interface RunTime {
  /** Seconds, including the warm-up. */
  readonly seconds: number;
  /** Seconds at the beginning that are not measured. */
  readonly warmup: number;
}

/** A TCP proxy in user space on one side, to which the client connects instead of the server. */
export interface ProxyPlan {
  readonly side: 'left' | 'right';
  /** Ms between bursts. Default: the proxy forwards each read at once, up to 64 kB at a time. */
  readonly burstPeriod?: number;
  /** Ms of additional delay in each direction, instead of bursts, on all connections but the first. Default: 0. */
  readonly lag?: number;
}

/** A time in which a receiver does not read from some of its connections. */
export interface ReadingPause {
  /** The first connection, or all others. */
  readonly connections: 'first' | 'others';
  /** Beginning and end of the pause: ms after the connection was opened, or after a period began. */
  readonly from: number;
  readonly to: number;
  /** Ms. The first pause is in the second period. Default: there is only one pause. */
  readonly period?: number;
}

/** Sessions that are opened one after another, each for a short time. Times are in ms. */
export interface ShortSessions {
  /** Time between two openings. */
  readonly period: number;
  /** Time from the opening of a session to its closing. */
  readonly lasting: number;
}

/** A key and a certificate in the PEM format. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Options of the connections between the endpoints. */
export interface ConnectionOptions {
  readonly transport: Transport;
  /** Number of connections. The messages of each go from the source to the sink. */
  readonly flows: number;
  readonly standbys: number;
  readonly port: number;
  readonly host: string;
  /** Local port of the first connection in Node; further connections have the next ports. A page cannot choose its local port. */
  readonly firstPort: number;
  /** Only between endpoints in Node. */
  readonly proxy?: ProxyPlan;
  /** Only if the sink connects in Node. Default: the sink always reads. */
  readonly readingPause?: ReadingPause;
  /**
   * Sessions that the sink opens beside the flows. The source sends to them as to the flows, but
   * their messages are not counted. Only if the sink connects.
   */
  readonly shortSessions?: ShortSessions;
  /** Connections use TLS with this certificate. Only between endpoints in Node, and for WebTransport. */
  readonly tls?: Certificate;
}

/** A video with its own stream and its own control messages. */
export interface StreamPlan extends StreamOptions {
  /** Bits per second of all layers. */
  readonly rate: number;
}

/** Control messages: the bytes of each, and the ms between them. */
export interface ControlPlan {
  readonly bytes: number;
  readonly period: number;
}

/** Options of both endpoints of a measurement. */
export interface FlowOptions extends ConnectionOptions, RunTime {
  /**
   * Number of videos per flow, without streams of their own. Only the first one has control
   * messages.
   */
  readonly videos: number;
  /** Replaces `videos`: each video is a stream of the flow's session. With a transport without streams, the videos share the connection. */
  readonly streams?: readonly StreamPlan[];
  /** Replaces videos by bulk messages of equal priority, beside the control messages. */
  readonly isBulk?: boolean;
  /** Bursts of the bulk messages. Default: they are sent without pauses. */
  readonly bursts?: Bursts;
  /** The control messages beside bulk messages. Default: 60 per second of 64 bytes each. */
  readonly control?: ControlPlan;
  /** Other CPU load of the thread of the source. Default: none. */
  readonly busy?: Busy;
  /** Other CPU load of the thread of the sink, from the beginning of the warm-up. Default: none. */
  readonly sinkBusy?: Busy;
  /** Ms after which a layer expires. */
  readonly threshold: number;
  /** Ms of a slot in which received bytes are counted. Default: 500. */
  readonly slot?: number;
  /** The link of the transport `ideal`: bits per second, and one-way delay in ms. */
  readonly link?: { readonly rate: number; readonly delay: number };
}

/** Returns the number of videos of a flow. */
export function videosOf({ streams, videos }: FlowOptions): number {
  return streams?.length ?? videos;
}
