import { checkCallback } from '@doha/loop/options';
import { costOfStream } from '../receiver/memory-cost.ts';
import { closeCode } from '../wire/close-code.ts';
import { streamCloses } from '../wire/layout.ts';
import type { Settings } from '../wire/hello.ts';
import { callEach, guard } from '../callbacks/guard.ts';
import type { Inbox, Received } from './inbox.ts';
import { ownBytes, textOf } from '../wire/payload.ts';
import type { Stream } from './stream.ts';
import type { StreamReceiver } from './stream-receiver.ts';
import { checkStreamOptions, type StreamOptions } from './stream-options.ts';
import { StreamEndpoint, type StreamEndpointHost, type StreamEndpointParts } from './stream-endpoint.ts';

/** Control records that may wait while the other end opens streams and acknowledges nothing. */
const maxControls = 2 ** 16;

export interface SessionStreamsParts extends Omit<
  StreamEndpointHost,
  'ended' | 'unread' | 'waitsUntilReady' | 'window'
> {
  readonly isClient: boolean;
  readonly own: Settings;
  readonly peer: Settings;
  /** Receives the streams that have unread messages when the session ends. */
  readonly leaveUnread?: ((endpoint: StreamEndpoint) => void) | undefined;
}

/**
 * The streams of a session. Each endpoint numbers the streams that it opens: a client with even numbers, a server with odd ones. Stream 0 is always open.
 */
export class SessionStreams implements StreamReceiver {
  /** The stream that is always open. */
  readonly main: Stream;
  readonly mainInbox: Inbox;
  #parts: SessionStreamsParts;
  #host: StreamEndpointHost;
  #endpoints: Map<number, StreamEndpoint> = new Map();
  #next: number;
  #nextOfPeer: number;
  #ofPeer = 0; // streams of the other end that are open, or have ended and wait for a listener
  #openedHere = 0; // streams that this end has opened, and that have not ended
  #listeners: Set<(stream: Stream) => unknown> = new Set();
  #waiting: Set<StreamEndpoint> = new Set(); // for a listener
  #unread: Set<StreamEndpoint> = new Set();
  #unready: Set<StreamEndpoint> = new Set(); // somebody waits until they are ready

  constructor(parts: SessionStreamsParts) {
    this.#parts = parts;
    this.#host = {
      ...parts,
      unread: this.#unread,
      window: parts.peer.streamWindow,
      ended: (endpoint) => this.#forget(endpoint),
      waitsUntilReady: (endpoint) => this.#unready.add(endpoint),
    };
    this.#next = parts.isClient ? 2 : 1;
    this.#nextOfPeer = parts.isClient ? 1 : 2;
    const { inbox, stream } = this.#add({ id: 0, cost: 0, direction: 'both', options: {} });
    this.main = stream;
    this.mainInbox = inbox;
  }

  /** Throws a RangeError or a TypeError that names an option, or a RangeError if the other end takes no more streams. */
  open(options: StreamOptions): Stream {
    checkStreamOptions(options);
    const { label = '', twoWay = false } = options;
    const maxStreams = this.#parts.peer.maxStreams;
    if (this.#openedHere >= maxStreams)
      throw new RangeError(
        `stream: the other end takes up to ${maxStreams} that are open; close some, at both ends`,
      );
    const { engine } = this.#parts;
    const id = this.#next;
    this.#next += 2;
    if (!engine.isClosed) {
      this.#openedHere++;
      engine.scheduler.control((writer) => writer.openStream(id, label, twoWay));
      engine.wake();
    }
    return this.#add({ id, cost: 0, direction: twoWay ? 'both' : 'out', options }).stream;
  }

  /** `listener` gets each stream that the other end opens, and the ones that wait for a listener. Returns the undo. */
  listen(listener: (stream: Stream) => unknown): () => void {
    checkCallback('onStream: listener', listener);
    this.#listeners.add(listener);
    const endpoints = [...this.#waiting];
    this.#waiting.clear();
    for (const endpoint of endpoints) {
      if (!this.#endpoints.has(endpoint.id)) this.#ofPeer--;
      guard(this.#parts.reporter, () => listener(endpoint.stream));
    }
    return () => this.#listeners.delete(listener);
  }

  /**
   * The session has ended. Messages that were not read can still be read, unless they are dropped. The application may hold the session for long, so
   * nothing else is kept.
   */
  end(dropsUnread: boolean): void {
    const endpoints = [...this.#waiting, ...this.#endpoints.values()];
    this.#endpoints.clear();
    for (const endpoint of endpoints) {
      endpoint.sessionEnded(dropsUnread);
      if (endpoint.inbox.isEmpty) this.#waiting.delete(endpoint);
    }
    for (const endpoint of this.#unread) {
      if (dropsUnread) endpoint.dropUnread();
      else this.#parts.leaveUnread?.(endpoint);
    }
    this.#unread.clear();
  }

  /** Messages have left, or the session has ended. */
  checkReady(): void {
    for (const endpoint of this.#unready) if (endpoint.checkReady()) this.#unready.delete(endpoint);
  }

  /** A message has arrived. */
  received(id: number, isText: boolean, bytes: Uint8Array): string | undefined {
    const { engine, counters } = this.#parts;
    if (engine.isClosed) return undefined; // its message took too much memory
    const endpoint = this.#endpoints.get(id);
    if (endpoint?.isReceiving !== true) return `stream ${id} is not open`;
    const data: Received | undefined = isText ? textOf(bytes) : ownBytes(bytes);
    if (data === undefined) return 'a text is not UTF-8';
    counters.comes(bytes.length);
    endpoint.received(data, bytes.length);
    return undefined;
  }

  // The records of streams arrive in order, but may arrive again by another channel.
  peerOpened(id: number, label: string, isTwoWay: boolean): string | undefined {
    if (id < this.#nextOfPeer && id > 0 && id % 2 === this.#nextOfPeer % 2) return undefined;
    if (id !== this.#nextOfPeer) return `stream ${id} is opened, and not ${this.#nextOfPeer}`;
    const { engine, own } = this.#parts;
    if (this.#ofPeer >= own.maxStreams) {
      engine.fail(closeCode.overflow, 'too many streams are open, or wait for onStream');
      return undefined;
    }
    if (engine.scheduler.waitingControls > maxControls) return 'too many records wait to be acknowledged';
    this.#nextOfPeer += 2;
    this.#ofPeer++;
    const cost = costOf(label);
    if (!engine.hold(cost)) return undefined;
    const endpoint = this.#add({ id, cost, direction: isTwoWay ? 'both' : 'in', options: { label } });
    if (this.#listeners.size === 0) this.#waiting.add(endpoint);
    callEach(this.#parts.reporter, this.#listeners, endpoint.stream);
    return undefined;
  }

  peerClosed(id: number, how: number): string | undefined {
    if (!this.#wasOpened(id)) return `stream ${id} is not open`;
    const close = streamCloses[how];
    if (close === undefined) return `stream ${id} is closed in the unknown way ${how}`;
    this.#endpoints.get(id)?.peerClosed(close);
    return undefined;
  }

  peerCancelled(id: number): string | undefined {
    if (!this.#wasOpened(id)) return `stream ${id} is not open`;
    this.#endpoints.get(id)?.peerCancelled();
    return undefined;
  }

  // Credit may arrive late, for a stream that has ended.
  granted(id: number, bytes: number): string | undefined {
    if (id !== 0 && !this.#wasOpened(id)) return `stream ${id} is not open`;
    const endpoint = this.#endpoints.get(id);
    if (endpoint !== undefined) this.#parts.engine.scheduler.grant(endpoint.outgoing, bytes);
    return undefined;
  }

  #add(parts: StreamEndpointParts): StreamEndpoint {
    const endpoint = new StreamEndpoint(this.#host, parts);
    if (!this.#parts.engine.isClosed) this.#endpoints.set(parts.id, endpoint);
    return endpoint;
  }

  // A stream that nobody has listened for and that holds no message is dropped: otherwise the other end could use up the memory with ended streams.
  #forget(endpoint: StreamEndpoint): void {
    const { id, inbox } = endpoint;
    this.#endpoints.delete(id);
    if (inbox.isEmpty) this.#waiting.delete(endpoint);
    if (this.#isOwn(id)) this.#openedHere--;
    else if (!this.#waiting.has(endpoint)) this.#ofPeer--;
  }

  /** Whether either end has ever opened a stream of this number. */
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
