import { type EventLoop, Timer } from '@doha/loop';
import { type LatencyController, usualSegment } from '../control/latency-controller.ts';
import { Reassembly } from '../receiver/reassembly.ts';
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
}

/** What an engine tells. Those that return a text say what is wrong with what came. */
export interface EngineEvents {
  message(stream: number, isText: boolean, bytes: Uint8Array): string | undefined;
  streamOpened(stream: number, label: string): string | undefined;
  streamClosed(stream: number): string | undefined;
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
  /** Credit of messages that have come and the application has not taken. */
  untaken = 0;
  readonly traffic: Traffic;
  #options: EngineOptions;
  #loop: EventLoop;
  #reassembly: Reassembly;
  #channels: Channels;
  #from: Channel | undefined; // whose frame is being read
  #counts = false; // whether that frame does
  #granted: number; // credit that the other end has been told of
  #creditToTell = false;
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

  constructor(options: EngineOptions) {
    const { chunkSize, events, heartbeat, isClient, loop, own, peer } = options;
    this.#options = options;
    this.traffic = new Traffic(isClient);
    this.#loop = loop;
    this.outbox = new Outbox(chunkSize);
    this.outbox.credit = peer.mostUntaken;
    this.outbox.mostUnfinished = peer.mostUnfinished;
    this.#granted = own.mostUntaken;
    this.#channels = new Channels(isClient, {
      lost: (channel) => this.outbox.giveBack(channel.takeBack()),
      activated: () => {
        this.#creditToTell = true;
      },
      changed: () => {
        this.wake();
        events.channelsChanged();
      },
    });
    this.#reassembly = new Reassembly({
      longestMessage: own.longestMessage,
      mostUnfinished: own.mostUnfinished,
      deliver: (stream, isText, bytes) => events.message(stream, isText, bytes),
    });
    const pump = (): void => this.#pump();
    this.#pumping = new Timer(pump, { after: 0 });
    this.#looking = new Alarm(loop, pump);
    this.#acknowledging = new Alarm(loop, pump);
    this.#watching = new Deadline(loop, (now) => {
      this.#channels.giveUpOverdue(now);
      this.wake();
    });
    this.#beating = new Deadline(loop, (now) => this.#beat(now));
    this.#heartbeat = new Timer((now, at) => this.#beating.reach(now, at), {
      every: heartbeat / 2,
      maxLateness: heartbeat / 4,
    });
    loop.submit(this.#heartbeat);
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
    if (this.#counts) channel.received(frame.length, now);
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

  /** Ends the session when all that was sent has come, and the other end has done so too. */
  close(code: number, reason: string): void {
    this.#ownEnd ??= { code, reason };
    this.wake();
  }

  /** Ends the session now; what has not come is lost. If the other end had said why it ends, that is what is told. */
  fail(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const alarm of [this.#looking, this.#acknowledging, this.#watching, this.#beating])
      alarm.set(Infinity);
    for (const timer of [this.#pumping, this.#heartbeat]) this.#loop.cancel(timer);
    const underWay = [...this.channels].flatMap((channel) => channel.takeBack());
    for (const sent of underWay) if (typeof sent !== 'function') sent.message.become('lost');
    this.#channels.end(code, reason);
    this.outbox.end();
    const end = this.#hasPeerEnded ? this.#ownEnd! : { code, reason };
    this.#options.events.closed(end.code, end.reason);
  }

  /** The application has taken messages that took so much credit. */
  took(credit: number): void {
    this.untaken -= credit;
    this.wake();
  }

  ack(frames: number, delay: number): string | undefined {
    const sent = this.#from!.acknowledged(frames, delay, this.#now, this.outbox.isEmpty);
    if (sent === undefined) return `it acknowledges ${frames} frames, which were not sent`;
    this.outbox.acknowledge(sent);
    return undefined;
  }

  ping(token: number): undefined {
    this.#from!.pongToSend = token;
  }

  pong(): undefined {}

  failover(epoch: number): string | undefined {
    return this.#channels.peerFailedOver(this.#from!, epoch);
  }

  credit(bytes: number): undefined {
    this.outbox.credit = Math.max(this.outbox.credit, bytes);
  }

  whole(message: number, stream: number, isText: boolean, payload: Uint8Array): string | undefined {
    this.#counts = true;
    return this.#reassembly.whole(message, stream, isText, payload) ?? this.#overdrawn();
  }

  start(head: MessageHead, payload: Uint8Array): string | undefined {
    this.#counts = true;
    return this.#reassembly.start(head, payload) ?? this.#overdrawn();
  }

  more(message: number, offset: number, payload: Uint8Array): string | undefined {
    this.#counts = true;
    return this.#reassembly.more(message, offset, payload) ?? this.#overdrawn();
  }

  cancel(message: number, sent: number): string | undefined {
    this.#counts = true;
    return this.#reassembly.cancel(message, sent) ?? this.#overdrawn();
  }

  openStream(stream: number, label: string): string | undefined {
    this.#counts = true;
    return this.#options.events.streamOpened(stream, label);
  }

  closeStream(stream: number): string | undefined {
    this.#counts = true;
    return this.#options.events.streamClosed(stream);
  }

  end(code: number, reason: string): string | undefined {
    this.#counts = true;
    if (!isCloseCode(code)) return `${code} is no code for an end`;
    this.#hasPeerEnded = true;
    this.close(code, reason);
    return undefined;
  }

  #overdrawn(): string | undefined {
    return this.#reassembly.creditUsed > this.#granted ? 'more has come than was allowed' : undefined;
  }

  #pump(): void {
    this.#looking.set(Infinity);
    this.#finishEnd();
    if (this.active !== undefined) this.#sendBy(this.active);
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
    const { mostUntaken } = this.#options.own;
    const granted = this.#reassembly.creditUsed + mostUntaken - this.untaken;
    if (!this.#creditToTell && granted - this.#granted < mostUntaken / 4) return;
    this.#creditToTell = false;
    this.#granted = Math.max(granted, this.#granted);
    writer.credit(this.#granted);
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
      this.fail(closeCode.normal, '');
    }
  }

  /** Sends what has been written, if anything; nothing of it is to be acknowledged. */
  #flush(channel: Channel): void {
    if (this.#writer.length > 0) channel.send(this.#writer, [], this.#now);
  }

  #beat(now: number): void {
    const { heartbeat } = this.#options;
    this.#channels.giveUpSilent(now, heartbeat);
    for (const channel of this.#channels.silent(now, heartbeat)) {
      channel.askedAt = now;
      this.#writer.ping(0);
      this.#flush(channel);
    }
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
