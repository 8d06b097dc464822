import type { CrossTraffic } from '../../endpoints/cross-traffic/beside-cross-traffic.ts';
import type { QueueManagement, Side } from '../../link/lab.ts';
import type { LinkPlan } from '../../link/prepare-lab.ts';
import type { FlowOptions } from '../../programs/flow.ts';

/**
 * A condition of the network and of the programs that use it. A condition without options is the base:
 * a session on a link with a drop-tail queue of two bandwidth-delay products. Rates are in Mbit/s, times
 * in ms.
 */
export interface Condition {
  readonly name: string;
  /** Differences from the link of the measurement. */
  readonly link?: Partial<LinkPlan>;
  /** Rate of the uplink. Default: that of the link. */
  readonly uplink?: number;
  /** Capacity of the queue in bandwidth-delay products. Default: 2. */
  readonly queue?: number;
  /** Replaces `queue`: the capacity as the time in which a full queue drains. */
  readonly queueTime?: number;
  readonly management?: { readonly kind: QueueManagement; readonly ecn: boolean };
  /** A token bucket to the receiver: its rate, and its bytes. */
  readonly policer?: { readonly rate: number; readonly burst: number };
  /** Bounds of the varying one-way delay, and the time between its changes. */
  readonly delay?: VaryingDelay;
  /** One-way delays of packets from a side. */
  readonly delays?: Steps & { readonly side: Side };
  /** Rates to the receiver. */
  readonly rates?: Steps;
  /**
   * Times in which the link transmits nothing in either direction, and queues packets. After each of
   * them the link has the rates of its plan again. Not to be combined with `rates`.
   */
  readonly stops?: Repeated;
  /** Times in which the link loses all packets in both directions. */
  readonly holes?: Repeated;
  /** Loss of packets to the receiver. */
  readonly loss?: Loss;
  readonly uplinkLoss?: Loss;
  /** Whether a bulk transfer runs on the uplink. */
  readonly hasUpload?: boolean;
  readonly crossTraffic?: CrossTraffic;
  /** Options of the programs that send and receive. Default: one connection without a proxy. */
  readonly programs?: Programs;
  /** Whether the connection uses TLS. */
  readonly isEncrypted?: boolean;
  /** Whether a plain WebSocket is also measured. */
  readonly hasPlain?: boolean;
  /** Whether Paceline is also measured with a standby, which must not make latency worse. */
  readonly hasStandby?: boolean;
}

type Programs = Partial<
  Pick<
    FlowOptions,
    'bursts' | 'busy' | 'control' | 'flows' | 'proxy' | 'readingPause' | 'shortSessions' | 'sinkBusy'
  >
>;

export interface VaryingDelay {
  readonly from: number;
  readonly to: number;
  readonly every: number;
  /** The sides from which packets are delayed. */
  readonly sides: readonly Side[];
}

/**
 * Values that follow one another, again and again, during the measured time. For the first `every`
 * ms, the link has the value of its plan.
 */
export interface Steps {
  readonly values: readonly number[];
  readonly every: number;
}

/** An event that begins every `every` ms of the measured time, and takes `lasting` ms. */
export interface Repeated {
  readonly every: number;
  readonly lasting: number;
}

/** The probability that a packet is lost, and the mean number of consecutive losses. */
export interface Loss {
  readonly probability: number;
  readonly inARow: number;
}

/** Returns the link of a condition. `link`: that of the measurement. */
export function linkOf(condition: Condition, link: LinkPlan): LinkPlan {
  return { ...link, ...condition.link };
}

/** Returns the number of connections that are measured in a condition. */
export function flowsOf({ programs }: Condition): number {
  return programs?.flows ?? 1;
}
