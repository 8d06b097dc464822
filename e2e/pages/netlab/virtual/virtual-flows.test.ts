import { paceA } from '@doha/paceline';
import { none } from '@doha/paceline/control';
import { describe, expect, test } from 'vitest';
import { runVirtualFlows, type VirtualFlowsOptions, type VirtualFlowsReport } from './virtual-flows.ts';

type Condition = Partial<VirtualFlowsOptions>;

const bulk: Condition = { isBulk: true };
const varies = (from: number, to: number, every: number, isBothWays = false): Condition => ({
  ...bulk,
  vary: { from, to, every, isBothWays },
});

/** Issue: delay jitter without loss starved the controller, and eight connections did not see their common queue. */
const conditions: readonly (readonly [
  name: string,
  condition: Condition,
  goodput: number,
  median: number,
])[] = [
  ['one connection', bulk, 0.95, 0.35],
  ['a queue of a quarter of the bandwidth-delay product', { ...bulk, queue: 0.25 }, 0.85, 0.8],
  ['a delay of 15 to 25 ms', varies(15, 25, 100), 0.9, 0.35],
  ['a delay of 15 to 40 ms that changes each 20 ms', varies(15, 40, 20), 0.9, 0.45],
  ['a delay of 15 to 40 ms that changes each second', varies(15, 40, 1000), 0.9, 0.45],
  [
    'a rate that changes each two seconds',
    { ...bulk, rates: { values: [16, 2, 8, 4], every: 2000 } },
    0.8,
    0.4,
  ],
  ['eight connections', { flows: 8 }, 0.85, 0.25],
];

describe('on simulated TCP, paceA has nearly the goodput of no control, and a part of its latency', () => {
  test.each(conditions)('%s', (_, condition, goodput, median) => {
    const run = (controller: typeof paceA): VirtualFlowsReport =>
      runVirtualFlows({
        controller,
        flows: 1,
        rate: 16,
        roundTrip: 30,
        seconds: 16,
        warmup: 6,
        ...condition,
      });
    const [ours, control] = [run(paceA), run(none)];
    expect(ours.goodput / control.goodput).toBeGreaterThan(goodput);
    expect(ours.p50 / control.p50).toBeLessThan(median);
  });
});
