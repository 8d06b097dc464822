import { chunkHeadSize, type FrameWriter } from '../wire/frame-writer.ts';
import { mostUnfinishedMessages } from '../wire/layout.ts';
import type { Message, MessageEnd } from './message.ts';
import type { OutgoingStream } from './outgoing-stream.ts';
import { Streams } from './streams.ts';

/** Something that is no message and goes before them: writes its record. */
export type Control = (writer: FrameWriter) => void;

/** What has been sent of a message. */
export interface Chunk {
  readonly message: Message;
  readonly from: number;
  readonly to: number;
}

export type Sent = Control | Chunk;

/** Less than this is not cut off from a message. */
const leastChunk = 256;

/**
 * What one end has to send: controls first, then messages in chunks, stream by stream (thesis §4.3.1). What a lost channel had is given back,
 * and goes again in its order.
 */
export class Outbox {
  /** Messages that wait, or have not been sent wholly, and their bytes that have not been sent. */
  waiting = 0;
  waitingBytes = 0;
  /** Messages that were sent wholly, each counted once. */
  sentMessages = 0;
  /** Bytes of messages that were sent, each counted once, and that the other end allows. */
  sentBytes = 0;
  credit = 0;
  /** Bytes of messages that the other end allows to have begun and not ended. */
  mostUnfinished = 0;
  #chunkSize: number;
  #streams: Streams = new Streams();
  #controls: Control[] = [];
  #unfinished: Set<Message> = new Set(); // begun, of several chunks, and not known to have ended
  #unfinishedBytes = 0;
  #nextId = 0;

  /** `chunkSize`: bytes of a chunk's payload, at the most; something more important can go after each one. */
  constructor(chunkSize: number) {
    this.#chunkSize = chunkSize;
  }

  /** Whether nothing waits. */
  get isEmpty(): boolean {
    return this.waiting === 0 && this.#controls.length === 0;
  }

  join(stream: OutgoingStream): void {
    this.#streams.join(stream);
  }

  push(message: Message): void {
    message.stream.queue.push(message);
    this.#waits(message, message.size);
  }

  /** Puts a message in the place of one of equal priority that waits and has not begun. */
  replace(old: Message, fresh: Message): void {
    old.stream.queue.replace(old, fresh);
    this.waitingBytes += fresh.size - old.size;
    old.become('superseded');
  }

  control(control: Control): void {
    this.#controls.push(control);
  }

  /** Takes back what of a message has not been sent. Returns whether there was any. */
  remove(message: Message, why: MessageEnd): boolean {
    const { queue } = message.stream;
    if (!queue.remove(message)) return false;
    if (queue.size === 0) this.#streams.rest(message.stream);
    this.waiting--;
    this.waitingBytes -= message.size - message.offset;
    const { id, sentOnce } = message;
    if (id >= 0) this.control((writer) => writer.cancel(id, sentOnce));
    this.#hasEnded(message);
    message.become(why);
    return true;
  }

  /** Writes up to `budget` bytes of what is to be sent, and returns what of it must be acknowledged. */
  fill(writer: FrameWriter, budget: number): Sent[] {
    const sent: Sent[] = this.#controls;
    this.#controls = [];
    for (const control of sent as Control[]) control(writer);
    for (let chunk = this.#next(writer, budget); chunk !== undefined; chunk = this.#next(writer, budget))
      sent.push(chunk);
    return sent;
  }

  /** What was sent has come. */
  acknowledge(sent: readonly Sent[]): void {
    for (const one of sent) {
      if (typeof one === 'function' || one.to < one.message.size) continue;
      this.#hasEnded(one.message);
      one.message.become('delivered');
    }
  }

  /** What was sent may not have come: it is sent again. */
  giveBack(sent: readonly Sent[]): void {
    this.#controls.unshift(...sent.filter((one) => typeof one === 'function'));
    for (const one of sent) {
      if (typeof one === 'function' || one.message.isOver) continue;
      const { message, from } = one;
      const more = message.offset - from;
      const wasSent = message.status === 'sent';
      if (more <= 0 && !wasSent) continue; // an earlier chunk of it was given back
      message.offset = from;
      message.become('sending');
      if (!wasSent) this.waitingBytes += more;
      else {
        message.stream.queue.pushBegun(message);
        this.#waits(message, more);
        if (message.isStale) this.remove(message, 'expired');
      }
    }
  }

  /** All that waits is lost. */
  end(): void {
    for (let stream = this.#streams.take(); stream !== undefined; stream = this.#streams.take()) {
      for (let message = stream.queue.pop(); message !== undefined; message = stream.queue.pop())
        message.become('lost');
      this.#streams.used(stream, 0, 0);
    }
    this.waiting = this.waitingBytes = 0;
    this.#controls = [];
  }

  #next(writer: FrameWriter, budget: number): Chunk | undefined {
    const stream = this.#streams.take();
    if (stream === undefined) return undefined;
    const message = stream.queue.pop()!;
    if (this.#mayGoOn(message)) return this.#write(message, writer, budget);
    stream.queue.pushBegun(message);
    this.#streams.used(stream, 0, 0);
    const other = this.#mostImportantUnfinished();
    if (other === undefined) return undefined;
    this.#streams.takeOut(other.stream);
    other.stream.queue.remove(other);
    return this.#write(other, writer, budget);
  }

  #mayGoOn({ id, size }: Message): boolean {
    if (id >= 0 || size <= this.#chunkSize) return true;
    return (
      this.#unfinishedBytes + size <= this.mostUnfinished && this.#unfinished.size < mostUnfinishedMessages
    );
  }

  #mostImportantUnfinished(): Message | undefined {
    let found: Message | undefined;
    for (const message of this.#unfinished)
      if (message.offset < message.size && !(message.priority <= (found?.priority ?? -Infinity)))
        found = message;
    return found;
  }

  // The message has been taken out of its queue, and its stream out of its turn: both come back.
  #write(message: Message, writer: FrameWriter, budget: number): Chunk | undefined {
    const { offset: from, stream } = message;
    const length = this.#lengthOf(message, budget - writer.length);
    if (length !== undefined) this.#send(message, length, writer);
    if (length === undefined || message.offset < message.size) stream.queue.pushBegun(message);
    const share = message.size > 0 ? (length ?? 0) / message.size : 1;
    this.#streams.used(stream, length ?? 0, message.marginalUtility * share);
    return length === undefined ? undefined : { message, from, to: message.offset };
  }

  /** How much of a message goes into the next chunk; undefined: there is no room for it. */
  #lengthOf({ id, offset, sentOnce, size }: Message, room: number): number | undefined {
    const left = size - offset;
    const wanted = Math.min(left, this.#chunkSize);
    const allowed = this.credit - this.sentBytes + sentOnce - offset;
    const length = Math.min(wanted, room - chunkHeadSize(Math.max(id, this.#nextId), wanted), allowed);
    return length === left || length >= Math.min(leastChunk, this.#chunkSize) ? length : undefined;
  }

  #send(message: Message, length: number, writer: FrameWriter): void {
    const { isText, offset, size, stream } = message;
    const wasSent = message.id >= 0 && message.sentOnce === size;
    if (message.id < 0) message.id = this.#nextId++;
    const { id } = message;
    const payload = message.payload.subarray(offset, offset + length);
    if (length === size) writer.whole(id, stream.id, isText, payload);
    else if (offset === 0) this.#begin(message, payload, writer);
    else writer.more(id, offset, payload);

    message.offset += length;
    this.sentBytes += Math.max(0, message.offset - message.sentOnce);
    message.sentOnce = Math.max(message.sentOnce, message.offset);
    this.waitingBytes -= length;
    const isSent = message.offset === size;
    if (isSent) this.waiting--;
    if (isSent && !wasSent) this.sentMessages++;
    message.become(isSent ? 'sent' : 'sending');
  }

  #begin(message: Message, payload: Uint8Array, writer: FrameWriter): void {
    const { id, isText, size, stream } = message;
    writer.start({ message: id, stream: stream.id, isText, total: size }, payload);
    if (this.#unfinished.has(message)) return;
    this.#unfinished.add(message);
    this.#unfinishedBytes += size;
  }

  #hasEnded(message: Message): void {
    if (this.#unfinished.delete(message)) this.#unfinishedBytes -= message.size;
  }

  #waits({ stream }: Message, bytes: number): void {
    this.waiting++;
    this.waitingBytes += bytes;
    this.#streams.wake(stream);
  }
}
