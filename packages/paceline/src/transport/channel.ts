import type { KernelState, LatencyController } from '../control/latency-controller.ts';
import { costOfChunk, costOfControl, costOfMessage } from '../receiver/memory-cost.ts';
import type { Sent } from '../sender/chunk-scheduler.ts';
import type { FrameWriter } from '../wire/frame-writer.ts';
import { AckPace } from './ack-pace.ts';
import type { Link } from './link.ts';
import { PollPace } from './poll-pace.ts';
import { RingQueue } from './ring-queue.ts';
import { RoundTrip } from './round-trip.ts';
import type { WireCounters } from './wire-counters.ts';

/** A frame that was sent and is not acknowledged. */
interface InFlight {
  readonly bytes: number;
  readonly at: number;
  readonly sent: readonly Sent[];
}

/** Greatest number of bytes in the buffer of a connection to which anything is added: the other end may send and acknowledge frames, and read nothing. */
const maxBuffered = 2 ** 20;

/**
 * Greatest number of bytes of memory that committed frames and their messages take, whatever the controller says: they stay in memory until they are
 * acknowledged, and a failover sends them again.
 */
const maxCommitted = 2 ** 24;

/** Interval in ms at which the buffer of a connection is looked at while it holds messages back: a WebSocket has no event for it. */
const pollInterval = 4;

export interface ChannelParts {
  readonly link: Link;
  readonly controller: LatencyController;
  readonly now: number;
  readonly wireCounters: WireCounters;
  /** Bits per second that our acknowledgements may take. */
  readonly ackRate: number;
}

/** One connection of a session: what is on its way by it, and what has come and is to be acknowledged. */
export class Channel {
  readonly link: Link;
  readonly controller: LatencyController;
  readonly roundTrip: RoundTrip = new RoundTrip();
  readonly ackPace: AckPace;
  /** Bytes that were sent and are not acknowledged. */
  unacknowledged = 0;
  /** When anything came last, and when it was last asked whether the other end is there. */
  lastReceivedAt: number;
  lastPingAt: number;
  /** Whether something came that is not acknowledged. */
  owesAck = false;
  /** Whether the other end has said by it which messages are to be sent from their beginning: before that none is sent. */
  isReady = false;
  /** What the other end wants to have back. */
  pongToSend: number | undefined;
  #polls: PollPace = new PollPace();
  #inFlight: RingQueue<InFlight> = new RingQueue();
  #costInFlight = 0; // bytes of memory
  #sentFrames = 0;
  #acknowledgedFrames = 0;
  #receivedFrames = 0;
  #receivedAt = NaN;
  #wireCounters: WireCounters;
  #kernel: () => KernelState | undefined;

  constructor({ ackRate, controller, link, now, wireCounters }: ChannelParts) {
    this.link = link;
    this.controller = controller;
    this.ackPace = new AckPace(ackRate);
    this.#wireCounters = wireCounters;
    this.#kernel = () => link.kernel?.();
    this.lastReceivedAt = this.lastPingAt = now;
  }

  /** When the oldest frame that is not acknowledged was sent; Infinity: there is none. */
  get oldestUnacknowledgedAt(): number {
    return this.#inFlight.first?.at ?? Infinity;
  }

  /** When it is to be given up; Infinity: nothing waits. `backoff`: ≥ 1, so much longer than usual it may take. */
  overdueAt(backoff: number): number {
    return this.oldestUnacknowledgedAt + backoff * this.roundTrip.failoverTimeout;
  }

  /**
   * Bytes that were sent and cannot have arrived, or are not acknowledged. The other end may acknowledge frames that are still in the buffer of the
   * connection. That is no proof of its fault: a buffer counts a block of data until the system has taken all of it.
   */
  get committed(): number {
    return Math.max(this.unacknowledged, this.link.buffered);
  }

  /** Whether the other end reads so little that nothing more may be added to the buffer of the connection. */
  get isBufferFull(): boolean {
    return this.link.buffered > maxBuffered;
  }

  /** Whole bytes of messages that may be sent now; none if ≤ 0. */
  budget(now: number): number {
    const { buffered } = this.link;
    if (buffered > maxBuffered) return 0;
    const { committed: unacknowledged } = this;
    const allowed = this.controller.budget({ now, unacknowledged, buffered, kernel: this.#kernel });
    return Math.min(Math.floor(allowed), maxCommitted - Math.max(unacknowledged, this.#costInFlight));
  }

  /** When it is worth asking again whether more may be sent; Infinity: an acknowledgment says so. */
  nextPollAt(now: number): number {
    const { looksAgain: ofController = Infinity } = this.controller;
    const isHeldBack = this.link.buffered > Math.min(this.unacknowledged, maxBuffered);
    return this.#polls.nextAt(now, isHeldBack ? Math.min(pollInterval, ofController) : ofController);
  }

  /** Sends a frame, of which `sent` must be acknowledged. */
  send(writer: FrameWriter, sent: readonly Sent[], now: number): void {
    const { isAckEliciting } = writer;
    const frame = writer.take();
    if (isAckEliciting) {
      this.#sentFrames++;
      this.#polls.sent();
      this.ackPace.sent(now);
      this.unacknowledged += frame.length;
      this.#costInFlight += frame.length + costOf(sent);
      this.#inFlight.push({ bytes: frame.length, at: now, sent });
    }
    this.#wireCounters.countSent(frame.length);
    this.link.send(frame);
  }

  /** A frame has come that counts. */
  received(bytes: number, now: number): void {
    this.ackPace.received(bytes, now);
    this.#receivedFrames++;
    this.#receivedAt = now;
    this.owesAck = true;
  }

  /** Says how many frames have come. */
  writeAck(writer: FrameWriter, now: number): void {
    writer.ack(this.#receivedFrames, Math.round(1000 * (now - this.#receivedAt)));
    this.ackPace.acknowledged();
    this.owesAck = false;
  }

  /** So many frames have come to the other end, which has waited for so many µs. Returns what was in them; undefined: so many were not sent. */
  acknowledged(frames: number, delay: number, now: number, isEmpty: boolean): readonly Sent[] | undefined {
    if (frames > this.#sentFrames) return undefined;
    const count = frames - this.#acknowledgedFrames;
    if (count <= 0) return [];
    this.#acknowledgedFrames = frames;
    const { at, bytes, sent } = this.#takeFrames(count);
    this.unacknowledged -= bytes;
    this.#costInFlight -= bytes + costOf(sent);
    const elapsed = now - at;
    const roundTrip = Math.max(0, elapsed - Math.min(elapsed, delay / 1000));
    this.roundTrip.note(roundTrip);
    const { unacknowledged } = this;
    this.controller.acknowledged?.({ now, bytes, roundTrip, unacknowledged, isEmpty });
    return sent;
  }

  /** Takes out the oldest frames. Returns what was in all of them, and when the last one was sent. */
  #takeFrames(count: number): InFlight {
    const first = this.#inFlight.shift()!;
    if (count === 1) return first; // the usual case
    const sent = [...first.sent];
    let { at, bytes } = first;
    for (let i = 1; i < count; i++) {
      const frame = this.#inFlight.shift()!;
      at = frame.at;
      bytes += frame.bytes;
      for (const one of frame.sent) sent.push(one);
    }
    return { at, bytes, sent };
  }

  /** Takes back all that is not acknowledged: it is sent by another channel. */
  reclaim(): readonly Sent[] {
    const { length } = this.#inFlight;
    const sent = length === 0 ? [] : this.#takeFrames(length).sent;
    this.#acknowledgedFrames = this.#sentFrames;
    this.unacknowledged = this.#costInFlight = 0;
    return sent;
  }
}

/** Bytes of memory that records and messages in flight take beside the bytes of their frame. */
function costOf(sent: readonly Sent[]): number {
  let cost = 0;
  for (const one of sent) {
    if (typeof one === 'function') cost += costOfControl;
    else cost += one.from > 0 ? costOfChunk : costOfMessage;
  }
  return cost;
}
