import type { Condition } from '../condition.ts';

const congestionControl = 'bbr';

/** Trials with BBR. Its queue and its window differ from the queue and the window of Cubic. */
export const congestionControlTrials: readonly Condition[] = [
  { name: 'BBR', link: { congestionControl, roundTrip: 60 } },
  {
    name: 'BBR, loss of 0.5 %',
    link: { congestionControl, roundTrip: 80 },
    loss: { probability: 0.005, inARow: 1 },
  },
  {
    name: 'BBR, loss of 1 %',
    link: { congestionControl, roundTrip: 40 },
    loss: { probability: 0.01, inARow: 1 },
  },
  {
    name: 'BBR, loss of 2 %',
    link: { congestionControl, roundTrip: 100 },
    loss: { probability: 0.02, inARow: 1 },
  },
  {
    name: 'BBR, delay 10-60 ms every 20 ms, both ways',
    link: { congestionControl },
    queueTime: 150,
    delay: { from: 10, to: 60, every: 20, sides: ['left', 'right'] },
  },
  {
    name: 'BBR, policer of 8 Mbit/s and 64 kB',
    link: { congestionControl, rate: 100 },
    policer: { rate: 8, burst: 64_000 },
  },
  {
    name: '8 connections with BBR, shallow queue',
    link: { congestionControl, roundTrip: 20 },
    queue: 0.3,
    programs: { flows: 8 },
  },
  {
    name: 'BBR beside an elephant with BBR',
    link: { congestionControl, roundTrip: 40 },
    crossTraffic: { elephants: 1 },
  },
  {
    name: 'BBR, 20 Mbit/s, full uplink of 2 Mbit/s',
    link: { congestionControl, rate: 20, roundTrip: 40 },
    uplink: 2,
    hasUpload: true,
  },
];
