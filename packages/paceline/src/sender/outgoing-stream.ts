import type { Sharer } from './fair-share.ts';
import { MessageQueue } from './message-queue.ts';
import type { Message, MessageEnd } from './message.ts';

/** How streams share a session: bytes, or what they add to the quality that is seen (thesis §4.3.4). */
export type Fairness = 'resource' | 'quality';

/** A share beyond these is as good as all or nothing, and would drown others in rounding. */
const leastWeight = 1e-6;
const mostWeight = 1e6;

/** The messages of a stream that wait, and its share. */
export class OutgoingStream implements Sharer {
  readonly id: number;
  readonly fairness: Fairness;
  readonly weight: number;
  /** Bytes of messages that the other end keeps unread. */
  readonly window: number;
  readonly queue: MessageQueue = new MessageQueue();
  slot = 0;
  virtualTime = 0;
  /** Messages that were ever sent by it. */
  count = 0;
  /** Bytes of its messages that wait to be sent. */
  waitingBytes = 0;
  /** Credit that the other end has granted, and of that what has been used; see `layout.ts`. */
  credit: number;
  creditUsed = 0;
  /** The frame that has the end of a message of it, as the outbox counts them, and the priority of the first of these messages. */
  endsIn = 0;
  endedPriority = 0;
  /** Whether its next message waits for credit: until there is some it has no turns. */
  isBlocked = false;
  readonly dropMessage: (message: Message, why: MessageEnd) => boolean;

  constructor(
    { fairness, id, weight, window }: Pick<OutgoingStream, 'id' | 'fairness' | 'weight' | 'window'>,
    dropMessage: (message: Message, why: MessageEnd) => boolean,
  ) {
    this.id = id;
    this.fairness = fairness;
    this.weight = Math.min(Math.max(weight, leastWeight), mostWeight);
    this.window = this.credit = window;
    this.dropMessage = dropMessage;
  }
}
