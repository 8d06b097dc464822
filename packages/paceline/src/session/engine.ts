import { type EventLoop, Timer } from '@doha/loop';
import { type LatencyController, usualSegment } from '../control/latency-controller.ts';
import { Reassembly } from '../receiver/reassembly.ts';
import { ReceiveWindows } from '../receiver/receive-windows.ts';
import { Outbox } from '../sender/outbox.ts';
import { closeCode, isCloseCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import type { Settings } from '../wire/greeting.ts';
import { longestFrame } from '../wire/layout.ts';
import { type FrameReceiver, type MessageHead, readFrame } from '../wire/read-frame.ts';
import { Alarm } from './alarm.ts';
import { Channel } from './channel.ts';
import { Channels } from './channels.ts';
import { Deadline } from './deadline.ts';
import type { Link } from './link.ts';
import { Traffic } from './traffic.ts';

/** Fast retransmission needs four segments on their way: fewer, and a loss costs a timeout (thesis §4.3.2). */
const burst = 4 * usualSegment;

/** TCP segments of a frame that we send, at the most. */
const mostSegments = 11;

/** Bytes that are committed at the most, whatever the controller likes: what the other end never acknowledges is kept. */
const mostCommitted = 2 ** 24;

/** Ms without a connection after which the chunks of incomplete messages are dropped. */
const keepChunks = 1000;

/** Ms in which the other end must answer after the network or the page has changed. */
const probeTimeout = 2000;

/** Bytes that WebSocket puts before a frame of up to 64 kB, with the mask of a client. */
const frameHead = 8;

export interface EngineOptions {
  readonly loop: EventLoop;
  readonly isClient: boolean;
  readonly own: Settings;
  readonly peer: Settings;
  /** Of {@link Outbox}. */
  readonly chunkSize: number;
  /** Ms without a word after which the other end is asked whether it is there; after as long again the channel is given up. */
  readonly heartbeat: number;
  readonly newController: () => LatencyController;
  readonly events: EngineEvents;
  /** Told how many bytes of incomplete and unread messages are held, or released if negative. It may end the session. */
  readonly hold?: ((bytes: number) => void) | undefined;
}

/** What an engine tells. Those that return a text say what is wrong with what came. */
export interface EngineEvents {
  message(stream: number, isText: boolean, bytes: Uint8Array): string | undefined;
  streamOpened(stream: number, label: string, isTwoWay: boolean): string | undefined;
  streamClosed(stream: number): string | undefined;
  streamStopped(stream: number): string | undefined;
  streamCredit(stream: number, bytes: number): string | undefined;
  /** Channels have come or gone, or the active one is another one. */
  channelsChanged(): void;
  /** It is over: nothing is sent or comes any more. */
  closed(code: number, reason: string): void;
  /** Bytes have left the queue. */
  room(): void;
}

interface End {
  readonly code: number;
  readonly reason: string;
}

/** One end of a session: what is sent when, and what becomes of what comes (thesis §4.3). By which connection is for {@link Channels} to say. */
export class Engine implements FrameReceiver {
  readonly outbox: Outbox;
  readonly traffic: Traffic;
  /** Whether the page at the other end is suspended, and may come back. */
  isPeerSuspended = false;
  /** Bytes of messages that were in the queue when it ended. */
  bytesDropped = 0;
  #options: EngineOptions;
  #loop: EventLoop;
  #reassembly: Reassembly;
  #channels: Channels;
  #from: Channel | undefined; // whose frame is being read
  #counts = false; // whether that frame does
  #windows: ReceiveWindows;
  #ownEnd: End | undefined;
  #isEndSent = false;
  #hasPeerEnded = false;
  #isClosed = false;
  #writer: FrameWriter = new FrameWriter();
  #pumping: Timer;
  #looking: Alarm; // again, whether the socket has taken what it had
  #acknowledging: Alarm;
  #watching: Deadline; // whether channels have failed
  #heartbeat: Timer;
  #beating: Deadline;
  #progressAt = -Infinity; // when messages were acknowledged or arrived last, or `close` was called
  #closeTimeout = Infinity;
  #closing: Deadline; // whether there is no progress any more
  #probing: Deadline;
  #hasBound = false;
  #held = 0; // bytes of incomplete and unread messages
  #dropping: Alarm; // the chunks of incomplete messages

  constructor(options: EngineOptions) {
    const { chunkSize, events, heartbeat, isClient, loop, own, peer } = options;
    this.#options = options;
    this.traffic = new Traffic(isClient);
    this.#loop = loop;
    this.outbox = new Outbox(chunkSize);
    this.outbox.credit = peer.receiveWindow;
    this.outbox.mostUnfinished = peer.mostUnfinished;
    this.#windows = new ReceiveWindows(own);
    this.#channels = new Channels(isClient, {
      lost: (channel) => this.outbox.giveBack(channel.takeBack()),
      activated: () => this.#windows.repeat(),
      changed: () => {
        this.wake();
        this.#watchChunks();
        events.channelsChanged();
      },
    });
    this.#reassembly = new Reassembly({
      longestMessage: own.longestMessage,
      mostUnfinished: own.mostUnfinished,
      deliver: (stream, isText, bytes) => events.message(stream, isText, bytes),
      use: (stream, credit) => this.#windows.use(stream, credit),
      hold: (bytes) => this.#hold(bytes),
    });
    const pump = (): void => this.#pump();
    this.#pumping = new Timer(pump, { after: 0 });
    this.#dropping = new Alarm(loop, () => this.#reassembly.dropChunks());
    this.#looking = new Alarm(loop, pump);
    this.#acknowledging = new Alarm(loop, pump);
    this.#watching = new Deadline(loop, (now) => {
      this.#channels.giveUpOverdue(now);
      this.wake();
    });
    this.#beating = new Deadline(loop, (now) => this.#beat(now));
    this.#closing = new Deadline(loop, (now) => this.#watchClose(now));
    this.#probing = new Deadline(loop, (now) => this.#channels.giveUpSilent(now, probeTimeout));
    this.#heartbeat = new Timer((now, at) => this.#beating.reach(now, at), {
      every: heartbeat / 2,
      maxLateness: heartbeat / 4,
    });
    loop.submit(this.#heartbeat);
  }

  /** Bytes of incomplete and unread messages. */
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
    return this.#isClosed;
  }

  /** Whether both endpoints have ended it, and all messages were delivered. */
  get wasClean(): boolean {
    return this.#isClosed && this.#hasPeerEnded;
  }

  /** Whether it ends when all has come. */
  get isClosing(): boolean {
    return this.#ownEnd !== undefined;
  }

  /** A connection has been bound to the session. */
  bind(link: Link): Channel {
    const { newController, peer } = this.#options;
    const channel = new Channel({
      link,
      controller: newController(),
      now: this.#now,
      traffic: this.traffic,
      ackRate: peer.ackRate,
    });
    this.isPeerSuspended = false;
    // The first one of a session finds nothing that was dropped.
    channel.isReady = !this.#hasBound;
    this.#hasBound = true;
    this.#sayBy(channel, (writer) => {
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
    channel.heardAt = now;
    this.traffic.comes(frame.length);
    this.#from = channel;
    this.#counts = false;
    const fault = frame.length > longestFrame ? 'it is too long' : readFrame(frame, this);
    if (this.#counts) {
      channel.received(frame.length, now);
      this.#progressAt = now;
    }
    if (fault !== undefined) return this.fail(closeCode.badFrame, `a frame is bad: ${fault}`);
    this.wake();
  }

  /** A connection has ended. */
  unbind(channel: Channel): void {
    this.#channels.lose(channel);
  }

  /** There may be something to send. */
  wake(): void {
    if (!this.#isClosed && !this.#loop.isPending(this.#pumping)) this.#loop.submit(this.#pumping);
  }

  /**
   * Ends the session when all that was sent has come, and the other end has done so too. `timeout`: ms without progress after which it ends anyway;
   * default: as before, at first none.
   */
  close(code: number, reason: string, timeout: number = this.#closeTimeout): void {
    if (this.#isClosed) return;
    this.#ownEnd ??= { code, reason };
    this.#progressAt = this.#now;
    this.#closeTimeout = timeout;
    this.#closing.set(this.#progressAt + timeout);
    this.wake();
  }

  /**
   * The network or the page has changed: connections may be dead without a sign of it. Those by which no answer arrives within two seconds are
   * given up.
   */
  probe(): void {
    if (this.#isClosed) return;
    const now = this.#now;
    for (const channel of this.channels) this.#ask(channel, now);
    this.#probing.set(now + probeTimeout);
  }

  /** The page is about to lose its connections, and may come back. */
  tellSuspended(): void {
    if (this.#isClosed) return;
    for (const channel of this.channels) this.#sayBy(channel, (writer) => writer.suspend(0));
  }

  /**
   * Ends the session now; what has not come is lost. If the other end had said why it ends, that is what is told. The other end hears of it by each
   * channel, since any of them may be dead.
   */
  fail(code: number, reason: string): void {
    if (this.#isClosed) return;
    for (const channel of this.channels) this.#sayBy(channel, (writer) => writer.terminate(code, reason));
    this.#finish(code, reason);
  }

  #finish(code: number, reason: string): void {
    this.#hold(-this.#held);
    this.#isClosed = true;
    this.#reassembly.dropChunks();
    for (const alarm of [
      this.#looking,
      this.#acknowledging,
      this.#watching,
      this.#beating,
      this.#closing,
      this.#probing,
      this.#dropping,
    ])
      alarm.set(Infinity);
    for (const timer of [this.#pumping, this.#heartbeat]) this.#loop.cancel(timer);
    const underWay = [...this.channels].flatMap((channel) => channel.takeBack());
    for (const sent of underWay) if (typeof sent !== 'function') sent.message.become('lost');
    this.#channels.end(code, reason);
    this.bytesDropped = this.outbox.waitingBytes;
    this.outbox.end();
    const end = this.#hasPeerEnded ? this.#ownEnd! : { code, reason };
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

  /** A message of a stream is to wait until it is read; `credit`: what it has used. Returns false if the session has ended for lack of memory. */
  wait(stream: number, credit: number): boolean {
    this.#windows.wait(stream, credit);
    return this.#hold(credit);
  }

  /** Such a message was read. */
  read(stream: number, credit: number): void {
    this.#hold(-credit);
    if (this.#windows.read(stream, credit)) this.wake();
  }

  ack(frames: number, delay: number): string | undefined {
    const sent = this.#from!.acknowledged(frames, delay, this.#now, this.outbox.isEmpty);
    if (sent === undefined) return `it acknowledges ${frames} frames, which were not sent`;
    this.outbox.acknowledge(sent);
    if (sent.length > 0) this.#progressAt = this.#now;
    return undefined;
  }

  ping(token: number): undefined {
    this.#from!.pongToSend = token;
  }

  pong(): undefined {}

  terminate(code: number, reason: string): string | undefined {
    if (!(code >= 1000 && code <= 4999)) return `${code} is no code for an end`;
    if (!this.#isClosed) this.#finish(code, reason);
    return undefined;
  }

  suspend(): undefined {
    this.isPeerSuspended = true;
  }

  failover(epoch: number): string | undefined {
    return this.#channels.peerFailedOver(this.#from!, epoch);
  }

  credit(bytes: number): undefined {
    this.outbox.credit = Math.max(this.outbox.credit, bytes);
  }

  streamCredit(stream: number, bytes: number): string | undefined {
    return this.#options.events.streamCredit(stream, bytes);
  }

  whole(message: number, stream: number, isText: boolean, payload: Uint8Array): string | undefined {
    this.#counts = true;
    return this.#reassembly.whole(message, stream, isText, payload);
  }

  start(head: MessageHead, payload: Uint8Array): string | undefined {
    this.#counts = true;
    return this.#reassembly.start(head, payload);
  }

  more(message: number, offset: number, payload: Uint8Array): string | undefined {
    this.#counts = true;
    return this.#reassembly.more(message, offset, payload);
  }

  cancel(message: number, stream: number, sent: number): string | undefined {
    this.#counts = true;
    return this.#reassembly.cancel(message, stream, sent);
  }

  openStream(stream: number, label: string, isTwoWay: boolean): string | undefined {
    this.#counts = true;
    return this.#options.events.streamOpened(stream, label, isTwoWay);
  }

  closeStream(stream: number): string | undefined {
    this.#counts = true;
    return this.#options.events.streamClosed(stream);
  }

  stopStream(stream: number): string | undefined {
    this.#counts = true;
    return this.#options.events.streamStopped(stream);
  }

  end(code: number, reason: string): string | undefined {
    this.#counts = true;
    if (!isCloseCode(code)) return `${code} is no code for an end`;
    this.#hasPeerEnded = true;
    this.close(code, reason);
    return undefined;
  }

  restart(message: number): undefined {
    this.outbox.restart(message);
  }

  resumed(): undefined {
    this.#from!.isReady = true;
  }

  // Returns whether the session goes on.
  #hold(bytes: number): boolean {
    if (this.#isClosed) return false;
    this.#held += bytes;
    this.#options.hold?.(bytes);
    return !this.isClosed;
  }

  #watchChunks(): void {
    if (this.#isClosed) return;
    if (this.active === undefined) this.#dropping.setUnlessSet(this.#now + keepChunks);
    else this.#dropping.set(Infinity);
  }

  #pump(): void {
    this.#looking.set(Infinity);
    this.#finishEnd();
    if (this.active?.isReady === true) this.#sendBy(this.active);
    for (const channel of this.channels) this.#answer(channel);
    this.#acknowledging.set(this.#nextAckAt());
    this.#watching.set(this.#channels.overdueAt(this.#now));
    this.#options.events.room();
  }

  #sendBy(channel: Channel): void {
    const { outbox } = this;
    const now = this.#now;
    while (!outbox.isEmpty) {
      const budget = Math.min(Math.floor(channel.budget(now)), mostCommitted - channel.unacknowledged);
      if (!this.#isEnough(budget, channel)) {
        this.#looking.set(now + (channel.controller.looksAgain ?? Infinity));
        return;
      }
      this.#writeNews(channel);
      const sent = outbox.fill(this.#writer, roomIn(budget));
      if (this.#writer.length > 0) channel.send(this.#writer, sent, now);
      if (sent.length === 0) return;
    }
  }

  // At least a burst, unless there is less to send, or so much is never free. A burst as soon as there is any room cost 12 to 30 % of latency, with 8 to 32
  // videos over 16 Mbit/s.
  #isEnough(budget: number, { unacknowledged }: Channel): boolean {
    if (budget <= 0) return false;
    return budget >= Math.min(burst, this.outbox.waitingBytes, (budget + unacknowledged) / 2);
  }

  /** Sends what the other end must know, though there is nothing else to send. */
  #answer(channel: Channel): void {
    const now = this.#now;
    if (!channel.owesAck || channel.ackPace.nextAt(now) > now) this.#writeTidings(channel);
    else {
      this.#writeNews(channel);
      channel.ackPace.spend(now);
    }
    this.#flush(channel);
  }

  #writeNews(channel: Channel): void {
    this.#writeTidings(channel);
    if (channel.owesAck) channel.writeAck(this.#writer, this.#now);
  }

  #writeTidings(channel: Channel): void {
    const writer = this.#writer;
    if (channel.pongToSend !== undefined) writer.pong(channel.pongToSend);
    channel.pongToSend = undefined;
    if (channel !== this.active) return;
    const epoch = this.#channels.takeEpochToTell();
    if (epoch !== undefined) writer.failover(epoch);
    this.#windows.write(writer);
  }

  #nextAckAt(): number {
    const now = this.#now;
    const owing = [...this.channels].filter(({ owesAck }) => owesAck);
    return Math.min(...owing.map(({ ackPace }) => ackPace.nextAt(now)));
  }

  // What was sent last was the end, and has come: nothing is left to say, and if the other end says so too, it is over.
  #finishEnd(): void {
    if (this.#ownEnd === undefined || !this.outbox.isEmpty) return;
    if ([...this.channels].some(({ waitsSince }) => waitsSince < Infinity)) return;
    const { code, reason } = this.#ownEnd;
    if (!this.#isEndSent) {
      this.#isEndSent = true;
      this.outbox.control((writer) => writer.end(code, reason));
    } else if (this.#hasPeerEnded) {
      for (const channel of this.channels) {
        this.#writeNews(channel);
        this.#flush(channel);
      }
      this.#finish(closeCode.normal, '');
    }
  }

  #watchClose(now: number): void {
    const end = this.#progressAt + this.#closeTimeout;
    if (now < end) this.#closing.set(end);
    else this.fail(closeCode.timeout, 'close: the messages did not arrive in time');
  }

  /** Sends a record by itself: a frame may be half written. */
  #sayBy(channel: Channel, write: (writer: FrameWriter) => void): void {
    const writer = new FrameWriter();
    write(writer);
    channel.send(writer, [], this.#now);
  }

  /** Sends what has been written, if anything; nothing of it is to be acknowledged. */
  #flush(channel: Channel): void {
    if (this.#writer.length > 0) channel.send(this.#writer, [], this.#now);
  }

  #beat(now: number): void {
    const { heartbeat } = this.#options;
    this.#channels.giveUpSilent(now, heartbeat);
    for (const channel of this.#channels.silent(now, heartbeat)) this.#ask(channel, now);
  }

  /** Asks the other end by a channel whether it is there. */
  #ask(channel: Channel, now: number): void {
    channel.askedAt = now;
    this.#sayBy(channel, (writer) => writer.ping(0));
  }

  get #now(): number {
    return this.#loop.host.now();
  }
}

/** Bytes for a frame: whole segments, since what is left over of one costs as many headers. */
function roomIn(budget: number): number {
  const segments = Math.floor(budget / usualSegment);
  return Math.min(mostSegments, Math.max(1, segments)) * usualSegment - frameHead;
}
