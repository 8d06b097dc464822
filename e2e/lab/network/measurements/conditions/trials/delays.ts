import type { Condition } from '../condition.ts';

const bothSides = ['left', 'right'] as const;

/** Trials whose delay changes, in steps or at random. */
export const delayTrials: readonly Condition[] = [
  {
    name: 'delay of 15 and 60 ms, 1 s each',
    delays: { side: 'left', values: [15, 60], every: 1000 },
  },
  {
    name: 'delay of 15 and 60 ms, 300 ms each',
    delays: { side: 'left', values: [60, 15], every: 300 },
  },
  {
    name: 'delay of 1 and 60 ms, 2 s each',
    link: { roundTrip: 2 },
    queueTime: 150,
    delays: { side: 'left', values: [60, 1], every: 2000 },
  },
  {
    name: 'uplink delay of 15 and 150 ms, 400 ms each',
    queueTime: 150,
    delays: { side: 'right', values: [150, 15], every: 400 },
  },
  {
    name: 'uplink delay of 15 and 300 ms, 1 s each',
    queueTime: 300,
    delays: { side: 'right', values: [300, 15], every: 1000 },
  },
  {
    name: 'uplink delay 15-250 ms every 100 ms',
    queueTime: 300,
    delay: { from: 15, to: 250, every: 100, sides: ['right'] },
  },
  {
    name: 'delay 15-200 ms every 400 ms, both ways',
    queueTime: 200,
    delay: { from: 15, to: 200, every: 400, sides: bothSides },
    hasStandby: true,
  },
  {
    name: 'congested Wi-Fi: delay 2-80 ms every 50 ms',
    link: { rate: 20, roundTrip: 4 },
    queueTime: 200,
    delay: { from: 2, to: 80, every: 50, sides: bothSides },
  },
  {
    name: 'high orbit: 600 ms, delay varies by 30 ms',
    link: { rate: 10, roundTrip: 600 },
    uplink: 1,
    queue: 1,
    delay: { from: 300, to: 330, every: 20, sides: bothSides },
  },
  {
    name: 'delay of 3 ms, 93 ms after 2 s',
    link: { rate: 20, roundTrip: 6 },
    queueTime: 150,
    delays: { side: 'left', values: [93], every: 2000 },
  },
  {
    name: 'delay of 8 ms, 112 ms after 2 s',
    link: { roundTrip: 15 },
    queueTime: 150,
    delays: { side: 'left', values: [112], every: 2000 },
  },
];
