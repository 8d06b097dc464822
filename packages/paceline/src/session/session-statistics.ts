import type { ChunkScheduler } from '../sender/chunk-scheduler.ts';
import type { Endpoint } from './endpoint.ts';
import type { MessageCounters } from './message-counters.ts';

/**
 * Statistics of one endpoint since the session began. Unless stated otherwise, bytes are those of
 * messages; texts count in UTF-8.
 */
export interface SessionStatistics {
  /** Messages that were given to a connection completely, and bytes that were given to a connection. Retransmissions do not count. */
  readonly messagesSent: number;
  readonly bytesSent: number;
  /** Messages that the peer has acknowledged, and their bytes. */
  readonly messagesDelivered: number;
  readonly bytesDelivered: number;
  /** Complete messages that have arrived, and their bytes. */
  readonly messagesReceived: number;
  readonly bytesReceived: number;
  /** Messages that were not delivered: see `MessageEnd`. */
  readonly messagesCancelled: number;
  readonly messagesExpired: number;
  readonly messagesSuperseded: number;
  readonly messagesLost: number;
  /** Bytes that wait to be sent, as `Session.queued`. */
  readonly bytesQueued: number;
  /** Bytes of frames that were given to the active connection and are not acknowledged. */
  readonly bytesUnacknowledged: number;
  /** Smoothed round-trip time of the active connection in ms; undefined: not known yet. */
  readonly roundTripTime: number | undefined;
  /** Variation of the round-trip time in ms: RTTVAR of RFC 6298. */
  readonly roundTripVariation: number | undefined;
  /** Number of times that this endpoint gave up a connection that stalled, for a standby. */
  readonly failovers: number;
  /** Connections of the session, standbys included, and connections that were ever made. */
  readonly connections: number;
  readonly connectionsMade: number;
  /** Bytes of WebSocket frames of all connections, with their headers. */
  readonly wireBytesSent: number;
  readonly wireBytesReceived: number;
}

export function statisticsOf(
  endpoint: Endpoint,
  scheduler: ChunkScheduler,
  counters: MessageCounters,
): SessionStatistics {
  const { active, channels, failovers, wireCounters } = endpoint;
  const { connectionsMade, deliveredBytes, outcomes, received, receivedBytes } = counters;
  return {
    messagesSent: scheduler.sentMessages,
    bytesSent: scheduler.sentBytes,
    messagesDelivered: outcomes.delivered,
    bytesDelivered: deliveredBytes,
    messagesReceived: received,
    bytesReceived: receivedBytes,
    messagesCancelled: outcomes.cancelled,
    messagesExpired: outcomes.expired,
    messagesSuperseded: outcomes.superseded,
    messagesLost: outcomes.lost,
    bytesQueued: scheduler.waitingBytes,
    bytesUnacknowledged: active?.unacknowledged ?? 0,
    roundTripTime: known(active?.roundTrip.average),
    roundTripVariation: known(active?.roundTrip.variance),
    failovers,
    connections: channels.size,
    connectionsMade,
    wireBytesSent: wireCounters.bytesSent,
    wireBytesReceived: wireCounters.bytesReceived,
  };
}

function known(time: number | undefined): number | undefined {
  return Number.isNaN(time) ? undefined : time;
}
