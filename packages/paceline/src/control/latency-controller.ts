/** What a controller is told of the connection that it controls. Bytes are those of frames; times in ms. */
export interface Path {
  readonly now: number;
  /** Bytes that were sent and are not acknowledged; at least `buffered`, because those cannot have arrived, even if they are acknowledged. */
  readonly unacknowledged: number;
  /** Bytes that the socket has not given to the system, as far as it says. */
  readonly buffered: number;
  /** What the system says of the connection; undefined where it says nothing. Costs some µs. */
  readonly kernel: () => KernelState | undefined;
}

/** What Linux says of a TCP connection (TCP_INFO and SIOCOUTQ). */
export interface KernelState {
  /** Bytes of the congestion window. */
  readonly congestionWindow: number;
  /**
   * Bytes that wait to be sent or are under way. Without those that have come and wait for a lost one, as TCP counts: while it repairs a loss it sends on,
   * and must have something to send.
   */
  readonly queued: number;
  /** Bytes of the largest segment. */
  readonly segment: number;
}

/** What has been acknowledged. */
export interface Acknowledged {
  readonly now: number;
  /** Bytes. */
  readonly bytes: number;
  /** Ms from the sending of the last of them until its acknowledgement, less what the other end says it waited. */
  readonly roundTrip: number;
  /** Ms that the acknowledgement waited at the other end. */
  readonly held: number;
  /** Bytes that were sent and are still not acknowledged. */
  readonly unacknowledged: number;
  /** Whether nothing waits to be sent: if little is unacknowledged as well, rates say nothing of the path. */
  readonly isEmpty: boolean;
}

/**
 * How much of what waits is committed to a connection (thesis §4.3.2): enough to keep TCP busy, and no more, since what is committed can
 * neither be overtaken nor taken back. Events in, budget out: it has neither clock nor socket. One for each connection.
 */
export interface LatencyController {
  readonly name: string;
  /** Ms after which there may be more budget though nothing has been acknowledged; undefined: only then. */
  readonly looksAgain?: number;
  /** Bits per second that acknowledgements may take, from 20,000, the default, to 40,000: for what goes by them alone. */
  readonly ackRate?: number;
  /** Bytes that may be committed now. */
  readonly budget: (path: Path) => number;
  readonly acknowledged?: (acknowledged: Acknowledged) => void;
}

/** Bytes of a TCP segment, where nobody says better. */
export const usualSegment = 1448;
