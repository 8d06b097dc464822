import { creditPerMessage, maxIncompleteMessages } from '../wire/layout.ts';
import type { Message } from './message.ts';

/** Minimum bytes of a chunk that is not the last one of its message. */
export const minChunk = 256;

/** Flow control of the sender: the credit of the session and of its streams, and the reassembly limit of the peer. */
export class FlowControl {
  /** Credit of the session, see `layout.ts`. */
  credit = 0;
  /** Maximum bytes of incomplete messages at the peer. */
  reassemblyLimit = 0;
  #creditUsed = 0;
  #minLength: number;
  #incomplete: Map<number, Message> = new Map(); // by id: messages of several chunks that the peer may not have completely
  #incompleteBytes = 0;

  /** `chunkSize`: maximum bytes of a chunk while several streams have messages. */
  constructor(chunkSize: number) {
    this.#minLength = Math.min(minChunk, chunkSize);
  }

  /** Minimum bytes of the next chunk of a message that has `left` unsent bytes. */
  minLength(left: number): number {
    return Math.min(left, this.#minLength);
  }

  /** Whether the peer may have received the message in part. */
  isIncomplete(message: Message): boolean {
    return this.#incomplete.has(message.id);
  }

  /** The incomplete message with this id. */
  findIncomplete(id: number): Message | undefined {
    return this.#incomplete.get(id);
  }

  /** Bytes of a message that the credit of the session and of the stream allows. */
  allowed(message: Message): number {
    const { id, maxOffset, offset } = message;
    const ofSession = this.credit - this.#creditUsed - (id < 0 ? creditPerMessage : 0) + maxOffset - offset;
    return Math.min(ofSession, streamAllows(message));
  }

  /** Whether a message waits for credit of its stream. Messages that are sent again need none. */
  lacksStreamCredit(message: Message): boolean {
    if (this.isIncomplete(message))
      return streamAllows(message) < this.minLength(message.size - message.offset);
    return !message.wasSent && !hasCreditToStart(message);
  }

  /** Whether one more message of several chunks may start. */
  mayStart(message: Message): boolean {
    if (this.#incompleteBytes + message.size > this.reassemblyLimit) return false;
    return this.#incomplete.size < maxIncompleteMessages && hasCreditToStart(message);
  }

  /** The first part of a message is sent. */
  useForMessage(message: Message): void {
    this.#creditUsed += creditPerMessage;
    message.stream.creditUsed += creditPerMessage;
  }

  /** Bytes of a message are sent for the first time. */
  useForBytes(message: Message, bytes: number): void {
    this.#creditUsed += bytes;
    message.stream.creditUsed += bytes;
  }

  /** The first of several chunks of a message is sent, perhaps again. */
  addIncomplete(message: Message): void {
    if (this.isIncomplete(message)) return;
    this.#incomplete.set(message.id, message);
    this.#incompleteBytes += message.size;
  }

  /** The peer has all of a message, or was told that no more of it follows. */
  removeIncomplete(message: Message): void {
    if (this.#incomplete.delete(message.id)) this.#incompleteBytes -= message.size;
  }

  /** The session has ended. */
  end(): void {
    this.#incomplete.clear();
    this.#incompleteBytes = 0;
  }
}

function streamAllows({ id, maxOffset, offset, stream }: Message): number {
  return stream.credit - stream.creditUsed - (id < 0 ? creditPerMessage : 0) + maxOffset - offset;
}

// An incomplete message that waits for credit holds room in the peer's reassembly, which messages of other streams may need. So a message starts only when
// all of it has credit, or when three quarters of the window are free.
function hasCreditToStart(message: Message): boolean {
  const { size, stream } = message;
  return streamAllows(message) >= Math.min(size, (3 / 4) * stream.window - creditPerMessage);
}
