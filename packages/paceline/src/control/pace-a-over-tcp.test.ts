import { expect, test } from 'vitest';
import { rowsOf, runs } from '../../../runs.test.setup.ts';
import type { LatencyController } from './latency-controller.ts';
import { none } from './none.ts';
import { paceA } from './pace-a.ts';
import { type FlowsOptions, type FlowsReport, runFlows } from './simulated-tcp/run-flows.test.setup.ts';

interface Bounds {
  /** Minimum goodput and maximum median latency, relative to those of `none`. */
  readonly goodput: number;
  readonly median: number;
}

const delays = (from: number, to: number, every: number, isBothWays = false) => ({
  delays: { from, to, every, isBothWays },
});

const conditions: readonly (readonly [
  name: string,
  condition: Omit<FlowsOptions, 'controller'>,
  bounds: Bounds,
])[] = [
  ['alone', {}, { goodput: 0.96, median: 0.3 }],
  [
    'with a queue of a quarter of the bandwidth-delay product',
    { queue: 0.25 },
    { goodput: 0.9, median: 0.8 },
  ],
  ['with a delay of 15 to 40 ms that changes every 20 ms', delays(15, 40, 20), { goodput: 0.9, median: 0.5 }],
  ['with delays of 15 to 80 ms both ways', delays(15, 80, 100, true), { goodput: 0.8, median: 0.9 }],
  [
    'with delays of 60 and 15 ms in turn',
    { delaySteps: { values: [60, 15], every: 300 } },
    { goodput: 0.8, median: 0.7 },
  ],
  [
    'on a link that stops for a quarter of the time',
    { rates: { values: [16, 16, 16, 0.005], every: 750 } },
    { goodput: 0.6, median: 2 }, // half of the messages may be sent while the link stops
  ],
  [
    'with rates of 16 and 1.6 Mbit/s in turn',
    { rates: { values: [16, 1.6], every: 400 } },
    { goodput: 0.8, median: 1.3 }, // half of the messages are sent while the link is slow
  ],
  ['with a full uplink of 2 Mbit/s', { fullUplink: 2 }, { goodput: 0.75, median: 0.3 }],
  ['with eight connections', { flows: 8 }, { goodput: 0.95, median: 0.55 }],
  ['with a delay of 15 to 25 ms', delays(15, 25, 100), { goodput: 0.93, median: 0.4 }],
  [
    'with a delay of 15 to 40 ms that changes every second',
    delays(15, 40, 1000),
    { goodput: 0.9, median: 0.5 },
  ],
  [
    'with rates of 2 to 16 Mbit/s',
    { rates: { values: [16, 2, 8, 4], every: 2000 } },
    { goodput: 0.85, median: 0.4 },
  ],
];

const seeds = [1, 4, 2, 3, 5, 6].slice(0, runs({ gate: 2, long: 6 })); // runs with 1 and 4 once had long latencies

const reports = new Map<string, FlowsReport>();

/** Runs flows with paceA, once for each condition. */
function flowsOfPaceA(condition: Omit<FlowsOptions, 'controller'>): FlowsReport {
  const key = JSON.stringify(condition);
  const report = reports.get(key) ?? runFlows({ controller: paceA, ...condition });
  reports.set(key, report);
  return report;
}

test.each(rowsOf(conditions, { onlyLong: 3 }))(
  'paceA stays within bounds of goodput and latency relative to `none`: %s',
  (_, condition, bounds) => {
    const ours = flowsOfPaceA(condition);
    const control = runFlows({ controller: none, ...condition });
    expect(ours.goodput / control.goodput).toBeGreaterThan(bounds.goodput);
    expect(ours.median / control.median).toBeLessThan(bounds.median);
  },
);

test('each of eight connections gets more than 0.4 of an equal share', () => {
  expect(flowsOfPaceA({ flows: 8 }).leastShare).toBeGreaterThan(0.4);
});

let hosts = 0;

/** Returns a function that creates controllers for connections to one host. Each call of `paceAToOneHost` uses a new host. */
function paceAToOneHost(): () => LatencyController {
  const host = `host ${hosts++}`;
  return () => paceA({ host });
}

test.each(rowsOf([0.02, 0.01], { onlyLong: 1 }))(
  'if a share of %s of the packets is lost, frames hardly wait in the buffer of TCP',
  (loss) => {
    const runsOf = (controller: () => LatencyController): FlowsReport[] =>
      seeds.map((seed) => runFlows({ controller, loss, seed }));
    const [controlled, uncontrolled] = [runsOf(() => paceA()), runsOf(none)];
    const ratioOf = (figure: 'median' | 'goodput'): number =>
      sum(controlled, figure) / sum(uncontrolled, figure);
    expect(ratioOf('median')).toBeLessThan(0.8);
    expect(ratioOf('goodput')).toBeGreaterThan(0.85);
  },
);

function sum(list: readonly FlowsReport[], figure: 'median' | 'goodput'): number {
  return list.reduce((total, report) => total + report[figure], 0);
}

test('eight connections to the same host get nearly equal shares, and less than 0.6 of the latency with separate hosts', () => {
  const apart = flowsOfPaceA({ flows: 8 });
  const together = runFlows({ controller: paceAToOneHost(), flows: 8 });
  expect(together.leastShare).toBeGreaterThan(0.9);
  expect(together.goodput / apart.goodput).toBeGreaterThan(0.96);
  expect(together.median / apart.median).toBeLessThan(0.6);
  expect(together.p99 / apart.p99).toBeLessThan(0.6);
});

test.each(rowsOf([2, 4], { onlyLong: 1 }))(
  'connections to the same host, over links of 16 and %s Mbit/s of their own, use these links, and have at most 1.1 times the p99 latency without control',
  (slower) => {
    const ownLinks = [16, slower];
    for (const seed of seeds.slice(0, runs({ gate: 1, long: 6 }))) {
      const apart = runFlows({ controller: () => paceA(), ownLinks, seed });
      const together = runFlows({ controller: paceAToOneHost(), ownLinks, seed });
      for (const [flow, goodput] of together.goodputs.entries())
        expect(goodput / apart.goodputs[flow]!).toBeGreaterThan(0.7);
      const withoutControl = runFlows({ controller: none, ownLinks, seed });
      expect(together.p99 / withoutControl.p99).toBeLessThan(1.1);
    }
  },
);

test('beside a full uplink, connections to the same host have over 0.75 of the goodput and less than half of the latency without control', () => {
  const options = { flows: 4, fullUplink: 2 };
  const withoutControl = runFlows({ controller: none, ...options });
  const together = runFlows({ controller: paceAToOneHost(), ...options });
  expect(together.goodput / withoutControl.goodput).toBeGreaterThan(0.75);
  expect(together.median / withoutControl.median).toBeLessThan(0.5);
});

test.each([
  ['that have paths of different lengths', { ownLinks: [16, 16], ownDelays: [10, 100] }],
  ['of whose peers all but one read late', { flows: 4, readsEvery: 400 }],
])('connections to the same host %s have over 0.9 of the goodput with separate hosts', (_, condition) => {
  const apart = runFlows({ controller: () => paceA(), ...condition });
  const together = runFlows({ controller: paceAToOneHost(), ...condition });
  expect(together.goodput / apart.goodput).toBeGreaterThan(0.9);
});

test('six connections to the same host that send bulk data in turn have less than 0.6 of the latency without control, although bytes wait in the buffer of TCP', () => {
  const condition = {
    flows: 6,
    link: { rate: 24, roundTrip: 32 },
    queue: 5.6,
    bursts: { lasting: 700, pause: 3500 },
    warmup: 2000,
    ssthresh: 34,
  };
  const withoutControl = runFlows({ controller: none, ...condition });
  const together = runFlows({ controller: paceAToOneHost(), ...condition });
  expect(together.goodput / withoutControl.goodput).toBeGreaterThan(0.85);
  expect(together.p99 / withoutControl.p99).toBeLessThan(0.6);
});

test('a peer that falls silent leaves its share to the other connection to the same host', () => {
  const { goodputs } = runFlows({ controller: paceAToOneHost(), flows: 2, lastIsSilentFrom: 5000 });
  expect(goodputs[0]! / 7.5).toBeGreaterThan(1.6); // an equal share has a goodput of 7.5 Mbit/s
});
