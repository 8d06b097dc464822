import type { Condition } from '../condition.ts';

/** Trials whose link stops again and again. It holds all packets, or loses them. */
export const stopTrials: readonly Condition[] = [
  { name: 'stops for 60 ms every 250 ms', stops: { every: 250, lasting: 60 } },
  { name: 'stops for 300 ms every 2 s', stops: { every: 2000, lasting: 300 } },
  { name: 'stops for 800 ms every 3 s', stops: { every: 3000, lasting: 800 } },
  {
    name: 'power saving: 80 Mbit/s for 20 of 100 ms',
    link: { rate: 80, roundTrip: 20 },
    queueTime: 100,
    stops: { every: 100, lasting: 80 },
  },
  { name: 'loses all packets for 300 ms every 2 s', holes: { every: 2000, lasting: 300 } },
  {
    name: 'train: loses all packets for 1.2 s every 4 s, 20 and 4 Mbit/s',
    link: { rate: 20, roundTrip: 60 },
    rates: { values: [4, 20], every: 1000 },
    holes: { every: 4000, lasting: 1200 },
  },
];
