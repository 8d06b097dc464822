import type { KernelState, LatencyController } from '../control/latency-controller.ts';
import { costOfChunk, costOfControl, costOfMessage } from '../memory/memory-cost.ts';
import type { Sent } from '../sender/chunk-scheduler.ts';
import type { FrameWriter } from '../wire/frame-writer.ts';
import { ackTimeUnit } from '../wire/layout.ts';
import { AckPace } from './ack-pace.ts';
import type { Link } from './link.ts';
import { PollPace } from './poll-pace.ts';
import { RingQueue } from './ring-queue.ts';
import { RoundTripEstimate } from './round-trip-estimate.ts';
import type { WireCounters } from './wire-counters.ts';

/** An unacknowledged frame. */
interface InFlight {
  readonly bytes: number;
  readonly at: number;
  readonly sent: readonly Sent[];
}

/** An acknowledgment of the peer, see `layout.ts`. */
export interface AckRecord {
  readonly frames: number;
  readonly delay: number;
  readonly interval: number;
}

/**
 * While a connection buffers more bytes than this, no frame is added. Otherwise a peer that acknowledges frames without reading them could make the buffer
 * grow without limit.
 */
const maxBuffered = 2 ** 20;

/**
 * Maximum bytes of memory of committed frames and their messages, whatever the controller allows: they stay in memory until they are acknowledged, and a
 * failover sends them again.
 */
const maxCommitted = 2 ** 24;

/**
 * Interval in ms at which the buffer of a connection is polled while it holds messages back: a
 * WebSocket has no event for a buffer that becomes empty.
 */
const bufferPollInterval = 4;

export interface ChannelParts {
  readonly link: Link;
  readonly controller: LatencyController;
  readonly now: number;
  readonly wireCounters: WireCounters;
  /** Bits per second of acknowledgments from this endpoint. */
  readonly ackRate: number;
}

/** One connection of a session: its frames in flight, and the received frames that must be acknowledged. */
export class Channel {
  readonly link: Link;
  readonly controller: LatencyController;
  readonly roundTrip: RoundTripEstimate = new RoundTripEstimate();
  readonly ackPace: AckPace;
  /** Bytes of frames in flight. */
  unacknowledged = 0;
  /** Times of the last received frame and of the last ping. */
  lastReceivedAt: number;
  lastPingAt: number;
  /** Whether a received frame must be acknowledged. */
  owesAck = false;
  /**
   * Whether messages may be sent. The first channel of a session is ready at once. A later one is ready when the peer's first frame has told which messages
   * must be sent from their beginning.
   */
  isReady = false;
  /** Token of a ping that must be answered. */
  pongToSend: number | undefined;
  #polls: PollPace = new PollPace();
  #inFlight: RingQueue<InFlight> = new RingQueue();
  #costInFlight = 0; // bytes of memory
  #unreportedFrames = 0; // frames that the peer has not acknowledged, including reclaimed ones
  #framesToAck = 0;
  #receivedAt = NaN;
  #reportedArrival: number | undefined; // arrival in the last sent acknowledgment, in units of `ackTimeUnit`
  #arrivedAt = 0; // ms since the first acknowledged arrival, by the clock of the peer
  #timeoutFrom = -Infinity; // a round trip before the last acknowledgment
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

  /** Time at which the oldest frame in flight was sent; Infinity: there is none. */
  get oldestUnacknowledgedAt(): number {
    return this.#inFlight.first?.at ?? Infinity;
  }

  /**
   * Time at which the channel is to be given up; Infinity: nothing is in flight. `backoff`: factor ≥ 1 of the failover timeout. If acknowledgments still
   * arrive, the link has not failed but become slow: the timeout then begins a round trip before the last acknowledgment, and not with the oldest frame.
   */
  overdueAt(backoff: number): number {
    const from = Math.max(this.oldestUnacknowledgedAt, this.#timeoutFrom);
    return from + backoff * this.roundTrip.failoverTimeout;
  }

  /**
   * Bytes in flight, or in the buffer if that is more: the peer may acknowledge frames that are
   * still in the buffer of the connection. Such a peer is not always faulty, because a buffer
   * counts a block of data until the system has taken all of it.
   */
  get committed(): number {
    return Math.max(this.unacknowledged, this.link.buffered);
  }

  /** Whether the peer reads so little that nothing more may be added to the buffer of the connection. */
  get isBufferFull(): boolean {
    return this.link.buffered > maxBuffered;
  }

  /** Bytes of messages that may be sent now, a whole number; none if ≤ 0. */
  budget(now: number): number {
    const { buffered } = this.link;
    if (buffered > maxBuffered) return 0;
    const { committed: unacknowledged } = this;
    const allowed = this.controller.budget({ now, unacknowledged, buffered, kernel: this.#kernel });
    return Math.min(Math.floor(allowed), maxCommitted - Math.max(unacknowledged, this.#costInFlight));
  }

  /**
   * Time at which to check again whether more may be sent; Infinity: only an acknowledgment can
   * allow more.
   */
  nextPollAt(now: number): number {
    const { pollInterval: controllerInterval = Infinity } = this.controller;
    const isHeldBack = this.link.buffered > Math.min(this.unacknowledged, maxBuffered);
    return this.#polls.nextAt(
      now,
      isHeldBack ? Math.min(bufferPollInterval, controllerInterval) : controllerInterval,
    );
  }

  /** Sends a frame. `sent`: its records and chunks that must be acknowledged. */
  send(writer: FrameWriter, sent: readonly Sent[], now: number): void {
    const { isAckEliciting } = writer;
    const frame = writer.take();
    if (isAckEliciting) {
      this.#unreportedFrames++;
      this.#polls.sent();
      this.ackPace.sent(now);
      this.unacknowledged += frame.length;
      this.#costInFlight += frame.length + costOf(sent);
      this.#inFlight.push({ bytes: frame.length, at: now, sent });
    }
    this.#wireCounters.countSent(frame.length);
    this.link.send(frame);
  }

  /** An ack-eliciting frame has arrived. */
  received(bytes: number, now: number): void {
    this.ackPace.received(bytes, now);
    this.#framesToAck++;
    this.#receivedAt = now;
    this.owesAck = true;
  }

  /** Acknowledges all frames that have arrived. */
  writeAck(writer: FrameWriter, now: number): void {
    const arrival = Math.round(this.#receivedAt / ackTimeUnit);
    const delay = Math.round(now / ackTimeUnit) - arrival;
    const interval = arrival - (this.#reportedArrival ?? arrival);
    writer.ack(this.#framesToAck, Math.max(0, delay), Math.max(0, interval)); // a clock may go back
    this.#reportedArrival = arrival;
    this.#framesToAck = 0;
    this.ackPace.acknowledged();
    this.owesAck = false;
  }

  /**
   * The peer has acknowledged frames. Returns the contents of the newly acknowledged ones, or undefined if
   * it acknowledges more frames than were sent.
   */
  acknowledged(
    { delay, frames, interval }: AckRecord,
    now: number,
    isEmpty: boolean,
  ): readonly Sent[] | undefined {
    this.#unreportedFrames -= frames;
    this.#arrivedAt += interval * ackTimeUnit;
    if (this.#unreportedFrames < 0) return undefined;
    const count = this.#inFlight.length - this.#unreportedFrames;
    if (count <= 0) return [];
    const { at, bytes, sent } = this.#takeFrames(count);
    this.unacknowledged -= bytes;
    this.#costInFlight -= bytes + costOf(sent);
    const elapsed = now - at;
    const held = Math.min(elapsed, delay * ackTimeUnit);
    const roundTrip = elapsed - held;
    this.roundTrip.note(roundTrip);
    this.#timeoutFrom = now - this.roundTrip.average;
    const { unacknowledged } = this;
    const arrivedAt = this.#arrivedAt;
    this.controller.acknowledged?.({
      now,
      frames: count,
      bytes,
      roundTrip,
      held,
      arrivedAt,
      unacknowledged,
      isEmpty,
    });
    return sent;
  }

  /** Removes the oldest frames. Returns the contents of all of them, and the time at which the last one was sent. */
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

  /** Removes all frames in flight and returns their contents, which another channel sends again. */
  reclaim(): readonly Sent[] {
    const { length } = this.#inFlight;
    const sent = length === 0 ? [] : this.#takeFrames(length).sent;
    this.unacknowledged = this.#costInFlight = 0;
    return sent;
  }
}

/** Bytes of memory of records and messages in flight, in addition to the bytes of their frame. */
function costOf(sent: readonly Sent[]): number {
  let cost = 0;
  for (const one of sent) {
    if (typeof one === 'function') cost += costOfControl;
    else cost += one.from > 0 ? costOfChunk : costOfMessage;
  }
  return cost;
}
