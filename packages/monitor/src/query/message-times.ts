import { receiptsOf } from '../recording/counterparts.ts';
import type { MessageEvent, ReceiptEvent } from '../recording/recorded-event.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';

/** The parts of the time from `send` of a message until the application at the other endpoint got it (Goel 2003, figure 4.14). Times are in ms. */
export interface MessageTimes {
  readonly message: MessageEvent;
  /** Undefined if the recording does not contain it: the other endpoint was not recorded, or the message was not received. */
  readonly receipt: ReceiptEvent | undefined;
  /** Time in the sender's queue; until the end of the message if it was not sent. */
  readonly sender: number;
  /** Time from the hand-over to the connection until all of it had arrived. Without a receipt: until the sender knew of its end. 0 if it was not sent. */
  readonly network: number;
  /** Time from the arrival until the application got it; 0 without a receipt. */
  readonly receiver: number;
  readonly total: number;
}

/** Returns the times of all messages, the longest total first. Throws a TypeError if the argument is not a recording. */
export function messageTimes(recording: RecordingData): readonly MessageTimes[] {
  const { events } = dataOf('messageTimes: recording', recording);
  const receipts = receiptsOf(events);
  return events
    .filter((event) => event.kind === 'message')
    .map((message) => timesOf(message, receipts.get(message)))
    .toSorted((one, other) => other.total - one.total);
}

// A message that arrived slightly before it was sent, because the clocks are not exact, has a network time of 0.
function timesOf(message: MessageEvent, receipt: ReceiptEvent | undefined): MessageTimes {
  const { end, sent, start } = message;
  const arrived = Math.max(receipt?.start ?? end, sent ?? end);
  const sender = (sent ?? end) - start;
  const network = arrived - (sent ?? end);
  const receiver = receipt === undefined ? 0 : Math.max(0, receipt.end - arrived);
  return { message, receipt, sender, network, receiver, total: sender + network + receiver };
}
