/** The state of a connection, for its controller. Bytes are bytes of frames. Times are in ms. */
export interface Path {
  readonly now: number;
  /**
   * Bytes that were sent and are not acknowledged. At least `buffered`, even if the peer has
   * acknowledged bytes that the socket still counts as buffered.
   */
  readonly unacknowledged: number;
  /** Bytes that the socket has not passed to the operating system; 0 if unknown. */
  readonly buffered: number;
  /** Reads the state of the connection in the kernel; undefined if it cannot be read. Takes some µs. */
  readonly kernel: () => KernelState | undefined;
}

/** The state of a TCP connection in Linux (TCP_INFO and SIOCOUTQ). */
export interface KernelState {
  /** Bytes of the congestion window. */
  readonly congestionWindow: number;
  /**
   * Bytes that wait to be sent or are in flight. As in TCP's own count, two kinds of segments are
   * not in flight: segments that are regarded as lost and were not sent again, and segments that have
   * arrived after a lost one. While TCP repairs a loss, it may send other data in their place. So the
   * controller commits more bytes during a repair, and TCP does not run out of data.
   */
  readonly queued: number;
  /** Maximum bytes of a segment. */
  readonly segment: number;
  /** The minimum round trip of TCP's segments in ms; undefined if it is not known. */
  readonly minRoundTrip: number | undefined;
}

/** An acknowledgment of frames. */
export interface Acknowledged {
  readonly now: number;
  /** Number of acknowledged frames. */
  readonly frames: number;
  /** Acknowledged bytes. */
  readonly bytes: number;
  /** Ms from the sending of the last acknowledged frame until its acknowledgment, minus `held`. */
  readonly roundTrip: number;
  /** Ms that the acknowledgment waited at the peer, as reported by the peer. */
  readonly held: number;
  /**
   * Arrival of the last acknowledged frame at the peer, in ms on the clock of the peer since the
   * arrival of the first acknowledged frame. Differences between arrivals show the delay of frames
   * without the delay of acknowledgments.
   */
  readonly arrivedAt: number;
  /** Bytes that were sent and are still not acknowledged. */
  readonly unacknowledged: number;
  /**
   * Whether no message waits to be sent. If few bytes are unacknowledged as well, the rate of
   * delivery does not show the capacity of the path.
   */
  readonly isEmpty: boolean;
}

/** A connection for which a latency controller is created. */
export interface ConnectionInfo {
  /**
   * Host name or address of the peer. Connections of one process to the same host share a path.
   * Undefined: the host is not known, or it may be a proxy for several peers.
   */
  readonly host?: string | undefined;
}

/** Creates the latency controller of a connection. Each endpoint creates one more controller, whose `ackRate` it reads. */
export type NewController = (connection: ConnectionInfo) => LatencyController;

/**
 * Determines how many bytes are committed to a connection (thesis §4.3.2): enough to keep TCP busy and no more, because committed bytes can neither be
 * overtaken nor cancelled. It receives events and returns a budget, and has neither clock nor socket. Each connection has its own.
 */
export interface LatencyController {
  readonly name: string;
  /** Ms after which `budget` is called again if nothing was acknowledged meanwhile; undefined: only acknowledgments can raise the budget. */
  readonly pollInterval?: number;
  /**
   * Bits per second that acknowledgments from the peer may take, a whole number from 20,000 (the
   * default) to 40,000. Controllers that measure only acknowledgments need many of them.
   */
  readonly ackRate?: number;
  /**
   * Bytes that may be committed now; ≤ 0: none. Without `pollInterval` it must be at least 1 while
   * nothing is unacknowledged: no acknowledgment could raise it later.
   */
  readonly budget: (path: Path) => number;
  readonly acknowledged?: (acknowledged: Acknowledged) => void;
  /**
   * Bytes per ms that the path delivers, ≥ 0; undefined if that is not known. A message that would
   * expire half sent at this rate is dropped before any part of it is sent. Without this method, no
   * message is dropped early.
   */
  readonly rate?: () => number | undefined;
  /** The connection has ended, or none was made. No other method is called after this one. */
  readonly closed?: () => void;
}

/** Bytes of a TCP segment if the exact size is unknown. */
export const usualSegment = 1448;

/**
 * If more bytes than this wait to be sent, the sender waits until the controller allows this many, and
 * commits them together. TCP's fast retransmission needs four segments in flight. With fewer
 * segments, a loss costs a timeout (thesis §4.3.2).
 */
export const minFlight: number = 4 * usualSegment;
