/** How messages are brought across: what is plain is sent at once, the rest is Paceline with a latency controller. */
export type Transport =
  | 'plain'
  | 'none'
  | 'paceA'
  | 'paceK'
  | `fixed ${number}`
  | `minBuf ${number} ${number}`;

/** What the platform gives to both ends. */
export interface Platform {
  /** Ms on a clock that all processes of the machine share. */
  now(): number;
}

/** What both ends of a measurement are told. */
export interface FlowOptions {
  readonly transport: Transport;
  /** Connections, each with a video and control messages; from the source to the sink. */
  readonly flows: number;
  /** Videos of a flow. */
  readonly videos: number;
  readonly seconds: number;
  /** Seconds at the beginning that do not count. */
  readonly warmup: number;
  /** Ms after which a layer is of no use. */
  readonly threshold: number;
  readonly standbys: number;
  readonly port: number;
  readonly host: string;
  /** Of the sink's first connection; further ones have the next ones. */
  readonly firstPort: number;
}
