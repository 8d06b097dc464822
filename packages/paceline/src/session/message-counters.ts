import type { Message, MessageEnd } from '../sender/message.ts';

/** Counts what has come, and what became of what was sent. */
export class MessageCounters {
  /** Messages that have come whole, and their bytes. */
  received = 0;
  receivedBytes = 0;
  /** Messages by their ends, and the bytes of those that were delivered. */
  readonly ends: Record<MessageEnd, number> = {
    delivered: 0,
    cancelled: 0,
    expired: 0,
    superseded: 0,
    lost: 0,
  };
  deliveredBytes = 0;
  /** Connections that were ever bound. */
  connections = 0;

  comes(bytes: number): void {
    this.received++;
    this.receivedBytes += bytes;
  }

  ended({ size, status }: Message): void {
    this.ends[status as MessageEnd]++;
    if (status === 'delivered') this.deliveredBytes += size;
  }
}
