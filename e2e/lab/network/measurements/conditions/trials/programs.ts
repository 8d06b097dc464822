import type { Condition } from '../condition.ts';

const busyThreads: readonly Condition[] = [
  { name: 'sender busy for 50 of 100 ms', programs: { busy: { ms: 50, period: 100 } } },
  { name: 'sender busy for 200 of 1,000 ms', programs: { busy: { ms: 200, period: 1000 } } },
  {
    name: 'sender of 4 connections busy for 100 of 250 ms',
    programs: { flows: 4, busy: { ms: 100, period: 250 } },
  },
  { name: 'receiver busy for 100 of 250 ms', programs: { sinkBusy: { ms: 100, period: 250 } } },
  {
    name: 'sender of 4 connections busy for 300 of 1,500 ms, receiver for 150 of 1,000 ms',
    link: { rate: 30, roundTrip: 40 },
    programs: { flows: 4, busy: { ms: 300, period: 1500 }, sinkBusy: { ms: 150, period: 1000 } },
  },
];

const lateReaders: readonly Condition[] = [
  {
    name: '4 connections, one is not read for 3 s',
    programs: { flows: 4, readingPause: { connections: 'first', from: 3000, to: 6000 } },
  },
  {
    name: '4 connections, 3 are read for 20 of 400 ms',
    programs: { flows: 4, readingPause: { connections: 'others', from: 20, to: 400, period: 400 } },
  },
  {
    name: 'proxy at the client, bursts every 100 ms',
    programs: { proxy: { side: 'right', burstPeriod: 100 } },
  },
];

const burstsOfData: readonly Condition[] = [
  {
    name: 'bulk data for 500 of 800 ms',
    link: { roundTrip: 200 },
    programs: { bursts: { lasting: 500, pause: 300 } },
  },
  {
    name: 'bulk data for 150 of 500 ms',
    link: { rate: 30, roundTrip: 100 },
    programs: { bursts: { lasting: 150, pause: 350 } },
  },
  {
    name: 'only messages of 150 kB, every 500 ms',
    link: { rate: 30, roundTrip: 50 },
    programs: { bursts: { lasting: 0, pause: 1000 }, control: { bytes: 150_000, period: 500 } },
  },
];

/** Trials with busy threads, late readers, and a sender that sends in bursts. */
export const programTrials: readonly Condition[] = [...busyThreads, ...lateReaders, ...burstsOfData];
