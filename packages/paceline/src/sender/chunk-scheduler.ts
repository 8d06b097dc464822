import { usualSegment } from '../control/latency-controller.ts';
import { chunkHeadSize, type FrameWriter } from '../wire/frame-writer.ts';
import { webSocketHeaderSize } from '../wire/layout.ts';
import { ArrivalForecast } from './arrival-forecast.ts';
import { FlowControl, minChunk } from './flow-control.ts';
import { byReverseSendOrder } from './message-queue.ts';
import type { Message, MessageEnd } from './message.ts';
import type { MessageSink, OutgoingStream } from './outgoing-stream.ts';
import { StreamScheduler } from './stream-scheduler.ts';

/** Writes a control record. Control records are sent before messages. */
export type Control = (writer: FrameWriter) => void;

/** A part of a message that has been sent. */
export interface Chunk {
  readonly message: Message;
  readonly from: number;
  readonly to: number;
  /** `restarts` of the message when the chunk was sent. */
  readonly restarts: number;
}

/** A part of a frame that must be acknowledged. */
export type Sent = Control | Chunk;

/**
 * Decides what an endpoint sends next: control records first, then chunks of messages, from the streams in turn (thesis §4.3.1). Contents of frames that
 * a lost channel had in flight are sent again in their order.
 */
export class ChunkScheduler implements MessageSink {
  /** Number of messages that have not been sent completely, and their unsent bytes. */
  waiting = 0;
  waitingBytes = 0;
  /** Messages that were sent completely; a message that is sent again counts once. */
  sentMessages = 0;
  /** Bytes of messages that were sent; a byte that is sent again counts once. */
  sentBytes = 0;
  /** Number of control records that are not acknowledged, sent or not. */
  unacknowledgedControls = 0;
  readonly flow: FlowControl;
  readonly forecast: ArrivalForecast = new ArrivalForecast();
  #chunkSize: number;
  #changed: () => void;
  #streams: StreamScheduler = new StreamScheduler();
  #controls: Control[] = [];
  #whenSettled: Map<Control, (isAcknowledged: boolean) => void> = new Map();
  #started: Set<OutgoingStream> = new Set(); // streams with messages that were sent in part, must be sent again, or were put back
  #continued: Message | undefined; // the message that `#continueOther` chose last in this frame: a search for each chunk would be slow
  #nextId = 0;
  #frames = 0; // number of frames that were begun
  #beyondSegment = 0; // bytes of the frame's budget that exceed a TCP segment

  /**
   * `chunkSize`: maximum bytes of a chunk's payload while several streams have messages; a single stream fills the rest of a frame with one chunk. `changed`:
   * called when there may be something to send.
   */
  constructor(chunkSize: number, changed: () => void = () => {}) {
    this.flow = new FlowControl(chunkSize);
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
    this.#enqueued(message, message.size);
    this.#changed();
  }

  /** The peer has granted credit to a stream. */
  grant(stream: OutgoingStream, credit: number): void {
    if (credit <= stream.credit) return;
    stream.credit = credit;
    this.#unblock(stream);
  }

  /** Puts a message in the place of a queued message of equal priority, no part of which was sent. */
  replace(old: Message, fresh: Message): void {
    old.stream.queue.replace(old, fresh);
    this.#unblock(old.stream);
    this.#countWaiting(old.stream, fresh.size - old.size);
    old.become('superseded');
    this.#changed();
  }

  /** Number of control records that wait to be sent. */
  get waitingControls(): number {
    return this.#controls.length;
  }

  /**
   * Sends a control record. `settled`: called with true when the peer has acknowledged it, or with
   * false if the session ends before.
   */
  sendControl(control: Control, settled?: (isAcknowledged: boolean) => void): void {
    this.#controls.push(control);
    if (settled !== undefined) this.#whenSettled.set(control, settled);
    this.unacknowledgedControls++;
    this.#changed();
  }

  /** Drops the unsent part of a message. Returns false if all of it has been sent. */
  remove(message: Message, why: MessageEnd): boolean {
    const { stream } = message;
    if (!stream.queue.remove(message)) return false;
    this.#updateStarted(stream);
    if (stream.queue.size === 0) this.#streams.deactivate(stream);
    else this.#unblock(stream); // the next one may need less credit
    this.waiting--;
    this.#countWaiting(stream, message.offset - message.size);
    this.#dropRest(message, why);
    this.#changed();
    return true;
  }

  /**
   * Drops the unsent messages of a stream. Messages that had been sent completely before their
   * connection was lost are sent again: the peer may have read them, which only an acknowledgment
   * shows.
   */
  clear(stream: OutgoingStream, why: MessageEnd): void {
    const again: Message[] = [];
    for (let message = stream.queue.pop(); message !== undefined; message = stream.queue.pop()) {
      this.waiting--;
      this.#countWaiting(stream, message.offset - message.size);
      if (message.wasSent) again.push(message);
      else this.#dropRest(message, why);
    }
    this.#updateStarted(stream);
    this.#streams.deactivate(stream);
    for (const message of again.toReversed()) this.#requeue(message);
    this.#changed();
  }

  /**
   * Writes records and chunks of about `budget` bytes, and returns all of them, for {@link acknowledge} or {@link retransmit}. The last control record may exceed the budget, and so may
   * a message that is sent again and must not be cut.
   */
  fill(writer: FrameWriter, budget: number): Sent[] {
    const controls = this.#controls.length > 0 ? this.#writeControls(writer, budget) : undefined;
    if (this.#controls.length > 0) return controls!; // the remaining ones may open the streams of the next messages
    this.#continued = undefined;
    this.#frames++;
    this.#beyondSegment = Math.max(0, budget + webSocketHeaderSize - usualSegment);
    const first = this.#next(writer, budget);
    if (first === undefined) return controls ?? [];
    const sent: Sent[] = controls === undefined ? [first] : [...controls, first]; // pushing to an empty list would allocate room for 17
    for (let chunk = this.#next(writer, budget); chunk !== undefined; chunk = this.#next(writer, budget))
      sent.push(chunk);
    return sent;
  }

  /** The peer has acknowledged these contents. */
  acknowledge(sent: readonly Sent[]): void {
    for (const one of sent) {
      if (typeof one === 'function') this.#acknowledgeControl(one);
      if (typeof one === 'function' || one.to < one.message.size || isOutdated(one)) continue;
      this.flow.removeIncomplete(one.message);
      one.message.become('delivered');
    }
  }

  #acknowledgeControl(control: Control): void {
    this.unacknowledgedControls--;
    this.#whenSettled.get(control)?.(true);
    this.#whenSettled.delete(control);
  }

  /** These contents may not have arrived: sends them again. */
  retransmit(sent: readonly Sent[]): void {
    this.#controls = [...sent.filter((one) => typeof one === 'function'), ...this.#controls];
    const again: Message[] = [];
    for (const one of sent) {
      if (typeof one === 'function' || one.message.hasEnded || isOutdated(one)) continue;
      const { from, message } = one;
      if (from > message.offset) continue; // an earlier chunk of the message is in the list
      if (this.#rewind(message, from)) again.push(message);
    }
    // In this order each message is inserted at the end of its queue, or near it: inserting many in
    // the middle would take long.
    for (const message of again.toSorted(byReverseSendOrder)) this.#requeue(message);
  }

  /** The peer has dropped the received chunks of a message: sends all of them again. */
  restart(id: number): void {
    const message = this.flow.findIncomplete(id);
    if (message === undefined) return;
    message.restarts++;
    if (this.#rewind(message, 0)) this.#requeue(message);
  }

  /** Moves a message back to an offset. Returns whether the caller must queue it again: it had been sent completely, and has not expired. */
  #rewind(message: Message, from: number): boolean {
    const { isStale, offset, size, stream } = message;
    message.offset = from;
    if (offset === size && !isStale) return true;
    if (offset === size) this.#dropRest(message, 'expired');
    else {
      this.#countWaiting(stream, offset - from);
      this.#unblock(stream); // sending a part again needs no credit
    }
    return false;
  }

  #requeue(message: Message): void {
    const { offset, size, stream } = message;
    stream.queue.pushStarted(message);
    this.#started.add(stream);
    this.#enqueued(message, size - offset);
  }

  /** The session has ended: all messages are lost, and no more acknowledgments arrive. */
  end(): void {
    for (let stream = this.#streams.take(); stream !== undefined; stream = this.#streams.take()) {
      loseAll(stream);
      this.#streams.putBack(stream, 0, 0);
    }
    for (const stream of this.#started) loseAll(stream); // also streams that wait for credit
    this.waiting = this.waitingBytes = 0;
    this.#controls = [];
    this.#started.clear();
    this.flow.end();
    for (const settled of this.#whenSettled.values()) settled(false);
    this.#whenSettled.clear();
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
      if (this.#dropIfTooLate(message)) continue;
      // With a single stream nothing would come between the chunks of a frame, so one chunk fills it.
      const length = this.#lengthOf(message, room, this.#streams.isEmpty ? room : this.#chunkSize);
      if (length !== undefined) return this.#write(message, length, writer);
      stream.queue.pushStarted(message);
      this.#started.add(stream);
      stream.isBlocked = this.#isBlocked(stream, message);
      this.#streams.putBack(stream, 0, 0);
      if (!stream.isBlocked) return room > 2 * minChunk ? this.#continueOther(writer, room) : undefined;
    }
    return undefined;
  }

  /**
   * Drops a message that would expire half sent, if others wait. The message has been removed from its queue, and its stream from the stream scheduler.
   */
  #dropIfTooLate(message: Message): boolean {
    const { id, size, stream } = message;
    if (id >= 0 || this.waiting === 1 || !this.forecast.isTooLate(message)) return false;
    this.waiting--;
    this.#countWaiting(stream, -size);
    this.#updateStarted(stream);
    this.#streams.putBack(stream, 0, 0);
    this.#dropRest(message, 'expired');
    return true;
  }

  // A stream does not wait for credit while a message of it that was sent in part can be continued.
  #isBlocked({ queue }: OutgoingStream, next: Message): boolean {
    const { flow } = this;
    return (
      flow.lacksStreamCredit(next) && queue.findStarted((one) => !flow.lacksStreamCredit(one)) === undefined
    );
  }

  #unblock(stream: OutgoingStream): void {
    if (!stream.isBlocked) return;
    stream.isBlocked = false;
    if (stream.queue.size > 0) this.#streams.activate(stream);
  }

  // If the next message may not begin or has no credit, continues a message that was sent in part.
  // That message occupies the room at the peer for which the next one waits.
  #continueOther(writer: FrameWriter, room: number): Chunk | undefined {
    const before = this.#continued;
    const isUnfinished = before !== undefined && before.offset < before.size;
    const message =
      isUnfinished && this.#lengthOf(before, room) !== undefined
        ? before
        : this.#highestPriorityStarted(room);
    this.#continued = message;
    if (message === undefined) return undefined;
    this.#unblock(message.stream);
    this.#streams.remove(message.stream);
    message.stream.queue.remove(message);
    return this.#write(message, this.#lengthOf(message, room)!, writer);
  }

  #highestPriorityStarted(room: number): Message | undefined {
    let found: Message | undefined;
    for (const { queue } of this.#started) {
      const message = queue.findStarted((one) => this.#lengthOf(one, room) !== undefined);
      if (message !== undefined && !(message.priority <= (found?.priority ?? -Infinity))) found = message;
    }
    return found;
  }

  // The message has been removed from its queue, and its stream from the stream scheduler: both are put back.
  #write(message: Message, length: number, writer: FrameWriter): Chunk {
    const { offset: from, size, stream } = message;
    this.#send(message, length, writer);
    if (message.offset < size) stream.queue.pushStarted(message);
    this.#updateStarted(stream);
    this.#streams.putBack(stream, length, message.marginalUtility * (size > 0 ? length / size : 1));
    return { message, from, to: message.offset, restarts: message.restarts };
  }

  /** Bytes of the next chunk of a message; undefined: there is no room for it, or no credit, or the message may not begin. */
  #lengthOf(message: Message, space: number, maxLength: number = this.#chunkSize): number | undefined {
    const { id, offset, priority, size, stream, wasSent } = message;
    const isIncomplete = this.flow.isIncomplete(message);
    // The peer reads a frame when all of it has arrived. So after a message has ended in this frame, less important ones of its stream may fill the first TCP segment, but add no other: it would delay that message.
    const delays = stream.endFrame === this.#frames && stream.endedPriority > priority;
    const room = delays ? space - this.#beyondSegment : space;
    if (wasSent && !isIncomplete) return room > (delays ? size : 0) ? size : undefined; // in parts it would need room for one more incomplete message at the peer
    const left = size - offset;
    const wanted = Math.min(left, maxLength);
    const free = room - chunkHeadSize(Math.max(id, this.#nextId), wanted);
    const length = Math.min(wanted, free, this.flow.allowed(message));
    if (length < this.flow.minLength(left)) return undefined;
    return length === size || isIncomplete || this.flow.mayStart(message) ? length : undefined;
  }

  #send(message: Message, length: number, writer: FrameWriter): void {
    const { wasSent, isText, offset, size, stream } = message;
    if (message.id < 0) {
      message.id = this.#nextId++;
      this.flow.useForMessage(message);
    }
    const { id } = message;
    const payload = message.payload.subarray(offset, offset + length);
    if (length === size) writer.whole(id, stream.id, isText, payload);
    else if (offset === 0) {
      writer.start({ message: id, stream: stream.id, isText, total: size }, payload);
      this.flow.addIncomplete(message);
    } else writer.more(id, offset, payload);

    message.offset += length;
    const fresh = Math.max(0, message.offset - message.maxOffset);
    this.sentBytes += fresh;
    this.flow.useForBytes(message, fresh);
    message.maxOffset = Math.max(message.maxOffset, message.offset);
    this.#countWaiting(stream, -length);
    const isSent = message.offset === size;
    if (isSent) this.#countSent(message, wasSent);
    message.become(message.wasSent ? 'sent' : 'sending');
  }

  #countSent({ priority, stream }: Message, isAgain: boolean): void {
    this.waiting--;
    if (!isAgain) this.sentMessages++;
    if (stream.endFrame !== this.#frames) stream.endedPriority = priority;
    stream.endFrame = this.#frames;
  }

  /** Ends a message that was removed from its queue. If a part of it was sent, a record tells the peer that no more follows. */
  #dropRest(message: Message, why: MessageEnd): void {
    const { id, maxOffset, stream } = message;
    if (id >= 0) this.sendControl((writer) => writer.cancel(id, stream.id, maxOffset));
    this.flow.removeIncomplete(message);
    message.become(why);
  }

  #updateStarted(stream: OutgoingStream): void {
    if (stream.queue.hasStarted) this.#started.add(stream);
    else this.#started.delete(stream);
  }

  #enqueued({ stream }: Message, bytes: number): void {
    this.waiting++;
    this.#countWaiting(stream, bytes);
    stream.isBlocked = false; // a shorter message of higher priority may have enough credit
    this.#streams.activate(stream);
  }

  #countWaiting(stream: OutgoingStream, bytes: number): void {
    this.waitingBytes += bytes;
    stream.waitingBytes += bytes;
  }
}

/** Whether the message of a chunk was restarted after the chunk was sent. */
function isOutdated({ message, restarts }: Chunk): boolean {
  return restarts !== message.restarts;
}

function loseAll({ queue }: OutgoingStream): void {
  for (let message = queue.pop(); message !== undefined; message = queue.pop()) message.become('lost');
}
