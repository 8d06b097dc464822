import type { Condition } from '../condition.ts';

const steadyRates: readonly Condition[] = [
  { name: '0.25 Mbit/s, 400 ms, queue of 2 s', link: { rate: 0.25, roundTrip: 400 }, queueTime: 2000 },
  { name: '0.5 Mbit/s, 100 ms', link: { rate: 0.5, roundTrip: 100 } },
  { name: '2 Mbit/s, 200 ms, queue of 1 s', link: { rate: 2, roundTrip: 200 }, queueTime: 1000 },
  { name: '2 Mbit/s, 300 ms, queue of 1.2 s', link: { rate: 2, roundTrip: 300 }, queue: 4 },
  { name: '50 Mbit/s, 5 ms', link: { rate: 50, roundTrip: 5 } },
  { name: '50 Mbit/s, 100 ms, queue of 50 ms', link: { rate: 50, roundTrip: 100 }, queue: 0.5 },
  { name: '150 Mbit/s, 20 ms', link: { rate: 150, roundTrip: 20 } },
  { name: '20 Mbit/s, uplink of 0.2 Mbit/s', link: { rate: 20 }, uplink: 0.2 },
];

const policers: readonly Condition[] = [
  {
    name: 'policer of 8 Mbit/s and 32 kB',
    link: { rate: 100 },
    policer: { rate: 8, burst: 32_000 },
  },
  {
    name: 'policer of 8 Mbit/s and 250 kB',
    link: { rate: 100 },
    policer: { rate: 8, burst: 250_000 },
  },
];

const changingRates: readonly Condition[] = [
  { name: 'rate of 30 and 3 Mbit/s, 400 ms each', rates: { values: [30, 3], every: 400 } },
  {
    name: 'fading cell: rate of 16 and 1 Mbit/s, 3 s each',
    link: { roundTrip: 120 },
    queueTime: 200,
    rates: { values: [1, 16], every: 3000 },
  },
  {
    name: 'moving cell: rate of 0.5 to 30 Mbit/s, 800 ms each',
    link: { roundTrip: 60 },
    queueTime: 200,
    rates: { values: [20, 6, 1.5, 0.5, 3, 12, 30, 8], every: 800 },
  },
  {
    name: 'rate of 5 and 20 Mbit/s, delay of 15 and 60 ms',
    link: { rate: 20 },
    queueTime: 150,
    delays: { side: 'left', values: [60, 15], every: 500 },
    rates: { values: [5, 20], every: 700 },
  },
  {
    name: 'rate of 2 Mbit/s, 40 Mbit/s after 2 s',
    link: { rate: 2, roundTrip: 60 },
    queueTime: 1200,
    uplink: 10,
    rates: { values: [40], every: 2000 },
  },
  {
    name: 'rate of 5 Mbit/s, 40 Mbit/s after 2 s',
    link: { rate: 5, roundTrip: 40 },
    queueTime: 400,
    uplink: 20,
    rates: { values: [40], every: 2000 },
  },
  {
    name: 'shaper: 50 Mbit/s for 0.5 s, 5 Mbit/s for 1.5 s',
    link: { rate: 5, roundTrip: 20 },
    uplink: 5,
    queueTime: 400,
    rates: { values: [5, 5, 50, 5], every: 500 },
  },
];

/** Trials with a slow, fast, limited or changing link. */
export const rateTrials: readonly Condition[] = [...steadyRates, ...policers, ...changingRates];
