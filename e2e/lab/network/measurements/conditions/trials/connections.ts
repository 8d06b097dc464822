import type { Bursts } from '../../../programs/bulk/bursts.ts';
import type { Condition } from '../condition.ts';

/** Bulk data on the first connection only. The others send control messages. */
const onlyFirst: Bursts = { lasting: 0, pause: 1000, steadyFlows: 1 };

const alike: readonly Condition[] = [
  {
    name: '4 connections, 2 Mbit/s, 200 ms',
    link: { rate: 2, roundTrip: 200 },
    programs: { flows: 4 },
  },
  {
    name: '8 connections, 1 Mbit/s, 100 ms',
    link: { rate: 1, roundTrip: 100 },
    programs: { flows: 8 },
  },
  {
    name: '4 connections, stops for 300 ms every 2 s',
    stops: { every: 2000, lasting: 300 },
    programs: { flows: 4 },
  },
  {
    name: '4 connections, delay 15-55 ms every 20 ms, loss of 1 %',
    delay: { from: 15, to: 55, every: 20, sides: ['left', 'right'] },
    loss: { probability: 0.01, inARow: 1 },
    programs: { flows: 4 },
  },
];

const unequal: readonly Condition[] = [
  {
    name: '2 connections, one has a delay of 80 ms more',
    programs: { flows: 2, proxy: { side: 'right', lag: 80 } },
  },
  {
    name: '4 connections, 3 have a delay of 20 ms more',
    programs: { flows: 4, proxy: { side: 'right', lag: 20 } },
  },
  {
    name: '4 connections, 3 with bulk data for 1 of 3 s',
    programs: { flows: 4, bursts: { lasting: 1000, pause: 2000, stagger: 1000, steadyFlows: 1 } },
  },
  {
    name: '4 connections, 3 with bulk data for 1.5 of 4 s, 200 ms',
    link: { roundTrip: 200 },
    programs: { flows: 4, bursts: { lasting: 1500, pause: 2500, stagger: 1300, steadyFlows: 1 } },
  },
  {
    name: '8 connections, 7 with bulk data for 0.5 of 2 s',
    programs: { flows: 8, bursts: { lasting: 500, pause: 1500, stagger: 250, steadyFlows: 1 } },
  },
  {
    name: '4 connections, 3 without bulk data, 100 ms',
    link: { roundTrip: 100 },
    programs: { flows: 4, bursts: onlyFirst },
  },
  { name: '8 connections, 7 without bulk data', programs: { flows: 8, bursts: onlyFirst } },
  {
    name: '8 connections, 7 without bulk data, 8 Mbit/s',
    link: { rate: 8 },
    programs: { flows: 8, bursts: onlyFirst },
  },
  {
    name: '8 connections, 7 without bulk data, one from 1.5 s on',
    programs: { flows: 8, bursts: { ...onlyFirst, begin: 1500 } },
  },
  {
    name: 'beside short sessions: 600 ms, one every 300 ms',
    link: { roundTrip: 40 },
    programs: { shortSessions: { period: 300, lasting: 600 } },
  },
  {
    name: '8 connections, 7 have a delay of 20 ms more, 4 ms',
    link: { rate: 40, roundTrip: 4 },
    queueTime: 60,
    programs: { flows: 8, proxy: { side: 'right', lag: 20 } },
  },
];

/** Trials with several connections to one host. */
export const connectionTrials: readonly Condition[] = [...alike, ...unequal];
