import { usualSegment } from '../control/latency-controller.ts';
import { chunkHeadSize, type FrameWriter } from '../wire/frame-writer.ts';
import { creditPerMessage, webSocketHeaderSize, maxIncompleteMessages } from '../wire/layout.ts';
import { byTurn } from './message-queue.ts';
import type { Message, MessageEnd } from './message.ts';
import type { MessageSink, OutgoingStream } from './outgoing-stream.ts';
import { StreamScheduler } from './stream-scheduler.ts';

/** Something that is no message and goes before them: writes its record. */
export type Control = (writer: FrameWriter) => void;

/** What has been sent of a message. */
export interface Chunk {
  readonly message: Message;
  readonly from: number;
  readonly to: number;
  /** Those of the message when it was sent. */
  readonly restarts: number;
}

export type Sent = Control | Chunk;

/** Less than this is not cut off from a message. */
const minChunk = 256;

/**
 * What one end has to send: controls first, then messages in chunks, stream by stream (thesis §4.3.1). What a lost channel had is given back,
 * and goes again in its order.
 */
export class ChunkScheduler implements MessageSink {
  /** Messages that wait, or have not been sent wholly, and their bytes that have not been sent. */
  waiting = 0;
  waitingBytes = 0;
  /** Messages that were sent wholly, each counted once. */
  sentMessages = 0;
  /** Bytes of messages that were sent, each counted once. */
  sentBytes = 0;
  /** What the other end allows, see `layout.ts`. */
  credit = 0;
  /** Control records that are not acknowledged, sent or not. */
  owedControls = 0;
  /** Bytes of messages that the other end allows to have begun and not ended. */
  reassemblyLimit = 0;
  #chunkSize: number;
  #changed: () => void;
  #streams: StreamScheduler = new StreamScheduler();
  #controls: Control[] = [];
  #begun: Set<OutgoingStream> = new Set(); // whose queues have messages that have begun
  #goingOn: Message | undefined; // the one of them that was chosen last in this frame: to look at all for each chunk took most of the time
  #incomplete: Map<number, Message> = new Map(); // by number: begun, of several chunks, and not known to have ended
  #incompleteBytes = 0;
  #nextId = 0;
  #frames = 0; // that were begun
  #beyondSegment = 0; // bytes of the frame's budget beyond a TCP segment

  /**
   * `chunkSize`: maximum bytes of a chunk's payload while several streams have messages; a single stream fills the rest of a frame with one chunk. `changed`:
   * called when there may be something to send.
   */
  constructor(chunkSize: number, changed: () => void = () => {}) {
    this.#chunkSize = chunkSize;
    this.#changed = changed;
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
    this.#changed();
  }

  /** The other end has granted credit to a stream. */
  grant(stream: OutgoingStream, credit: number): void {
    if (credit <= stream.credit) return;
    stream.credit = credit;
    this.#unblock(stream);
  }

  /** Puts a message in the place of one of equal priority that waits and has not begun. */
  replace(old: Message, fresh: Message): void {
    old.stream.queue.replace(old, fresh);
    this.#unblock(old.stream);
    this.#countWaiting(old.stream, fresh.size - old.size);
    old.become('superseded');
    this.#changed();
  }

  /** Control records that wait to be sent. */
  get waitingControls(): number {
    return this.#controls.length;
  }

  control(control: Control): void {
    this.#controls.push(control);
    this.owedControls++;
    this.#changed();
  }

  /** Takes back what of a message has not been sent. Returns whether there was any. */
  remove(message: Message, why: MessageEnd): boolean {
    const { stream } = message;
    if (!stream.queue.remove(message)) return false;
    this.#noteBegun(stream);
    if (stream.queue.size === 0) this.#streams.rest(stream);
    else this.#unblock(stream); // the next one may need less credit
    this.waiting--;
    this.#countWaiting(stream, message.offset - message.size);
    this.#giveUp(message, why);
    this.#changed();
    return true;
  }

  /**
   * Takes back all that has not been sent of a stream. Messages that had been sent completely before their connection was lost are sent again: the other
   * end may have read them, and says so only by an acknowledgment.
   */
  clear(stream: OutgoingStream, why: MessageEnd): void {
    const again: Message[] = [];
    for (let message = stream.queue.pop(); message !== undefined; message = stream.queue.pop()) {
      this.waiting--;
      this.#countWaiting(stream, message.offset - message.size);
      if (message.hasLeft) again.push(message);
      else this.#giveUp(message, why);
    }
    this.#noteBegun(stream);
    this.#streams.rest(stream);
    for (const message of again.toReversed()) this.#waitsAgain(message);
    this.#changed();
  }

  /**
   * Writes about `budget` bytes of what is to be sent, and returns what of it must be acknowledged. The last control, and what goes again and
   * may not be cut, may exceed that.
   */
  fill(writer: FrameWriter, budget: number): Sent[] {
    const controls = this.#controls.length > 0 ? this.#writeControls(writer, budget) : undefined;
    if (this.#controls.length > 0) return controls!; // which may open the streams of the next messages
    this.#goingOn = undefined;
    this.#frames++;
    this.#beyondSegment = Math.max(0, budget + webSocketHeaderSize - usualSegment);
    const first = this.#next(writer, budget);
    if (first === undefined) return controls ?? [];
    const sent: Sent[] = controls === undefined ? [first] : [...controls, first]; // an empty list to push to would take room for 17
    for (let chunk = this.#next(writer, budget); chunk !== undefined; chunk = this.#next(writer, budget))
      sent.push(chunk);
    return sent;
  }

  /** What was sent has come. */
  acknowledge(sent: readonly Sent[]): void {
    for (const one of sent) {
      if (typeof one === 'function') this.owedControls--;
      if (typeof one === 'function' || one.to < one.message.size || isOutdated(one)) continue;
      this.#hasEnded(one.message);
      one.message.become('delivered');
    }
  }

  /** What was sent may not have come: it is sent again. */
  retransmit(sent: readonly Sent[]): void {
    this.#controls = [...sent.filter((one) => typeof one === 'function'), ...this.#controls];
    const again: Message[] = [];
    for (const one of sent) {
      if (typeof one === 'function' || one.message.isOver || isOutdated(one)) continue;
      const { from, message } = one;
      if (from > message.offset) continue; // an earlier chunk of it was given back
      if (this.#goesBackTo(message, from)) again.push(message);
    }
    // Each goes behind those that are there, or nearly: many would take long to be put between others.
    for (const message of again.toSorted(byTurn)) this.#waitsAgain(message);
  }

  /** The other end has dropped the chunks of a message that it got: all of them are sent again. */
  restart(id: number): void {
    const message = this.#incomplete.get(id);
    if (message === undefined) return;
    message.restarts++;
    if (this.#goesBackTo(message, 0)) this.#waitsAgain(message);
  }

  /** What of a message was sent from here on is sent again. Returns whether it had been sent wholly, and must wait in the queue again. */
  #goesBackTo(message: Message, from: number): boolean {
    const { isStale, offset, size, stream } = message;
    message.offset = from;
    if (offset === size && !isStale) return true;
    if (offset === size) this.#giveUp(message, 'expired');
    else {
      this.#countWaiting(stream, offset - from);
      this.#unblock(stream); // to send a part again needs no credit
    }
    return false;
  }

  #waitsAgain(message: Message): void {
    const { offset, size, stream } = message;
    stream.queue.pushBegun(message);
    this.#begun.add(stream);
    this.#waits(message, size - offset);
  }

  /** All that waits is lost. */
  end(): void {
    for (let stream = this.#streams.take(); stream !== undefined; stream = this.#streams.take()) {
      loseAll(stream);
      this.#streams.used(stream, 0, 0);
    }
    for (const stream of this.#begun) loseAll(stream); // also of those that wait for credit
    this.waiting = this.waitingBytes = 0;
    this.#controls = [];
    this.#begun.clear();
    this.#incomplete.clear();
    this.#incompleteBytes = 0;
  }

  #writeControls(writer: FrameWriter, budget: number): Sent[] {
    let count = 0;
    while (count < this.#controls.length && writer.length < budget) this.#controls[count++]!(writer);
    return this.#controls.splice(0, count);
  }

  #next(writer: FrameWriter, budget: number): Chunk | undefined {
    const room = budget - writer.length;
    for (let stream = this.#streams.take(); stream !== undefined; stream = this.#streams.take()) {
      const message = stream.queue.pop()!;
      // Of one stream nothing else would come between the chunks of a frame.
      const length = this.#lengthOf(message, room, this.#streams.isEmpty ? room : this.#chunkSize);
      if (length !== undefined) return this.#write(message, length, writer);
      stream.queue.pushBegun(message);
      this.#begun.add(stream);
      stream.isBlocked = this.#isBlocked(stream, message);
      this.#streams.used(stream, 0, 0);
      if (!stream.isBlocked) return room > 2 * minChunk ? this.#goOn(writer, room) : undefined;
    }
    return undefined;
  }

  // A message that has begun and may go on keeps its stream among those that have turns.
  #isBlocked({ queue }: OutgoingStream, next: Message): boolean {
    return this.#lacksCredit(next) && queue.findBegun((one) => !this.#lacksCredit(one)) === undefined;
  }

  /** Whether a message waits for credit of its stream. */
  #lacksCredit(message: Message): boolean {
    const { hasLeft, id, offset, size } = message;
    const isUnfinished = this.#incomplete.has(id);
    if (hasLeft && !isUnfinished) return false;
    if (!isUnfinished) return !this.#hasCreditToBegin(message);
    return this.#streamAllows(message) < Math.min(size - offset, minChunk, this.#chunkSize);
  }

  // A message that has begun and waits for credit holds room in the other end's reassembly, which messages of other streams may need. So it begins
  // when all of it has credit. A longer message than that begins when nearly all of the window is free.
  #hasCreditToBegin(message: Message): boolean {
    return (
      this.#streamAllows(message) >=
      Math.min(message.size, (3 / 4) * message.stream.window - creditPerMessage)
    );
  }

  /** Bytes of a message that the credit of its stream allows. */
  #streamAllows({ id, offset, sentOnce, stream }: Message): number {
    return stream.credit - stream.creditUsed - (id < 0 ? creditPerMessage : 0) + sentOnce - offset;
  }

  #unblock(stream: OutgoingStream): void {
    if (!stream.isBlocked) return;
    stream.isBlocked = false;
    if (stream.queue.size > 0) this.#streams.wake(stream);
  }

  // What may not begin, or has no credit, keeps nothing from its end that has begun: else neither would ever be sent.
  #goOn(writer: FrameWriter, room: number): Chunk | undefined {
    const before = this.#goingOn;
    const isLeft = before !== undefined && before.offset < before.size;
    const message =
      isLeft && this.#lengthOf(before, room) !== undefined ? before : this.#mostImportantBegun(room);
    this.#goingOn = message;
    if (message === undefined) return undefined;
    this.#unblock(message.stream);
    this.#streams.takeOut(message.stream);
    message.stream.queue.remove(message);
    return this.#write(message, this.#lengthOf(message, room)!, writer);
  }

  #mostImportantBegun(room: number): Message | undefined {
    let found: Message | undefined;
    for (const { queue } of this.#begun) {
      const message = queue.findBegun((one) => this.#lengthOf(one, room) !== undefined);
      if (message !== undefined && !(message.priority <= (found?.priority ?? -Infinity))) found = message;
    }
    return found;
  }

  // The message has been taken out of its queue, and its stream out of its turn: both come back.
  #write(message: Message, length: number, writer: FrameWriter): Chunk {
    const { offset: from, size, stream } = message;
    this.#send(message, length, writer);
    if (message.offset < size) stream.queue.pushBegun(message);
    this.#noteBegun(stream);
    this.#streams.used(stream, length, message.marginalUtility * (size > 0 ? length / size : 1));
    return { message, from, to: message.offset, restarts: message.restarts };
  }

  /** How much of a message goes into the next chunk; undefined: there is no room for it, or no credit, or it may not begin. */
  #lengthOf(message: Message, space: number, most: number = this.#chunkSize): number | undefined {
    const { hasLeft, id, offset, priority, sentOnce, size, stream } = message;
    const isUnfinished = this.#incomplete.has(id);
    // A message arrives with the last byte of its frame: what it has overtaken may fill a segment with it, and no more.
    const delays = stream.endsIn === this.#frames && stream.endedPriority > priority;
    const room = delays ? space - this.#beyondSegment : space;
    if (hasLeft && !isUnfinished) return room > (delays ? size : 0) ? size : undefined; // in parts it would be one more that has begun
    const left = size - offset;
    const wanted = Math.min(left, most);
    const ofMessage = id < 0 ? creditPerMessage : 0;
    const allowed = this.credit - this.#creditUsed - ofMessage + sentOnce - offset;
    const free = room - chunkHeadSize(Math.max(id, this.#nextId), wanted);
    const length = Math.min(wanted, free, allowed, this.#streamAllows(message));
    if (length !== left && length < Math.min(minChunk, this.#chunkSize)) return undefined;
    return length === size || isUnfinished || this.#mayBegin(message) ? length : undefined;
  }

  get #creditUsed(): number {
    return this.sentBytes + creditPerMessage * this.#nextId;
  }

  /** Whether there may be one more message of several chunks. */
  #mayBegin(message: Message): boolean {
    if (this.#incompleteBytes + message.size > this.reassemblyLimit) return false;
    return this.#incomplete.size < maxIncompleteMessages && this.#hasCreditToBegin(message);
  }

  #send(message: Message, length: number, writer: FrameWriter): void {
    const { hasLeft, isText, offset, size, stream } = message;
    if (message.id < 0) {
      message.id = this.#nextId++;
      stream.creditUsed += creditPerMessage;
    }
    const { id } = message;
    const payload = message.payload.subarray(offset, offset + length);
    if (length === size) writer.whole(id, stream.id, isText, payload);
    else if (offset === 0) this.#begin(message, payload, writer);
    else writer.more(id, offset, payload);

    message.offset += length;
    const fresh = Math.max(0, message.offset - message.sentOnce);
    this.sentBytes += fresh;
    stream.creditUsed += fresh;
    message.sentOnce = Math.max(message.sentOnce, message.offset);
    this.#countWaiting(stream, -length);
    const isSent = message.offset === size;
    if (isSent) this.#isSent(message, hasLeft);
    message.become(message.hasLeft ? 'sent' : 'sending');
  }

  #isSent({ priority, stream }: Message, isAgain: boolean): void {
    this.waiting--;
    if (!isAgain) this.sentMessages++;
    if (stream.endsIn !== this.#frames) stream.endedPriority = priority;
    stream.endsIn = this.#frames;
  }

  #begin(message: Message, payload: Uint8Array, writer: FrameWriter): void {
    const { id, isText, size, stream } = message;
    writer.start({ message: id, stream: stream.id, isText, total: size }, payload);
    if (this.#incomplete.has(id)) return;
    this.#incomplete.set(id, message);
    this.#incompleteBytes += size;
  }

  /** No more of a message is sent. */
  #giveUp(message: Message, why: MessageEnd): void {
    const { id, sentOnce, stream } = message;
    if (id >= 0) this.control((writer) => writer.cancel(id, stream.id, sentOnce));
    this.#hasEnded(message);
    message.become(why);
  }

  #noteBegun(stream: OutgoingStream): void {
    if (stream.queue.hasBegun) this.#begun.add(stream);
    else this.#begun.delete(stream);
  }

  #hasEnded(message: Message): void {
    if (this.#incomplete.delete(message.id)) this.#incompleteBytes -= message.size;
  }

  #waits({ stream }: Message, bytes: number): void {
    this.waiting++;
    this.#countWaiting(stream, bytes);
    stream.isBlocked = false; // a shorter message of higher priority may have enough credit
    this.#streams.wake(stream);
  }

  #countWaiting(stream: OutgoingStream, bytes: number): void {
    this.waitingBytes += bytes;
    stream.waitingBytes += bytes;
  }
}

/** Whether a chunk belongs to a round of its message that has been begun anew since. */
function isOutdated({ message, restarts }: Chunk): boolean {
  return restarts !== message.restarts;
}

function loseAll({ queue }: OutgoingStream): void {
  for (let message = queue.pop(); message !== undefined; message = queue.pop()) message.become('lost');
}
