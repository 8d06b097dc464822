/** The state of a connection, for its controller. Bytes are bytes of frames. Times are in ms. */
export interface Path {
  readonly now: number;
  /** Bytes that were sent and are not acknowledged; at least `buffered`, because buffered bytes cannot have arrived, even if they are acknowledged. */
  readonly unacknowledged: number;
  /** Bytes that the socket has not passed to the system; 0 if it does not tell. */
  readonly buffered: number;
  /** Reads the state of the connection in the kernel; undefined if it cannot be read. Takes some µs. */
  readonly kernel: () => KernelState | undefined;
}

/** The state of a TCP connection in Linux (TCP_INFO and SIOCOUTQ). */
export interface KernelState {
  /** Bytes of the congestion window. */
  readonly congestionWindow: number;
  /**
   * Bytes that wait to be sent or are under way, without bytes that have arrived after a lost segment. TCP counts them so as well: it continues to send
   * while it repairs a loss, and must have something to send.
   */
  readonly queued: number;
  /** Bytes of the largest segment. */
  readonly segment: number;
  /** The least round trip of TCP's segments in ms; undefined if it is not known. */
  readonly leastRoundTrip: number | undefined;
}

/** An acknowledgment of frames. */
export interface Acknowledged {
  readonly now: number;
  /** Acknowledged bytes. */
  readonly bytes: number;
  /** Ms from the sending of the last acknowledged frame until its acknowledgment, minus `held`. */
  readonly roundTrip: number;
  /** Ms that the acknowledgment waited at the peer, as reported by the peer. */
  readonly held: number;
  /** Bytes that were sent and are still not acknowledged. */
  readonly unacknowledged: number;
  /** Whether nothing waits to be sent. If little is unacknowledged as well, rates do not show the capacity of the path. */
  readonly isEmpty: boolean;
}

/**
 * Determines how many bytes are committed to a connection (thesis §4.3.2): enough to keep TCP busy and no more, because committed bytes can neither be
 * overtaken nor cancelled. It receives events and returns a budget, and has neither clock nor socket. Each connection has its own.
 */
export interface LatencyController {
  readonly name: string;
  /** Ms after which `budget` is called again if nothing was acknowledged meanwhile; undefined: only acknowledgments can raise the budget. */
  readonly looksAgain?: number;
  /** Bits per second that acknowledgments may take, from 20,000, the default, to 40,000, for controllers that see nothing else. */
  readonly ackRate?: number;
  /** Bytes that may be committed now; ≤ 0: none. Without `looksAgain` it must be at least 1 while nothing is unacknowledged, because nothing could raise it. */
  readonly budget: (path: Path) => number;
  readonly acknowledged?: (acknowledged: Acknowledged) => void;
  /**
   * Bytes per ms that the path delivers, ≥ 0; undefined if that is not known. A message that would expire half sent at this rate is dropped before. Without this
   * method, no message is dropped early.
   */
  readonly rate?: () => number | undefined;
}

/** Bytes of a TCP segment if the exact size is unknown. */
export const usualSegment = 1448;

/**
 * Bytes that the sender commits together if as many wait: it waits until the controller allows them. TCP's fast retransmission needs four segments in flight;
 * with fewer a loss costs a timeout (thesis §4.3.2).
 */
export const minFlight: number = 4 * usualSegment;
