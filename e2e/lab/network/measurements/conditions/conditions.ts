import type { CrossTraffic } from '../endpoints/cross-traffic/beside-cross-traffic.ts';
import type { QueueManagement, Side } from '../link/lab.ts';
import type { ProxyPlan } from '../programs/flow.ts';
import { crossTraffics } from './cross-traffics.ts';

/**
 * A condition of the network. A condition without options is the base: a link with a drop-tail
 * queue of two bandwidth-delay products.
 */
export interface Condition {
  readonly name: string;
  /** Capacity of the queue in bandwidth-delay products. Default: 2. */
  readonly queue?: number;
  readonly management?: { readonly kind: QueueManagement; readonly ecn: boolean };
  /** Bounds of the varying one-way delay and the time between its changes, in ms. */
  readonly delay?: VaryingDelay;
  /** Mbit/s of the link, in turn for 2 s each. */
  readonly rates?: readonly number[];
  /** Probability that a packet to the receiver is lost, and the mean number of consecutive losses. */
  readonly loss?: { readonly probability: number; readonly inARow: number };
  /** Mbit/s of the uplink, on which a bulk transfer runs. */
  readonly fullUplink?: number;
  readonly crossTraffic?: CrossTraffic;
  readonly proxy?: ProxyPlan;
  /** Whether the connection uses TLS. */
  readonly isEncrypted?: boolean;
  /** Whether a plain WebSocket is also measured. */
  readonly hasPlain?: boolean;
  /** Whether Paceline is also measured with a standby, which must not make latency worse. */
  readonly hasStandby?: boolean;
}

export interface VaryingDelay {
  readonly from: number;
  readonly to: number;
  readonly every: number;
  /** The sides from which packets are delayed. */
  readonly sides: readonly Side[];
}

const variations = [25, 40, 80].flatMap((to) =>
  [20, 100, 1000].flatMap((every) =>
    (['one way', 'both ways'] as const).map((ways): Condition => {
      const sides = ways === 'one way' ? (['left'] as const) : (['left', 'right'] as const);
      return {
        name: `delay 15-${to} ms every ${every} ms, ${ways}`,
        delay: { from: 15, to, every, sides },
      };
    }),
  ),
);

const managed = (['codel', 'fqCodel'] as const).flatMap((kind) =>
  [false, true].map((ecn): Condition => {
    const title = kind === 'codel' ? 'CoDel' : 'FQ-CoDel';
    return {
      name: ecn ? `${title} with ECN` : title,
      management: { kind, ecn },
      queue: 10,
      hasPlain: true,
    };
  }),
);

const fullUplink: Condition = { name: 'full uplink of 1 Mbit/s', fullUplink: 1 };
const encrypted: Condition = { name: 'wss', isEncrypted: true, hasPlain: true };

/** The conditions of a session beside other traffic, on the downlink or on a slow uplink, and over TLS. */
export const besideOthers: readonly Condition[] = [
  { name: 'no other traffic' },
  ...crossTraffics.map(({ name, traffic }): Condition => ({ name, crossTraffic: traffic })),
  fullUplink,
  encrypted,
];

/** The conditions of a session that are measured. */
export const conditions: readonly Condition[] = [
  { name: 'base', hasPlain: true },
  { name: 'deep queue', queue: 10, hasPlain: true },
  { name: 'shallow queue', queue: 0.25 },
  ...variations,
  { name: 'rate of 16, 2, 8 and 4 Mbit/s', rates: [16, 2, 8, 4], hasStandby: true },
  { name: 'rate of 16 and 2 Mbit/s', rates: [16, 2], hasStandby: true },
  { name: 'loss of 1 %', loss: { probability: 0.01, inARow: 1 } },
  { name: 'loss of 1 % in bursts', loss: { probability: 0.01, inARow: 4 } },
  ...managed,
  fullUplink,
  // The proxy is before the bottleneck: the TCP connection of the sender ends there, so the sender
  // learns nothing about the link.
  { name: 'proxy at the server, 64 kB reads', proxy: { side: 'left' } },
  // The proxy is behind the bottleneck: data and acknowledgments arrive in bursts, as from a
  // wireless link.
  { name: 'proxy at the client, bursts every 20 ms', proxy: { side: 'right', burstPeriod: 20 } },
  encrypted,
];
