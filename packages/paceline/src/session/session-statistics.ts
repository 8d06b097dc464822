import type { Engine } from './engine.ts';
import type { MessageCounters } from './message-counters.ts';

/** What one end of a session has done since it began. Bytes are those of messages, of texts in UTF-8, where nothing else is said. */
export interface SessionStatistics {
  /** Messages of which all was given to a connection, and bytes that were; what was sent again counts once. */
  readonly messagesSent: number;
  readonly bytesSent: number;
  /** Messages that the other end has acknowledged, and their bytes. */
  readonly messagesDelivered: number;
  readonly bytesDelivered: number;
  /** Messages that have come whole, and their bytes. */
  readonly messagesReceived: number;
  readonly bytesReceived: number;
  /** Messages that ended without: see `MessageEnd`. */
  readonly messagesCancelled: number;
  readonly messagesExpired: number;
  readonly messagesSuperseded: number;
  readonly messagesLost: number;
  /** Bytes that wait, as `Session.queued`. */
  readonly bytesQueued: number;
  /** Bytes of frames that the connection in use was given and the other end has not acknowledged. */
  readonly bytesUnacknowledged: number;
  /** Ms that a frame and its acknowledgement take by the connection in use, smoothed; undefined: not known yet. */
  readonly roundTripTime: number | undefined;
  /** Ms by which that varies: the mean deviation of RFC 6298. */
  readonly roundTripVariation: number | undefined;
  /** How often this end gave up a connection that stalled, for one that waited. */
  readonly failovers: number;
  /** Connections that there are, those that wait included, and that were ever made. */
  readonly connections: number;
  readonly connectionsMade: number;
  /** Bytes of WebSocket's frames by all connections, heads included; more than those of messages by what Paceline and WebSocket add. */
  readonly wireBytesSent: number;
  readonly wireBytesReceived: number;
}

export function statisticsOf(engine: Engine, counters: MessageCounters): SessionStatistics {
  const { active, channels, failovers, scheduler, wireCounters } = engine;
  const { connections, deliveredBytes, ends, received, receivedBytes } = counters;
  return {
    messagesSent: scheduler.sentMessages,
    bytesSent: scheduler.sentBytes,
    messagesDelivered: ends.delivered,
    bytesDelivered: deliveredBytes,
    messagesReceived: received,
    bytesReceived: receivedBytes,
    messagesCancelled: ends.cancelled,
    messagesExpired: ends.expired,
    messagesSuperseded: ends.superseded,
    messagesLost: ends.lost,
    bytesQueued: scheduler.waitingBytes,
    bytesUnacknowledged: active?.unacknowledged ?? 0,
    roundTripTime: known(active?.roundTrip.average),
    roundTripVariation: known(active?.roundTrip.variance),
    failovers,
    connections: channels.size,
    connectionsMade: connections,
    wireBytesSent: wireCounters.sent,
    wireBytesReceived: wireCounters.received,
  };
}

function known(time: number | undefined): number | undefined {
  return Number.isNaN(time) ? undefined : time;
}
