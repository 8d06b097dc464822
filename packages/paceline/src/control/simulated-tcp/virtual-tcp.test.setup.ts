import type { EventLoop } from '@doha/loop';
import type { KernelState } from '../latency-controller.ts';
import type { LinkEndpoint, LinkListener } from '../../virtual/virtual-link.ts';
import { Alarm } from '../../timers/alarm.ts';
import { Cubic } from './cubic.test.setup.ts';
import type { VirtualBottleneck } from './virtual-bottleneck.test.setup.ts';

const mss = 1448; // bytes
const headers = 52; // bytes
const leastTimeout = 200; // ms
const delayedAck = 40; // ms

/** Bytes that were sent and are not acknowledged. */
interface Segment {
  readonly from: number;
  readonly to: number;
  sentAt: number;
  /** Number of the last transmission of this segment, counted over all segments. */
  order: number;
  isRetransmission: boolean;
  isSacked: boolean;
  isLost: boolean;
}

interface SentFrame {
  readonly to: number;
  readonly frame: Uint8Array | undefined;
  readonly code: number;
  readonly reason: string;
}

/** Two ends of a TCP connection on simulated time. `ssthresh`: segments of the window at which the first slow start ends at the latest. */
export function connectTcp(
  loop: EventLoop,
  bottlenecks: readonly [forward: VirtualBottleneck, backward: VirtualBottleneck],
  ssthresh = Infinity,
): readonly [VirtualTcp, VirtualTcp] {
  const one = new VirtualTcp(loop, bottlenecks[0], ssthresh);
  const other = new VirtualTcp(loop, bottlenecks[1], ssthresh);
  one.peer = other;
  other.peer = one;
  return [one, other];
}

/**
 * One end of a TCP connection as Linux has it: CUBIC with HyStart, SACK, proportional rate reduction, tail loss probe, retransmission timeout, delayed
 * acknowledgments, and validation of the congestion window. Frames keep their bounds, as those of a WebSocket.
 */
export class VirtualTcp implements LinkEndpoint {
  listener: LinkListener | undefined;
  peer: VirtualTcp | undefined;
  #cubic: Cubic;
  #loop: EventLoop;
  #bottleneck: VirtualBottleneck;
  // as a sender
  #written = 0; // bytes of the stream
  #next = 0;
  #acked = 0;
  #segments: Segment[] = [];
  #order = 0;
  #recoverTo = -1; // in recovery until this is acknowledged
  #isLossState = false;
  #prrDelivered = 0;
  #prrOut = 0;
  #prior = 0; // cwnd before recovery
  #sacked = 0;
  #lost = 0; // segments that are lost and not sent again
  #srtt = NaN;
  #rttvar = 0;
  #leastRtt = Infinity;
  #backoff = 1;
  #probed = false;
  #isProbe = false; // whether the timer sends a probe
  #newestOrder = 0; // greatest order of the segments that have arrived
  #timer: Alarm;
  #isCwndLimited = false;
  #lastSentAt = 0;
  // as a receiver
  #frames: SentFrame[] = []; // of the peer, that have not arrived
  #received = 0; // bytes in order
  #outOfOrder: { from: number; to: number }[] = [];
  #unacked = 0; // segments
  #ackTimer: Alarm;
  #quick = 16;
  #isOpen = true;

  constructor(loop: EventLoop, bottleneck: VirtualBottleneck, ssthresh: number) {
    this.#cubic = new Cubic(ssthresh);
    this.#loop = loop;
    this.#bottleneck = bottleneck;
    this.#timer = new Alarm(loop, () => this.#timeout());
    this.#ackTimer = new Alarm(loop, () => this.#ack());
  }

  get #now(): number {
    return this.#loop.host.now();
  }

  /** Bytes of the system's send buffer: twice the window, as Linux tunes it. */
  get #systemBuffer(): number {
    return Math.max(46_080, 2 * this.#cubic.cwnd * mss);
  }

  get buffered(): number {
    return Math.max(0, this.#written - this.#acked - this.#systemBuffer);
  }

  kernel(): KernelState {
    return {
      segment: mss,
      congestionWindow: this.#cubic.cwnd * mss,
      queued: this.#written - this.#acked - this.#sacked * mss,
      minRoundTrip: undefined,
    };
  }

  send(frame: Uint8Array): void {
    if (!this.#isOpen) return;
    this.#write(frame.length + (frame.length < 126 ? 2 : 4), { frame, code: 0, reason: '' });
  }

  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#write(4, { frame: undefined, code, reason });
  }

  #write(bytes: number, what: Omit<SentFrame, 'to'>): void {
    this.#written += bytes;
    this.peer!.#frames.push({ to: this.#written, ...what });
    this.#restartAfterIdle();
    this.#trySend();
  }

  #restartAfterIdle(): void {
    if (this.#segments.length > 0) return;
    const idle = this.#now - this.#lastSentAt;
    if (idle > this.#rto) this.#cubic.restart(idle / this.#rto);
  }

  // ---- sending

  get #pipe(): number {
    return this.#segments.length - this.#sacked - this.#lost;
  }

  get #rto(): number {
    return Number.isNaN(this.#srtt) ? 1000 : this.#srtt + Math.max(leastTimeout, 4 * this.#rttvar);
  }

  #trySend(): void {
    let sent = false;
    while (this.#pipe < Math.floor(this.#cubic.cwnd)) {
      const lost = this.#lost > 0 ? this.#segments.find((one) => one.isLost) : undefined;
      if (lost !== undefined) {
        this.#setLost(lost, false);
        this.#retransmit(lost);
      } else if (this.#next < this.#written) {
        const to = Math.min(this.#written, this.#next + mss);
        const segment = {
          from: this.#next,
          to,
          isSacked: false,
          isLost: false,
          isRetransmission: false,
          sentAt: 0,
          order: 0,
        };
        this.#next = to;
        this.#segments.push(segment);
        this.#transmit(segment);
      } else break;
      sent = true;
    }
    if (this.#next < this.#written || this.#lost > 0) this.#isCwndLimited = true;
    if (sent) this.#arm();
  }

  #transmit(segment: Segment): void {
    const now = this.#now;
    segment.sentAt = now;
    segment.order = ++this.#order;
    this.#lastSentAt = now;
    if (this.#recoverTo >= 0 && !this.#isLossState) this.#prrOut++;
    const { from, to } = segment;
    const peer = this.peer!;
    const ack = this.#takeAck();
    this.#bottleneck.send({ bytes: to - from + headers, arrive: () => peer.#arrive(from, to, ack) });
  }

  #retransmit(segment: Segment): void {
    segment.isRetransmission = true;
    this.#transmit(segment);
  }

  #arm(): void {
    if (this.#segments.length === 0) return this.#timer.set(Infinity);
    const oldest = this.#segments.reduce(
      (at, one) => (one.isSacked ? at : Math.min(at, one.sentAt)),
      Infinity,
    );
    const rtoAt = oldest + this.#rto * this.#backoff;
    // Tail loss probe (RFC 8985): two round trips after the last transmission.
    const canProbe = !this.#probed && this.#recoverTo < 0 && !Number.isNaN(this.#srtt);
    const tlpAt = this.#lastSentAt + 2 * this.#srtt + (this.#segments.length === 1 ? leastTimeout : 2);
    this.#timer.set(canProbe ? Math.min(rtoAt, tlpAt) : rtoAt);
    this.#isProbe = canProbe && tlpAt < rtoAt;
  }

  #timeout(): void {
    if (this.#segments.length === 0) return;
    if (this.#isProbe) {
      this.#probed = true;
      const last = this.#segments.findLast((one) => !one.isSacked && !one.isLost);
      if (last !== undefined) this.#retransmit(last);
      this.#arm();
      return;
    }
    for (const one of this.#segments) if (!one.isSacked) this.#setLost(one, true);
    if (!this.#isLossState) this.#cubic.lose();
    this.#cubic.cwnd = 1;
    this.#isLossState = true;
    this.#recoverTo = this.#next;
    this.#backoff = Math.min(64, 2 * this.#backoff);
    this.#trySend();
    this.#arm();
  }

  /** An acknowledgment has arrived, for all bytes before `acked` and for the ranges `sacks`. */
  #take({ acked, sacks }: Ack): void {
    const arrived: Segment[] = [];
    while (this.#segments.length > 0 && this.#segments[0]!.to <= acked) {
      const one = this.#segments.shift()!;
      if (one.isSacked) this.#sacked--;
      else arrived.push(one);
    }
    this.#acked = Math.max(this.#acked, acked);
    for (const { from, to } of sacks)
      for (const one of this.#segments) {
        if (one.from >= to) break;
        if (one.isSacked || one.from < from || one.to > to) continue;
        one.isSacked = true;
        this.#sacked++;
        arrived.push(one);
      }
    if (arrived.length === 0) return;
    this.#probed = false;
    this.#backoff = 1;
    for (const one of arrived) {
      this.#setLost(one, false);
      this.#newestOrder = Math.max(this.#newestOrder, one.order);
    }
    const last = arrived.findLast((one) => !one.isRetransmission);
    if (last !== undefined) this.#noteRtt(this.#now - last.sentAt);
    const wasLost = this.#lost;
    if (this.#sacked > 0) this.#detectLosses();
    const found = this.#lost > wasLost;
    if (this.#recoverTo >= 0 && acked >= this.#recoverTo) this.#endRecovery();
    if (found && this.#recoverTo < 0) this.#beginRecovery();
    if (this.#recoverTo >= 0 && !this.#isLossState) this.#reduce(arrived.length);
    else if (this.#isCwndLimited || this.#cubic.isSlowStart)
      this.#cubic.acknowledge(
        arrived.length,
        this.#now,
        this.#srtt,
        this.#isCwndLimited || this.#cubic.cwnd < 2 * (this.#pipe + arrived.length),
      );
    this.#isCwndLimited = false;
    this.#trySend();
    this.#arm();
  }

  #detectLosses(): void {
    const now = this.#now;
    const reorder = Math.min(this.#leastRtt / 4, this.#srtt);
    const isSure = this.#sacked >= 3 || this.#recoverTo >= 0;
    for (const one of this.#segments) {
      if (one.isSacked || one.isLost || one.order >= this.#newestOrder) continue;
      if (!isSure && now < one.sentAt + this.#srtt + reorder) continue;
      if (one.isRetransmission && now < one.sentAt + this.#srtt * 0.9) continue;
      this.#setLost(one, true);
    }
  }

  #setLost(segment: Segment, isLost: boolean): void {
    if (segment.isLost !== isLost) this.#lost += isLost ? 1 : -1;
    segment.isLost = isLost;
  }

  #beginRecovery(): void {
    this.#recoverTo = this.#next;
    this.#isLossState = false;
    this.#prior = this.#cubic.cwnd;
    this.#prrDelivered = this.#prrOut = 0;
    this.#cubic.lose();
  }

  #reduce(delivered: number): void {
    this.#prrDelivered += delivered;
    const { ssthresh } = this.#cubic;
    const pipe = this.#pipe;
    const send =
      pipe > ssthresh
        ? Math.ceil((this.#prrDelivered * ssthresh) / this.#prior) - this.#prrOut
        : Math.min(ssthresh - pipe, Math.max(this.#prrDelivered - this.#prrOut, delivered) + 1);
    this.#cubic.cwnd = pipe + Math.max(this.#prrOut === 0 ? 1 : 0, send);
  }

  #endRecovery(): void {
    if (!this.#isLossState) this.#cubic.cwnd = Math.max(1, this.#cubic.ssthresh);
    this.#recoverTo = -1;
    this.#isLossState = false;
  }

  #noteRtt(sample: number): void {
    this.#leastRtt = Math.min(this.#leastRtt, sample);
    if (Number.isNaN(this.#srtt)) {
      this.#srtt = sample;
      this.#rttvar = sample / 2;
    } else {
      this.#rttvar += (Math.abs(sample - this.#srtt) - this.#rttvar) / 4;
      this.#srtt += (sample - this.#srtt) / 8;
    }
    this.#cubic.sample(sample, this.#acked, this.#next);
  }

  // ---- receiving

  #arrive(from: number, to: number, ack: Ack): void {
    this.#take(ack);
    const isInOrder = from === this.#received && this.#outOfOrder.length === 0;
    if (to > this.#received) this.#insert(from, to);
    this.#unacked++;
    if (!isInOrder || this.#unacked >= 2 || this.#quick-- > 0) this.#ack();
    else this.#ackTimer.setIfUnset(this.#now + delayedAck);
    this.#deliver();
  }

  #insert(from: number, to: number): void {
    const list = this.#outOfOrder;
    list.push({ from, to });
    list.sort((one, other) => one.from - other.from);
    const merged: { from: number; to: number }[] = [];
    for (const one of list) {
      const last = merged.at(-1);
      if (last !== undefined && one.from <= last.to) last.to = Math.max(last.to, one.to);
      else merged.push(one);
    }
    while (merged.length > 0 && merged[0]!.from <= this.#received)
      this.#received = Math.max(this.#received, merged.shift()!.to);
    this.#outOfOrder = merged;
  }

  #deliver(): void {
    while (this.#frames.length > 0 && this.#frames[0]!.to <= this.#received) {
      const { code, frame, reason } = this.#frames.shift()!;
      if (frame === undefined) this.listener?.closed(code, reason);
      else this.listener?.received(frame);
    }
  }

  #takeAck(): Ack {
    this.#unacked = 0;
    this.#ackTimer.set(Infinity);
    return { acked: this.#received, sacks: this.#outOfOrder.map((one) => ({ ...one })) };
  }

  #ack(): void {
    const ack = this.#takeAck();
    const peer = this.peer!;
    this.#bottleneck.send({
      bytes: headers + (ack.sacks.length > 0 ? 12 : 0),
      arrive: () => peer.#take(ack),
    });
  }
}

interface Ack {
  readonly acked: number;
  readonly sacks: readonly { from: number; to: number }[];
}
