import { crossTraffics } from '../cross-traffics.ts';
import type { Condition } from './condition.ts';

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

const fullUplink: Condition = { name: 'full uplink of 1 Mbit/s', uplink: 1, hasUpload: true };
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
  { name: 'rate of 16, 2, 8 and 4 Mbit/s', rates: { values: [2, 8, 4, 16], every: 2000 }, hasStandby: true },
  { name: 'rate of 16 and 2 Mbit/s', rates: { values: [2, 16], every: 2000 }, hasStandby: true },
  { name: 'loss of 1 %', loss: { probability: 0.01, inARow: 1 } },
  { name: 'loss of 1 % in bursts', loss: { probability: 0.01, inARow: 4 } },
  ...managed,
  fullUplink,
  // The proxy is before the bottleneck: the TCP connection of the sender ends there, so the sender
  // learns nothing about the link.
  { name: 'proxy at the server, 64 kB reads', programs: { proxy: { side: 'left' } } },
  // The proxy is behind the bottleneck: data and acknowledgments arrive in bursts, as from a
  // wireless link.
  {
    name: 'proxy at the client, bursts every 20 ms',
    programs: { proxy: { side: 'right', burstPeriod: 20 } },
  },
  encrypted,
];
