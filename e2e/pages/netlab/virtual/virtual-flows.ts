import { EventLoop, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import type { LatencyController } from '@doha/paceline';
import { virtualSession } from '../../../../packages/paceline/src/virtual/virtual-pair.ts';
import { Tally } from '../sink.ts';
import {
  controlPriority,
  controlRate,
  layers,
  messageOf,
  pictureRate,
  priorityOf,
  utilityOf,
} from '../video.ts';
import { connectTcp, type VirtualTcp } from './virtual-tcp.ts';
import { VirtualWay } from './virtual-way.ts';
import { jainOf } from '../../../netlab/jain.ts';

export interface VirtualFlowsOptions {
  readonly controller: () => LatencyController;
  readonly flows: number;
  /** Mbit/s. */
  readonly rate: number;
  /** Ms. */
  readonly roundTrip: number;
  /** Bandwidth-delay products. */
  readonly queue?: number;
  readonly seconds?: number;
  readonly warmup?: number;
  /** Ms after which a layer is of no use. */
  readonly threshold?: number;
  /** Of each flow's video, as a share of the link's rate. */
  readonly videoShare?: number;
  /** Messages of 1,200 bytes in place of a video, as many as go. */
  readonly isBulk?: boolean;
  readonly loss?: number;
  /** TCP connections that send as much as they can. */
  readonly besideTcp?: number;
  /** Delay that changes: one way, uniform between these, every so many ms. */
  readonly vary?: {
    readonly from: number;
    readonly to: number;
    readonly every: number;
    readonly isBothWays?: boolean;
  };
  /** Rate that changes: Mbit/s, every so many ms. */
  readonly rates?: { readonly values: readonly number[]; readonly every: number };
  readonly seed?: number;
  readonly trace?: (
    now: number,
    state: { waiting: number; tcp: readonly VirtualTcp[]; sessions: readonly unknown[] },
  ) => void;
}

export interface VirtualFlowsReport {
  readonly p50: number;
  readonly p999: number;
  readonly worst: number;
  readonly goodput: number;
  readonly jain: number;
  readonly carried: number;
  readonly dropped: number;
  readonly timeouts: number;
  readonly besideGoodput: number;
  readonly inTime: number;
}

/** Runs sessions with real Paceline code over simulated TCP. */
export function runVirtualFlows(options: VirtualFlowsOptions): VirtualFlowsReport {
  const {
    besideTcp = 0,
    controller,
    flows,
    isBulk = false,
    loss = 0,
    queue = 2,
    rate,
    roundTrip,
    seconds = 30,
    seed = 1,
    vary,
    warmup = 10,
  } = options;
  const threshold = options.threshold ?? (roundTrip * 20) / 3;
  const videoShare = options.videoShare ?? 1 / 4;
  const random = randomOf(seed);
  const host = new VirtualHost();
  const loop = new EventLoop({
    host,
    onError: (error) => {
      throw error;
    },
  });
  const bytesPerMs = (rate * 1e6) / 8e3;
  const bdp = bytesPerMs * roundTrip;
  const there = new VirtualWay(loop, {
    rate: bytesPerMs,
    delay: roundTrip / 2,
    queue: queue * bdp,
    loss,
    random,
  });
  const back = new VirtualWay(loop, { rate: bytesPerMs, delay: roundTrip / 2, queue: queue * bdp, random });
  const every = (period: number, call: (count: number) => void, offset = 0): void => {
    let count = 0;
    loop.submit(new Timer(() => call(count++), { after: offset, every: period }));
  };
  const tally = new Tally({
    flows,
    videos: 1,
    seconds,
    warmup,
    threshold,
    transport: 'paceA',
    standbys: 0,
    port: 0,
    host: '',
    firstPort: 0,
  });
  tally.begin(0);
  const tcps: VirtualTcp[] = [];
  const sessions: unknown[] = [];
  for (let flow = 0; flow < flows; flow++) {
    const source = virtualSession(loop, false, { controller });
    const sink = virtualSession(loop, true, { controller });
    const ends = connectTcp(loop, [there, back]);
    tcps.push(ends[0]);
    sessions.push(source);
    for (const [i, session] of [source, sink].entries()) {
      const end = ends[i]!;
      const channel = session.bind(end);
      end.listener = {
        received: (frame) => session.endpoint.receive(channel, frame),
        closed: () => session.endpoint.unbind(channel),
      };
    }
    sink.onMessage((bytes) => tally.take(bytes as Uint8Array, flow, host.now()));
    const offset = random() * 33;
    const send = (layer: number | undefined, picture: number): void => {
      const bytes = messageOf({ sentAt: host.now(), video: 0, layer, picture }, rate * 1e6 * videoShare);
      source.send(
        bytes,
        layer === undefined
          ? { priority: controlPriority }
          : { priority: priorityOf(layer, picture), marginalUtility: utilityOf(layer), expiresIn: threshold },
      );
    };
    every(1000 / controlRate, (picture) => send(undefined, picture), offset);
    if (isBulk)
      every(
        4,
        () => {
          while (source.queued < 2 ** 18)
            source.send(messageOf({ sentAt: host.now(), video: 0, layer: 7, picture: 0 }, 4e6), {
              priority: 0,
            });
        },
        offset,
      );
    else
      every(
        1000 / pictureRate,
        (picture) => {
          for (let layer = 0; layer < layers; layer++) send(layer, picture);
        },
        offset,
      );
  }
  let besideBytes = 0;
  const besides: VirtualTcp[] = [];
  for (let i = 0; i < besideTcp; i++) {
    const [end, other] = connectTcp(loop, [there, back]);
    besides.push(end);
    other.listener = {
      received: (frame) => {
        if (host.now() > warmup * 1000) besideBytes += frame.length;
      },
      closed: () => {},
    };
    every(4, () => {
      while (end.buffered < 2 ** 17) end.send(new Uint8Array(16_384));
    });
  }
  if (vary !== undefined)
    every(vary.every, () => {
      there.delay = vary.from + random() * (vary.to - vary.from);
      if (vary.isBothWays) back.delay = vary.from + random() * (vary.to - vary.from);
    });
  if (options.rates !== undefined) {
    const { every: period, values } = options.rates;
    every(period, (count) => there.setRate((values[count % values.length]! * 1e6) / 8e3));
  }
  if (options.trace !== undefined)
    every(10, () => options.trace!(host.now(), { waiting: there.waiting, tcp: tcps, sessions }));
  host.advanceTo(warmup * 1000);
  const carried = there.carried;
  const dropped = there.dropped;
  host.advanceTo(seconds * 1000);
  const report = tally.report();
  const control = report.control.flat().toSorted((one, other) => one - other);
  const at = (p: number): number =>
    control[Math.min(control.length - 1, Math.floor(p * control.length))] ?? Infinity;
  const counted = seconds - warmup;
  const bytes = report.slots.map((slots) => slots.reduce((sum, one) => sum + one, 0));
  const mbit = (sum: number): number => (8 * sum) / 1e6 / counted;
  return {
    p50: at(0.5),
    p999: at(0.999),
    worst: at(1),
    goodput: mbit(bytes.reduce((sum, one) => sum + one, 0)),
    jain: meanJain(report.slots),
    carried: mbit(there.carried - carried),
    dropped: there.dropped - dropped,
    timeouts: tcps.reduce((sum, one) => sum + one.timeouts, 0),
    besideGoodput: mbit(besideBytes),
    inTime: report.inTime[0]! / flows / counted,
  };
}

function meanJain(slots: readonly (readonly number[])[]): number {
  if (slots.length < 2) return 1;
  const times = slots[0]!.map((_, i) => slots.map((one) => one[i]!));
  const of = (values: readonly number[]): number => {
    const sum = values.reduce((a, b) => a + b, 0);
    const squares = values.reduce((a, b) => a + b * b, 0);
    return squares === 0 ? 1 : sum ** 2 / (values.length * squares);
  };
  return times.reduce((sum, one) => sum + of(one), 0) / times.length;
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
