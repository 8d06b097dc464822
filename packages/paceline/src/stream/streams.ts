import { checkCallback } from '@doha/loop/options';
import { callEach } from '../callbacks/guard.ts';
import { costOfStream } from '../memory/memory-cost.ts';
import { closeCode } from '../wire/close-code.ts';
import type { Settings } from '../wire/hello.ts';
import { streamCloses } from '../wire/layout.ts';
import { ownBytes, textOf } from '../wire/payload.ts';
import type { Received } from './inbox.ts';
import { checkStreamOptions, type StreamOptions } from './stream-options.ts';
import type { StreamReceiver } from './stream-receiver.ts';
import { Stream, type StreamHost, type StreamParts } from './stream.ts';

/** Maximum number of control records that wait while the peer opens streams and acknowledges nothing. */
const maxControls = 2 ** 16;

export interface StreamsParts extends Omit<StreamHost, 'ended' | 'unread' | 'awaitsRoom' | 'window'> {
  readonly isClient: boolean;
  readonly own: Settings;
  readonly peer: Settings;
  /** Receives the streams that have unread messages when the session ends. */
  readonly keepUnread?: ((stream: Stream) => void) | undefined;
}

/** The streams of a session. Each endpoint numbers the streams that it opens: a client with even numbers, a server with odd ones. Stream 0 is always open. */
export class Streams implements StreamReceiver {
  /** The stream that is always open. */
  readonly main: Stream;
  #parts: StreamsParts;
  #host: StreamHost;
  #streams: Map<number, Stream> = new Map();
  #next: number;
  #nextOfPeer: number;
  #ofPeer = 0; // streams of the peer that are open, or have ended and wait for a listener
  #openedHere = 0; // streams that this endpoint has opened, and that have not ended
  #listeners: Set<(stream: Stream) => unknown> = new Set();
  #waiting: Set<Stream> = new Set(); // for a listener
  #unread: Set<Stream> = new Set();
  #unready: Set<Stream> = new Set(); // with a pending promise `ready`

  constructor(parts: StreamsParts) {
    this.#parts = parts;
    this.#host = {
      ...parts,
      unread: this.#unread,
      window: parts.peer.streamWindow,
      ended: (stream) => this.#forget(stream),
      awaitsRoom: (stream) => this.#unready.add(stream),
    };
    this.#next = parts.isClient ? 2 : 1;
    this.#nextOfPeer = parts.isClient ? 1 : 2;
    this.main = this.#add({ id: 0, cost: 0, direction: 'both', options: {} });
  }

  /** Throws a RangeError or a TypeError that names an option, or a RangeError if the peer allows no more streams. */
  open(options: StreamOptions): Stream {
    checkStreamOptions(options);
    const { label = '', twoWay = false } = options;
    const { endpoint, peer, scheduler } = this.#parts;
    const { maxStreams } = peer;
    if (this.#openedHere >= maxStreams && !endpoint.isClosed)
      throw new RangeError(
        `stream: the peer allows up to ${maxStreams} open streams; close some at both endpoints`,
      );
    const id = this.#next;
    this.#next += 2;
    if (!endpoint.isClosed) {
      this.#openedHere++;
      scheduler.sendControl((writer) => writer.openStream(id, label, twoWay));
    }
    return this.#add({ id, cost: 0, direction: twoWay ? 'both' : 'out', options });
  }

  /**
   * `listener` gets each stream that the peer opens. Streams that were opened earlier are passed in a
   * microtask, after this function has returned. Returns a function that removes the listener.
   */
  listen(listener: (stream: Stream) => unknown): () => void {
    checkCallback('onStream: listener', listener);
    this.#listeners.add(listener);
    if (this.#waiting.size > 0) queueMicrotask(() => this.#announce());
    return () => this.#listeners.delete(listener);
  }

  /**
   * The session has ended. Messages that were not read can still be read, unless they are dropped. The application may hold the session for long, so
   * nothing else is kept.
   */
  end(dropsUnread: boolean): void {
    const streams = [...this.#waiting, ...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) {
      stream.sessionEnded(dropsUnread);
      if (stream.inbox.isEmpty) this.#waiting.delete(stream);
    }
    for (const stream of this.#unread) {
      if (dropsUnread) stream.dropUnread();
      else this.#parts.keepUnread?.(stream);
    }
    this.#unread.clear();
  }

  /** Messages have left, or the session has ended. */
  resolveIfReady(): void {
    for (const stream of this.#unready) if (stream.resolveIfReady()) this.#unready.delete(stream);
  }

  /** A message has arrived. */
  received(id: number, isText: boolean, bytes: Uint8Array, message: number): string | undefined {
    const { counters, endpoint, probes } = this.#parts;
    if (endpoint.isClosed) return undefined; // the message took too much memory
    const stream = this.#streams.get(id);
    if (stream?.isReceiving !== true) return `stream ${id} is not open`;
    const data: Received | undefined = isText ? textOf(bytes) : ownBytes(bytes);
    if (data === undefined) return 'a text is not UTF-8';
    counters.countReceived(bytes.length);
    if (probes.probe !== undefined) probes.received(message, id, bytes.length);
    const isRead = stream.inbox.push({ data, size: bytes.length, id: message });
    if (isRead && probes.probe !== undefined) probes.read(message);
    return undefined;
  }

  // The records of streams arrive in order, but may arrive again by another channel.
  peerOpened(id: number, label: string, isTwoWay: boolean): string | undefined {
    if (id < this.#nextOfPeer && id > 0 && id % 2 === this.#nextOfPeer % 2) return undefined;
    if (id !== this.#nextOfPeer) return `stream ${id} is opened, expected ${this.#nextOfPeer}`;
    this.#announce(); // in the order in which they were opened
    const { endpoint, own, scheduler } = this.#parts;
    if (this.#ofPeer >= own.maxStreams) {
      endpoint.fail(closeCode.overflow, 'too many streams are open, or wait for onStream');
      return undefined;
    }
    if (scheduler.waitingControls > maxControls) return 'too many control records wait for acknowledgment';
    this.#nextOfPeer += 2;
    this.#ofPeer++;
    const cost = costOf(label);
    if (!endpoint.hold(cost)) return undefined;
    const stream = this.#add({ id, cost, direction: isTwoWay ? 'both' : 'in', options: { label } });
    if (this.#listeners.size === 0) this.#waiting.add(stream);
    callEach(this.#parts.reporter, this.#listeners, stream);
    return undefined;
  }

  peerClosed(id: number, how: number): string | undefined {
    if (!this.#wasOpened(id)) return `stream ${id} is not open`;
    const close = streamCloses[how];
    if (close === undefined) return `stream ${id} is closed with the unknown value ${how}`;
    this.#streams.get(id)?.peerClosed(close);
    return undefined;
  }

  peerCancelled(id: number): string | undefined {
    if (!this.#wasOpened(id)) return `stream ${id} is not open`;
    this.#streams.get(id)?.peerCancelled();
    return undefined;
  }

  // Credit may arrive late, for a stream that has ended.
  granted(id: number, bytes: number): string | undefined {
    if (id !== 0 && !this.#wasOpened(id)) return `stream ${id} is not open`;
    const stream = this.#streams.get(id);
    if (stream !== undefined) this.#parts.scheduler.grant(stream.outgoing, bytes);
    return undefined;
  }

  /** Passes the waiting streams to the listeners, as long as there are listeners. */
  #announce(): void {
    for (const stream of this.#waiting) {
      if (this.#listeners.size === 0) return;
      this.#waiting.delete(stream);
      if (!this.#streams.has(stream.id)) this.#ofPeer--;
      callEach(this.#parts.reporter, this.#listeners, stream);
    }
  }

  #add(parts: StreamParts): Stream {
    const stream = new Stream(this.#host, parts);
    if (!this.#parts.endpoint.isClosed) this.#streams.set(parts.id, stream);
    return stream;
  }

  // A stream without a listener and without unread messages is dropped: otherwise the peer could use up the memory with ended streams.
  #forget(stream: Stream): void {
    const { id, inbox } = stream;
    this.#streams.delete(id);
    if (inbox.isEmpty) this.#waiting.delete(stream);
    if (this.#isOwn(id)) this.#openedHere--;
    else if (!this.#waiting.has(stream)) this.#ofPeer--;
  }

  /** Whether either endpoint has ever opened a stream of this number. */
  #wasOpened(id: number): boolean {
    return id > 0 && id < (this.#isOwn(id) ? this.#next : this.#nextOfPeer);
  }

  #isOwn(id: number): boolean {
    return id % 2 === this.#next % 2;
  }
}

/** Bytes of memory that a stream takes; two for each character of its label. */
function costOf(label: string): number {
  return costOfStream + 2 * label.length;
}
