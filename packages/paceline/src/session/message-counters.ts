import type { Message, MessageEnd } from '../sender/message.ts';

/** Counts the messages of a session that have arrived, and the outcomes of those that were sent. */
export class MessageCounters {
  /** Complete messages that have arrived, and their bytes. */
  received = 0;
  receivedBytes = 0;
  /** Number of messages for each outcome, and the bytes of those that were delivered. */
  readonly outcomes: Record<MessageEnd, number> = {
    delivered: 0,
    cancelled: 0,
    expired: 0,
    superseded: 0,
    lost: 0,
  };
  deliveredBytes = 0;
  /** Connections that were ever made, as `SessionStatistics.connectionsMade`. */
  connectionsMade = 0;

  countReceived(bytes: number): void {
    this.received++;
    this.receivedBytes += bytes;
  }

  ended({ size, status }: Message): void {
    this.outcomes[status as MessageEnd]++;
    if (status === 'delivered') this.deliveredBytes += size;
  }
}
