import { EventLoop, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { chanceOf } from '../../../../chance.test.setup.ts';
import { runs } from '../../../../runs.test.setup.ts';
import { virtualSession } from '../../virtual/virtual-pair.ts';
import type { LatencyController } from '../latency-controller.ts';
import { paceA } from '../pace-a.ts';
import { connectTcp } from './virtual-tcp.test.setup.ts';
import { VirtualBottleneck } from './virtual-bottleneck.test.setup.ts';

export interface FlowsOptions {
  readonly controller: () => LatencyController;
  /** Sessions that send as much as they can, each by a TCP connection of its own; default 1. */
  readonly flows?: number;
  /** The common link: its rate in Mbit/s, and the round trip of the path in ms. Default: 16 Mbit/s, 30 ms. */
  readonly link?: { readonly rate: number; readonly roundTrip: number };
  /** Bulk data in bursts, in ms. The bursts of a flow begin earlier than those of the previous flow by `lasting`. Default: bulk data without pauses. */
  readonly bursts?: { readonly lasting: number; readonly pause: number };
  /** Segments of the window at which the first slow start of the sessions' TCP ends at the latest, as HyStart may end it. Default: Infinity. */
  readonly ssthresh?: number;
  /** Ms before the measured time; default 4000. */
  readonly warmup?: number;
  /** Rates in Mbit/s of links that the flows have for themselves, one for each. Default: all flows share a link. */
  readonly ownLinks?: readonly number[];
  /** One-way delays in ms of these links, one for each. Default: 15. */
  readonly ownDelays?: readonly number[];
  /** Period in ms at which the receivers read, except that of the first flow. Default: they read at once. */
  readonly readsEvery?: number;
  /** Time in ms after which the network delivers nothing to the last flow, nor from it. Default: never. */
  readonly lastIsSilentFrom?: number;
  /** Size of the queue in bandwidth-delay products; default 2. */
  readonly queue?: number;
  /**
   * The one-way delay in ms, drawn every `every` ms, uniformly between `from` and `to`. With
   * `isBothWays` it applies to acknowledgments as well as data.
   */
  readonly delays?: {
    readonly from: number;
    readonly to: number;
    readonly every: number;
    readonly isBothWays?: boolean;
  };
  /** Probability that a packet of the common link is lost, in the direction of the data. Default: 0. */
  readonly loss?: number;
  /** One-way delays of data in ms. */
  readonly delaySteps?: Steps;
  /** Rate of the uplink in Mbit/s, which a bulk transfer fills. Default: the rate of the link, and no transfer. */
  readonly fullUplink?: number;
  /** Seed of the random numbers; default 1. */
  readonly seed?: number;
  /** Rates in Mbit/s. */
  readonly rates?: Steps;
}

/** Values that apply one after another, again and again, each for `every` ms. */
interface Steps {
  readonly values: readonly number[];
  readonly every: number;
}

export interface FlowsReport {
  /** Median time in ms from `send` of a control message to its arrival. */
  readonly median: number;
  /** The time that 99 % of the control messages do not exceed. */
  readonly p99: number;
  /** Mbit/s of all flows. */
  readonly goodput: number;
  /** Mbit/s of each flow. */
  readonly goodputs: readonly number[];
  /** Goodput of the slowest flow relative to an equal share; 1: all are equal. */
  readonly leastShare: number;
}

const usualLink = { rate: 16, roundTrip: 30 };
const end = runs({ gate: 9000, long: 12_000 });
const controlPeriod = 1000 / 60;

/**
 * Runs real Paceline sessions over simulated TCP. Each session sends bulk data, and 60 control
 * messages per second that precede it.
 */
export function runFlows(options: FlowsOptions): FlowsReport {
  const { controller, delays, delaySteps, fullUplink, lastIsSilentFrom = Infinity } = options;
  const { ownDelays, ownLinks, queue = 2, rates, readsEvery, seed = 1 } = options;
  const { bursts, link = usualLink, warmup = 4000 } = options;
  const rate = bytesPerMs(link.rate);
  const { flows = ownLinks?.length ?? 1 } = options;
  const chance = chanceOf(seed);
  const host = new VirtualHost();
  const loop = new EventLoop({
    host,
    onError(error) {
      throw error;
    },
  });
  const every = (period: number, call: (count: number) => void): void => {
    let count = 0;
    loop.submit(new Timer(() => call(count++), { after: chance() * period, every: period }));
  };
  const newBottleneck = (linkRate: number, delay: number = link.roundTrip / 2, loss = 0): VirtualBottleneck =>
    new VirtualBottleneck(loop, {
      loss,
      rate: linkRate,
      delay,
      queue: queue * linkRate * 2 * delay,
      random: chance,
    });
  const [forward, backward] = [newBottleneck(rate, undefined, options.loss), newBottleneck(rate)];
  const latencies: number[] = [];
  const bytes = Array.from({ length: flows }, () => 0);

  for (let flow = 0; flow < flows; flow++) {
    const source = virtualSession(loop, false, { controller });
    const sink = virtualSession(loop, true, { controller: () => paceA() });
    const ownLink = ownLinks?.[flow];
    const ownWay = (): VirtualBottleneck => newBottleneck(bytesPerMs(ownLink!), ownDelays?.[flow]);
    const [there, back] = ownLink === undefined ? [forward, backward] : [ownWay(), ownWay()];
    const isSilent = (): boolean => flow === flows - 1 && host.now() >= lastIsSilentFrom;
    const endpoints = connectTcp(loop, [there, back], options.ssthresh);
    const sinkReadsLate = readsEvery !== undefined && flow > 0;
    for (const [i, session] of [source, sink].entries()) {
      const channel = session.bind(endpoints[i]!);
      const receive = (frame: Uint8Array): void => {
        if (!isSilent()) session.endpoint.receive(channel, frame);
      };
      const receiveLate = (frame: Uint8Array): void => {
        loop.submit(new Timer(() => receive(frame), { after: readsEvery! - (host.now() % readsEvery!) }));
      };
      endpoints[i]!.listener = {
        received: session === sink && sinkReadsLate ? receiveLate : receive,
        closed: () => session.endpoint.unbind(channel),
      };
    }
    sink.onMessage((data) => {
      const now = host.now();
      if (now < warmup) return;
      if (typeof data === 'string') latencies.push(now - Number(data));
      else bytes[flow]! += (data as Uint8Array).length;
    });
    every(controlPeriod, () => source.send(String(host.now()), { priority: 1 }));
    const isActive = (): boolean =>
      bursts === undefined ||
      (host.now() + flow * bursts.lasting) % (bursts.lasting + bursts.pause) < bursts.lasting;
    every(4, () => {
      while (isActive() && source.queued < 2 ** 18) source.send(new Uint8Array(4000), { priority: 0 });
    });
  }
  if (fullUplink !== undefined) {
    backward.setRate(bytesPerMs(fullUplink));
    const [, sender] = connectTcp(loop, [forward, backward]);
    every(4, () => {
      while (sender.buffered === 0) sender.send(new Uint8Array(4000));
    });
  }
  if (delays !== undefined) {
    const { from, isBothWays = false, to } = delays;
    for (const bottleneck of isBothWays ? [forward, backward] : [forward])
      every(delays.every, () => (bottleneck.delay = from + chance() * (to - from)));
  }
  const apply = ({ every: period, values }: Steps, set: (value: number) => void): void =>
    every(period, (count) => set(values[count % values.length]!));
  if (rates !== undefined) apply(rates, (one) => forward.setRate(bytesPerMs(one)));
  if (delaySteps !== undefined) apply(delaySteps, (delay) => void (forward.delay = delay));

  host.advanceTo(end);
  const sorted = latencies.toSorted((one, other) => one - other);
  const sum = bytes.reduce((one, other) => one + other, 0);
  return {
    p99: sorted[Math.floor(0.99 * sorted.length)]!,
    median: sorted[sorted.length >> 1]!,
    goodputs: bytes.map((count) => megabitsPerSecond(count, end - warmup)),
    goodput: megabitsPerSecond(sum, end - warmup),
    leastShare: (Math.min(...bytes) * flows) / sum,
  };
}

function bytesPerMs(rateInMegabits: number): number {
  return (rateInMegabits * 1e6) / 8e3;
}

function megabitsPerSecond(bytes: number, time: number): number {
  return (8 * bytes) / 1e3 / time;
}
