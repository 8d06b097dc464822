import type { EventLoop } from '@doha/loop';
import type { NewController } from '../control/latency-controller.ts';
import { costOfControl } from '../memory/memory-cost.ts';
import { ReceiveWindows } from '../receiver/receive-windows.ts';
import { Receiver } from '../receiver/receiver.ts';
import type { ChunkScheduler } from '../sender/chunk-scheduler.ts';
import { Sender } from '../sender/sender.ts';
import type { StreamReceiver } from '../stream/stream-receiver.ts';
import { ChannelWatch } from '../transport/channel-watch.ts';
import { Channel } from '../transport/channel.ts';
import { Channels } from '../transport/channels.ts';
import type { Link } from '../transport/link.ts';
import { WireCounters } from '../transport/wire-counters.ts';
import { closeCode } from '../wire/close-code.ts';
import { cutReason } from '../wire/cut-reason.ts';
import type { Settings } from '../wire/hello.ts';
import { type Closed, ClosingHandshake } from './closing-handshake.ts';

export interface EndpointParts {
  readonly loop: EventLoop;
  readonly isClient: boolean;
  readonly own: Settings;
  readonly peer: Settings;
  readonly scheduler: ChunkScheduler;
  /** Of {@link ChannelWatch}. */
  readonly heartbeat: number;
  readonly newController: NewController;
  readonly streams: () => StreamReceiver;
  readonly events: EndpointEvents;
  /** Receives the bytes of memory that are held for the peer, or released if negative. It may end the session. */
  readonly hold?: ((bytes: number) => void) | undefined;
}

export interface EndpointEvents {
  /** Channels have been added or removed, or another channel is active. */
  channelsChanged(): void;
  /** The session has ended. */
  closed(code: number, reason: string): void;
  /** Bytes have left the queue. */
  room(): void;
}

/** One endpoint of a session (thesis §4.3): its channels, its sender, its receiver, and its closing handshake. */
export class Endpoint {
  readonly wireCounters: WireCounters;
  readonly windows: ReceiveWindows;
  /** Whether the page of the peer is suspended, and may come back. */
  isPeerSuspended = false;
  /** Whether the application of this endpoint has ended the session. */
  isEndedHere = false;
  /** Reason for the end of the session; undefined: it has not ended. */
  ended: Closed | undefined;
  /** Bytes of messages that were in the queue when the session ended. */
  droppedBytes = 0;
  #parts: EndpointParts;
  #channels: Channels;
  #sender: Sender;
  #receiver: Receiver;
  #closing: ClosingHandshake;
  #watch: ChannelWatch;
  #hasBound = false;
  #held = 0;
  #countedControls = 0; // control records that are part of #held

  constructor(parts: EndpointParts) {
    const { events, heartbeat, isClient, loop, own, peer, scheduler } = parts;
    this.#parts = parts;
    this.wireCounters = new WireCounters(isClient);
    this.windows = new ReceiveWindows(own);
    scheduler.flow.credit = peer.receiveWindow;
    scheduler.flow.reassemblyLimit = peer.reassemblyLimit;
    this.#channels = new Channels(isClient, {
      lost: (channel) => scheduler.retransmit(channel.reclaim()),
      activated: () => this.windows.repeat(),
      changed: () => {
        this.wake();
        this.#watch.changed();
        events.channelsChanged();
      },
    });
    this.#closing = new ClosingHandshake({
      loop,
      sendEnd: ({ code, reason }) => scheduler.sendControl((writer) => writer.end(code, reason)),
      finished: () => {
        this.#sender.sendLast();
        this.#finish(closeCode.normal, '');
      },
      timedOut: () => this.fail(closeCode.timeout, 'close: the messages did not arrive in time'),
    });
    this.#sender = new Sender({
      loop,
      scheduler,
      channels: this.#channels,
      windows: this.windows,
      before: () => {
        this.#countControls();
        if (!this.isClosed && this.isClosing && this.#isAllAcknowledged) this.#closing.advance();
      },
      after: () => {
        this.#watch.update();
        events.room();
      },
    });
    this.#receiver = new Receiver({
      own,
      scheduler,
      channels: this.#channels,
      windows: this.windows,
      closing: this.#closing,
      streams: parts.streams,
      hold: (bytes) => this.hold(bytes),
      terminated: (code, reason) => {
        if (!this.isClosed) this.#finish(code, reason);
      },
      suspended: () => {
        this.isPeerSuspended = true;
      },
      now: () => this.#now,
    });
    this.#watch = new ChannelWatch({
      loop,
      channels: this.#channels,
      heartbeat,
      ping: (channel) => this.#sender.sendAlone(channel, (writer) => writer.ping(0)),
      checked: () => this.wake(),
      disconnected: () => this.#receiver.dropChunks(),
    });
  }

  /**
   * Bytes of memory that this endpoint holds for its peer: incomplete and unread messages, streams that the peer has opened, control records that it has not
   * acknowledged, and gaps between messages.
   */
  get held(): number {
    return this.#held;
  }

  /** The channels that have not been given up. */
  get channels(): ReadonlySet<Channel> {
    return this.#channels.all;
  }

  /** The channel by which messages are sent; undefined: all channels have been lost. */
  get active(): Channel | undefined {
    return this.#channels.active;
  }

  /** Number of times that the active channel was given up for another one. */
  get failovers(): number {
    return this.#channels.failovers;
  }

  get isClosed(): boolean {
    return this.ended !== undefined;
  }

  /** Whether all messages of both endpoints have arrived, and both have closed the session. */
  get isClean(): boolean {
    return this.#closing.isClean;
  }

  /**
   * The code and the reason in the end record of the peer, like those of a close frame that a
   * WebSocket has received (RFC 6455 §7.1.5). An endpoint that has not called `close` before
   * answers with the code and the reason of the peer. Undefined: the record has not arrived.
   */
  get endOfPeer(): Closed | undefined {
    return this.#closing.received;
  }

  /** Whether the session ends when all messages have arrived. */
  get isClosing(): boolean {
    return this.#closing.own !== undefined;
  }

  /** Adds a connection to the session. */
  bind(link: Link): Channel {
    const { newController, peer } = this.#parts;
    const channel = new Channel({
      link,
      controller: newController({ host: link.host }),
      now: this.#now,
      wireCounters: this.wireCounters,
      ackRate: peer.ackRate,
    });
    this.isPeerSuspended = false;
    // The first channel of a session is ready at once: the peer cannot have dropped chunks before.
    channel.isReady = !this.#hasBound;
    this.#hasBound = true;
    this.#sender.sendAlone(channel, (writer) => {
      for (const message of this.#receiver.dropped) writer.restart(message);
      writer.resumed(0);
    });
    this.#channels.add(channel);
    return channel;
  }

  /** A frame has arrived. */
  receive(channel: Channel, frame: Uint8Array): void {
    if (!this.channels.has(channel)) return;
    this.wireCounters.countReceived(frame.length);
    const fault = this.#receiver.receive(channel, frame);
    if (this.isClosed) return;
    if (fault !== undefined) return this.fail(closeCode.badFrame, `invalid frame: ${fault}`);
    this.#countControls();
    this.wake();
  }

  /** A connection has ended. */
  unbind(channel: Channel): void {
    this.#channels.lose(channel);
  }

  /** There may be something to send. */
  wake(): void {
    this.#sender.wake();
  }

  /**
   * Ends the session when all messages have arrived and the peer has closed it, too. `timeout`: ms without progress after which the session ends anyway;
   * default: that of the last call, at first 60,000.
   */
  close(code: number, reason: string, timeout?: number): void {
    if (this.isClosed) return;
    this.isEndedHere = true;
    this.#closing.begin({ code, reason }, timeout);
    this.wake();
  }

  /**
   * The network or the page has changed: connections may be dead without a sign of it. Channels by which no answer arrives within two seconds are
   * given up.
   */
  probe(): void {
    if (!this.isClosed) this.#watch.probe();
  }

  /** The page is about to lose its connections, and may come back. */
  sendSuspend(): void {
    if (this.isClosed) return;
    for (const channel of this.channels) this.#sender.sendAlone(channel, (writer) => writer.suspend(0));
  }

  /**
   * Ends the session now. The peer is told by each channel, because any may be dead. If all
   * messages of both endpoints have arrived, the code of `close` is reported instead.
   */
  fail(code: number, reason: string): void {
    if (this.isClosed) return;
    const shortReason = cutReason(reason);
    for (const channel of this.channels)
      this.#sender.sendAlone(channel, (writer) => writer.terminate(code, shortReason));
    this.#finish(code, shortReason);
  }

  /**
   * Counts bytes of memory that are held for the peer, or released if negative. Returns false if
   * the session has ended.
   */
  hold(bytes: number): boolean {
    if (this.isClosed) return false;
    this.#held += bytes;
    this.#parts.hold?.(bytes);
    return !this.isClosed;
  }

  #finish(code: number, reason: string): void {
    const { events, scheduler } = this.#parts;
    this.hold(-this.#held);
    const end = this.#closing.isClean ? this.#closing.own! : { code, reason };
    this.ended = end;
    this.#receiver.stop();
    this.windows.end();
    this.#sender.stop();
    this.#closing.stop();
    this.#watch.stop();
    const inFlight = [...this.channels].flatMap((channel) => channel.reclaim());
    for (const sent of inFlight) if (typeof sent !== 'function') sent.message.become('lost');
    this.#channels.end(code, reason);
    this.droppedBytes = scheduler.waitingBytes;
    scheduler.end();
    events.closed(end.code, end.reason);
  }

  // Not called for each record: holding memory may end the session, which must not happen in the
  // middle of a change of the scheduler.
  #countControls(): void {
    const { unacknowledgedControls } = this.#parts.scheduler;
    const more = unacknowledgedControls - this.#countedControls;
    this.#countedControls = unacknowledgedControls;
    if (more !== 0) this.hold(more * costOfControl);
  }

  get #isAllAcknowledged(): boolean {
    if (!this.#parts.scheduler.isEmpty) return false;
    return [...this.channels].every(({ oldestUnacknowledgedAt }) => oldestUnacknowledgedAt === Infinity);
  }

  get #now(): number {
    return this.#parts.loop.host.now();
  }
}
