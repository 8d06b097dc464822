import { type EventLoop, Timer } from '@doha/loop';
import { costOfControl } from '../receiver/memory-cost.ts';
import { Reassembly } from '../receiver/reassembly.ts';
import { ReceiveWindows } from '../receiver/receive-windows.ts';
import { ChunkScheduler } from '../sender/chunk-scheduler.ts';
import { closeCode, isCloseCode } from '../wire/close-code.ts';
import { maxFrameSize } from '../wire/layout.ts';
import { type FrameReceiver, type MessageHead, readFrame } from '../wire/read-frame.ts';
import { Channel } from '../transport/channel.ts';
import { ChannelWatch } from '../transport/channel-watch.ts';
import { Channels } from '../transport/channels.ts';
import { cutReason } from '../wire/cut-reason.ts';
import type { EngineOptions } from './engine-options.ts';
import { FrameSender } from './frame-sender.ts';
import type { Link } from '../transport/link.ts';
import { type End, ClosingHandshake } from './closing-handshake.ts';
import { WireCounters } from '../transport/wire-counters.ts';

/**
 * One end of a session (thesis §4.3): reads the frames of all channels, and watches the channels. {@link Channels} chooses the channel,
 * {@link FrameSender} writes frames.
 */
export class Engine implements FrameReceiver {
  readonly scheduler: ChunkScheduler;
  readonly wireCounters: WireCounters;
  /** Whether the page at the other end is suspended, and may come back. */
  isPeerSuspended = false;
  /** Whether the application of this end has ended it. */
  isEndedHere = false;
  /** How it has ended; undefined: it has not. */
  ended: End | undefined;
  /** Bytes of messages that were in the queue when it ended. */
  droppedBytes = 0;
  #options: EngineOptions;
  #loop: EventLoop;
  #reassembly: Reassembly;
  #channels: Channels;
  #from: Channel | undefined; // whose frame is being read
  #isAckEliciting = false; // whether that frame does
  #windows: ReceiveWindows;
  #sender: FrameSender;
  #end: ClosingHandshake;
  #pumping: Timer;
  #watch: ChannelWatch;
  #hasBound = false;
  #held = 0;
  #heldControls = 0; // control records that are held

  constructor(options: EngineOptions) {
    const { chunkSize, events, heartbeat, isClient, loop, own, peer } = options;
    this.#options = options;
    this.wireCounters = new WireCounters(isClient);
    this.#loop = loop;
    this.scheduler = new ChunkScheduler(chunkSize);
    this.scheduler.credit = peer.receiveWindow;
    this.scheduler.reassemblyLimit = peer.reassemblyLimit;
    this.#windows = new ReceiveWindows(own);
    this.#channels = new Channels(isClient, {
      lost: (channel) => this.scheduler.retransmit(channel.reclaim()),
      activated: () => this.#windows.repeat(),
      changed: () => {
        this.wake();
        this.#watch.changed();
        events.channelsChanged();
      },
    });
    this.#reassembly = new Reassembly({
      maxMessageSize: own.maxMessageSize,
      reassemblyLimit: own.reassemblyLimit,
      deliver: (stream, isText, bytes) => options.streams().received(stream, isText, bytes),
      use: (stream, credit) => this.#windows.use(stream, credit),
      hold: (bytes) => this.hold(bytes),
    });
    const pump = (): void => this.#pump();
    this.#pumping = new Timer(pump, { after: 0 });
    this.#sender = new FrameSender({
      loop,
      scheduler: this.scheduler,
      channels: this.#channels,
      windows: this.#windows,
      due: pump,
    });
    this.#end = new ClosingHandshake(loop, () =>
      this.fail(closeCode.timeout, 'close: the messages did not arrive in time'),
    );
    this.#watch = new ChannelWatch({
      loop,
      channels: this.#channels,
      heartbeat,
      ask: (channel) => this.#sender.sendAlone(channel, (writer) => writer.ping(0)),
      checked: () => this.wake(),
      disconnected: () => this.#reassembly.dropChunks(),
    });
  }

  /** Bytes of memory that the other end takes here: of incomplete and unread messages, its open streams, control records that it has not acknowledged, and missing messages. */
  get held(): number {
    return this.#held;
  }

  /** The channels that are there. */
  get channels(): ReadonlySet<Channel> {
    return this.#channels.all;
  }

  /** The one by which messages are sent; undefined: all have been lost. */
  get active(): Channel | undefined {
    return this.#channels.active;
  }

  /** How often the active one was given up for another one. */
  get failovers(): number {
    return this.#channels.failovers;
  }

  get isClosed(): boolean {
    return this.ended !== undefined;
  }

  /** Whether all messages of both ends have arrived, and both have closed it. */
  get isClean(): boolean {
    return this.#end.isClean;
  }

  /** The code and the reason with which the session is closed, once both ends know them: as a WebSocket that has got a close frame. */
  get agreedEnd(): End | undefined {
    return this.#end.isReceived ? this.#end.own : undefined;
  }

  /** Whether it ends when all has come. */
  get isClosing(): boolean {
    return this.#end.own !== undefined;
  }

  /** A connection has been bound to the session. */
  bind(link: Link): Channel {
    const { newController, peer } = this.#options;
    const channel = new Channel({
      link,
      controller: newController(),
      now: this.#now,
      wireCounters: this.wireCounters,
      ackRate: peer.ackRate,
    });
    this.isPeerSuspended = false;
    // The first one of a session finds nothing that was dropped.
    channel.isReady = !this.#hasBound;
    this.#hasBound = true;
    this.#sender.sendAlone(channel, (writer) => {
      for (const message of this.#reassembly.dropped) writer.restart(message);
      writer.resumed(0);
    });
    this.#channels.add(channel);
    return channel;
  }

  /** A frame has come. */
  receive(channel: Channel, frame: Uint8Array): void {
    if (!this.channels.has(channel)) return;
    const now = this.#now;
    channel.lastReceivedAt = now;
    this.wireCounters.comes(frame.length);
    this.#from = channel;
    this.#isAckEliciting = false;
    const { newRecords } = this.#reassembly;
    const fault = frame.length > maxFrameSize ? 'it is too long' : readFrame(frame, this);
    if (this.isClosed) return;
    if (this.#isAckEliciting) channel.received(frame.length, now);
    if (this.#reassembly.newRecords > newRecords) this.#end.progress(now);
    if (fault !== undefined) return this.fail(closeCode.badFrame, `a frame is bad: ${fault}`);
    this.#holdControls();
    this.wake();
  }

  /** A connection has ended. */
  unbind(channel: Channel): void {
    this.#channels.lose(channel);
  }

  /** There may be something to send. */
  wake(): void {
    if (!this.isClosed && !this.#loop.isPending(this.#pumping)) this.#loop.submit(this.#pumping);
  }

  /**
   * Ends the session when all that was sent has come, and the other end has done so too. `timeout`: ms without progress after which it ends anyway;
   * default: as before, at first none.
   */
  close(code: number, reason: string, timeout?: number): void {
    if (this.isClosed) return;
    this.isEndedHere = true;
    this.#end.begin({ code, reason }, timeout);
    this.wake();
  }

  /**
   * The network or the page has changed: connections may be dead without a sign of it. Those by which no answer arrives within two seconds are
   * given up.
   */
  probe(): void {
    if (!this.isClosed) this.#watch.probe();
  }

  /** The page is about to lose its connections, and may come back. */
  tellSuspended(): void {
    if (this.isClosed) return;
    for (const channel of this.channels) this.#sender.sendAlone(channel, (writer) => writer.suspend(0));
  }

  /** Ends the session now. The other end is told by each channel, since any may be dead. If nothing is missing, the code of `close` is reported. */
  fail(code: number, reason: string): void {
    if (this.isClosed) return;
    const told = cutReason(reason);
    for (const channel of this.channels)
      this.#sender.sendAlone(channel, (writer) => writer.terminate(code, told));
    this.#finish(code, told);
  }

  #finish(code: number, reason: string): void {
    this.hold(-this.#held);
    const end = this.#end.isClean ? this.#end.own! : { code, reason };
    this.ended = end;
    this.#reassembly.end();
    this.#windows.end();
    this.#sender.stop();
    this.#end.stop();
    this.#watch.stop();
    this.#loop.cancel(this.#pumping);
    const underWay = [...this.channels].flatMap((channel) => channel.reclaim());
    for (const sent of underWay) if (typeof sent !== 'function') sent.message.become('lost');
    this.#channels.end(code, reason);
    this.droppedBytes = this.scheduler.waitingBytes;
    this.scheduler.end();
    this.#options.events.closed(end.code, end.reason);
  }

  /** A stream is opened by which messages may arrive. */
  openWindow(stream: number): void {
    this.#windows.open(stream);
  }

  /** No more messages arrive by a stream. */
  closeWindow(stream: number): void {
    this.#windows.close(stream);
  }

  /** A message of a stream is to wait until it is read. `credit`: what it has used; `cost`: its bytes of memory. Returns false if there is no memory. */
  wait(stream: number, credit: number, cost: number): boolean {
    if (this.isClosed) return true; // it waits again: a listener was removed
    this.#windows.wait(stream, credit);
    return this.hold(cost);
  }

  /** Such a message was read. */
  read(stream: number, credit: number, cost: number): void {
    this.hold(-cost);
    if (this.#windows.read(stream, credit)) this.wake();
  }

  ack(frames: number, delay: number): string | undefined {
    const sent = this.#from!.acknowledged(frames, delay, this.#now, this.scheduler.isEmpty);
    if (sent === undefined) return `it acknowledges ${frames} frames, which were not sent`;
    this.scheduler.acknowledge(sent);
    if (sent.length > 0) this.#end.progress(this.#now);
    return undefined;
  }

  ping(token: number): undefined {
    this.#from!.pongToSend = token;
  }

  pong(): undefined {}

  terminate(code: number, reason: string): string | undefined {
    if (!isCloseCode(code)) return `${code} is no code for an end`;
    if (!this.isClosed) this.#finish(code, reason);
    return undefined;
  }

  suspend(): undefined {
    this.isPeerSuspended = true;
  }

  failover(epoch: number): string | undefined {
    return this.#channels.peerFailedOver(this.#from!, epoch);
  }

  credit(bytes: number): undefined {
    this.scheduler.credit = Math.max(this.scheduler.credit, bytes);
  }

  streamCredit(stream: number, bytes: number): string | undefined {
    return this.#options.streams().granted(stream, bytes);
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
    return this.#options.streams().peerOpened(stream, label, isTwoWay);
  }

  closeStream(stream: number, how: number): string | undefined {
    this.#isAckEliciting = true;
    return this.#options.streams().peerClosed(stream, how);
  }

  stopStream(stream: number): string | undefined {
    this.#isAckEliciting = true;
    return this.#options.streams().peerCancelled(stream);
  }

  end(code: number, reason: string): string | undefined {
    this.#isAckEliciting = true;
    if (!isCloseCode(code)) return `${code} is no code for an end`;
    if (this.#end.receive()) this.#end.begin({ code, reason });
    return undefined;
  }

  restart(message: number): undefined {
    this.scheduler.restart(message);
  }

  resumed(): undefined {
    this.#from!.isReady = true;
  }

  /** So many bytes of memory are held for the other end, or released if negative. Returns whether the session goes on. */
  hold(bytes: number): boolean {
    if (this.isClosed) return false;
    this.#held += bytes;
    this.#options.hold?.(bytes);
    return !this.isClosed;
  }

  // Not with each record: to hold memory may end the session, which must not happen in the middle of a change of the outbox.
  #holdControls(): void {
    const { owedControls } = this.scheduler;
    const more = owedControls - this.#heldControls;
    this.#heldControls = owedControls;
    if (more !== 0) this.hold(more * costOfControl);
  }

  #pump(): void {
    this.#holdControls();
    if (this.isClosed) return;
    this.#goOnClosing();
    this.#sender.sendAll();
    this.#watch.update();
    this.#options.events.room();
  }

  #goOnClosing(): void {
    if (!this.isClosing || !this.scheduler.isEmpty) return;
    if ([...this.channels].some(({ oldestUnacknowledgedAt }) => oldestUnacknowledgedAt < Infinity)) return;
    const next = this.#end.next();
    if (next === 'send') {
      const { code, reason } = this.#end.own!;
      this.scheduler.control((writer) => writer.end(code, reason));
    } else if (next === 'finish') {
      this.#sender.sendLast();
      this.#finish(closeCode.normal, '');
    }
  }

  get #now(): number {
    return this.#loop.host.now();
  }
}
