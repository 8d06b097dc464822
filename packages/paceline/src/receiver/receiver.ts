import type { ChunkScheduler } from '../sender/chunk-scheduler.ts';
import type { ClosingHandshake } from '../session/closing-handshake.ts';
import type { StreamReceiver } from '../stream/stream-receiver.ts';
import type { Channel } from '../transport/channel.ts';
import type { Channels } from '../transport/channels.ts';
import { isCloseCode } from '../wire/close-code.ts';
import type { Settings } from '../wire/hello.ts';
import { maxFrameSize } from '../wire/layout.ts';
import { type FrameReceiver, type MessageHead, readFrame } from '../wire/read-frame.ts';
import { Reassembly } from './reassembly.ts';
import type { ReceiveWindows } from './receive-windows.ts';

export interface ReceiverParts {
  readonly own: Settings;
  readonly scheduler: ChunkScheduler;
  readonly channels: Channels;
  readonly windows: ReceiveWindows;
  readonly closing: ClosingHandshake;
  readonly streams: () => StreamReceiver;
  /**
   * Adds to the memory that is held for the peer. A negative number of bytes releases memory. Returns false if
   * the session has ended.
   */
  readonly hold: (bytes: number) => boolean;
  /** Called when the peer has ended the session. */
  readonly terminated: (code: number, reason: string) => void;
  /** Called when the page of the peer is suspended. */
  readonly suspended: () => void;
  /** Time in ms. */
  readonly now: () => number;
}

/** Reads the frames of all channels of a session, and passes each record to the part of the session that it concerns. */
export class Receiver implements FrameReceiver {
  /** Whether the session has ended: no more records are read. */
  isClosed = false;
  #parts: ReceiverParts;
  #reassembly: Reassembly;
  #from: Channel | undefined; // channel of the frame that is being read
  #isAckEliciting = false; // whether that frame must be acknowledged

  constructor(parts: ReceiverParts) {
    const { hold, own, streams, windows } = parts;
    this.#parts = parts;
    this.#reassembly = new Reassembly({
      maxMessageSize: own.maxMessageSize,
      reassemblyLimit: own.reassemblyLimit,
      deliver: (...message) => streams().received(...message),
      use: (stream, credit) => windows.use(stream, credit),
      hold,
    });
  }

  /** A frame has arrived. Returns a description of its fault, if it has one. */
  receive(channel: Channel, frame: Uint8Array): string | undefined {
    const { closing, now } = this.#parts;
    const receivedAt = now();
    channel.lastReceivedAt = receivedAt;
    this.#from = channel;
    this.#isAckEliciting = false;
    const { newRecords } = this.#reassembly;
    const fault = frame.length > maxFrameSize ? 'it is too long' : readFrame(frame, this);
    if (this.isClosed) return undefined;
    if (this.#isAckEliciting) channel.received(frame.length, receivedAt);
    if (this.#reassembly.newRecords > newRecords) closing.progress(receivedAt);
    return fault;
  }

  /** Messages whose chunks were dropped: the peer must send them from their beginning. */
  get dropped(): number[] {
    return this.#reassembly.dropped;
  }

  /** Drops the chunks of incomplete messages. */
  dropChunks(): void {
    this.#reassembly.dropChunks();
  }

  /** The session has ended. */
  stop(): void {
    this.isClosed = true;
    this.#reassembly.end();
  }

  ack(frames: number, delay: number, interval: number): string | undefined {
    const { closing, now, scheduler } = this.#parts;
    const sent = this.#from!.acknowledged({ frames, delay, interval }, now(), scheduler.isEmpty);
    if (sent === undefined) return `it acknowledges ${frames} frames, but fewer were sent`;
    scheduler.acknowledge(sent);
    if (sent.length > 0) closing.progress(now());
    return undefined;
  }

  ping(token: number): undefined {
    this.#from!.pongToSend = token;
  }

  pong(): undefined {}

  failover(epoch: number): string | undefined {
    return this.#parts.channels.peerFailedOver(this.#from!, epoch);
  }

  credit(bytes: number): undefined {
    const { flow } = this.#parts.scheduler;
    flow.credit = Math.max(flow.credit, bytes);
  }

  streamCredit(stream: number, bytes: number): string | undefined {
    return this.#parts.streams().granted(stream, bytes);
  }

  terminate(code: number, reason: string): string | undefined {
    if (!isCloseCode(code)) return `${code} is no valid close code`;
    this.#parts.terminated(code, reason);
    return undefined;
  }

  suspend(): undefined {
    this.#parts.suspended();
  }

  restart(message: number): undefined {
    this.#parts.scheduler.restart(message);
  }

  resumed(): undefined {
    this.#from!.isReady = true;
  }

  whole(message: number, stream: number, isText: boolean, payload: Uint8Array): string | undefined {
    this.#isAckEliciting = true;
    return this.#reassembly.whole(message, stream, isText, payload);
  }

  start(head: MessageHead, payload: Uint8Array): string | undefined {
    this.#isAckEliciting = true;
    return this.#reassembly.start(head, payload);
  }

  more(message: number, offset: number, payload: Uint8Array): string | undefined {
    this.#isAckEliciting = true;
    return this.#reassembly.more(message, offset, payload);
  }

  cancel(message: number, stream: number, sent: number): string | undefined {
    this.#isAckEliciting = true;
    return this.#reassembly.cancel(message, stream, sent);
  }

  openStream(stream: number, label: string, isTwoWay: boolean): string | undefined {
    this.#isAckEliciting = true;
    return this.#parts.streams().peerOpened(stream, label, isTwoWay);
  }

  closeStream(stream: number, how: number): string | undefined {
    this.#isAckEliciting = true;
    return this.#parts.streams().peerClosed(stream, how);
  }

  stopStream(stream: number): string | undefined {
    this.#isAckEliciting = true;
    return this.#parts.streams().peerCancelled(stream);
  }

  end(code: number, reason: string): string | undefined {
    this.#isAckEliciting = true;
    if (!isCloseCode(code)) return `${code} is no valid close code`;
    this.#parts.closing.receive({ code, reason });
    return undefined;
  }
}
