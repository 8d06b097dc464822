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
  readonly queue: MessageQueue = new MessageQueue();
  slot = 0;
  virtualTime = 0;
  /** Messages that were ever sent by it. */
  count = 0;
  readonly takeBack: (message: Message, why: MessageEnd) => boolean;

  constructor(
    { fairness, id, weight }: Pick<OutgoingStream, 'id' | 'fairness' | 'weight'>,
    takeBack: (message: Message, why: MessageEnd) => boolean,
  ) {
    this.id = id;
    this.fairness = fairness;
    this.weight = Math.min(Math.max(weight, leastWeight), mostWeight);
    this.takeBack = takeBack;
  }
}
