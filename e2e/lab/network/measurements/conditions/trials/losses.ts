import type { Condition } from '../condition.ts';

const bothSides = ['left', 'right'] as const;

/** Trials that lose packets or acknowledgments. */
export const lossTrials: readonly Condition[] = [
  {
    name: 'loss of 0.5 %, delay 15-35 ms every 5 ms',
    delay: { from: 15, to: 35, every: 5, sides: bothSides },
    loss: { probability: 0.005, inARow: 1 },
  },
  {
    name: 'loss of 3 % on the uplink',
    link: { roundTrip: 60 },
    uplinkLoss: { probability: 0.03, inARow: 1 },
  },
  { name: 'loss of 5 % on the uplink in bursts', uplinkLoss: { probability: 0.05, inARow: 4 } },
  {
    name: 'low orbit: 25 to 60 Mbit/s, delay 15-35 ms, loss of 0.5 %',
    link: { rate: 40, roundTrip: 40 },
    delay: { from: 15, to: 35, every: 10, sides: bothSides },
    loss: { probability: 0.005, inARow: 2 },
    rates: { values: [25, 60, 30, 40], every: 500 },
  },
  {
    name: 'high orbit: 600 ms, loss of 0.1 %',
    link: { rate: 10, roundTrip: 600 },
    uplink: 1,
    queue: 1,
    loss: { probability: 0.001, inARow: 1 },
  },
];
