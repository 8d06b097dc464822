import type { Condition } from '../condition.ts';

/** A transfer that pauses for one of five seconds. */
const pausing = { pulses: { count: 1, lasting: 4000, pause: 1000 } };

/** Trials beside other traffic on the link. */
export const otherTrafficTrials: readonly Condition[] = [
  { name: 'beside 8 mice', link: { roundTrip: 60 }, crossTraffic: { mice: 8 } },
  {
    name: 'beside a transfer for 4 of 5 s, 6 ms',
    link: { rate: 20, roundTrip: 6 },
    queueTime: 150,
    crossTraffic: pausing,
  },
  {
    name: 'beside a transfer for 4 of 5 s, 20 ms, queue of 400 ms',
    link: { roundTrip: 20 },
    queueTime: 400,
    crossTraffic: pausing,
  },
  {
    name: '4 connections beside a transfer for 4 of 5 s, 6 ms',
    link: { roundTrip: 6 },
    queueTime: 150,
    crossTraffic: pausing,
    programs: { flows: 4 },
  },
  {
    name: '4 connections beside an elephant',
    crossTraffic: { elephants: 1 },
    programs: { flows: 4 },
  },
  {
    name: '4 connections beside a transfer for 2 of 4 s',
    crossTraffic: { pulses: { count: 1, lasting: 2000, pause: 2000 } },
    programs: { flows: 4 },
  },
  {
    name: '4 connections beside 4 transfers for 1 of 2 s',
    crossTraffic: { pulses: { count: 4, lasting: 1000, pause: 1000 } },
    programs: { flows: 4 },
  },
  {
    name: 'cable: 40 Mbit/s, full uplink of 4 Mbit/s',
    link: { rate: 40, roundTrip: 20 },
    uplink: 4,
    hasUpload: true,
  },
  {
    name: '2 connections, full uplink of 2 Mbit/s',
    uplink: 2,
    hasUpload: true,
    programs: { flows: 2 },
  },
  {
    name: '4 connections, full uplink of 2 Mbit/s',
    uplink: 2,
    hasUpload: true,
    programs: { flows: 4 },
  },
  {
    name: '4 connections, 40 Mbit/s, full uplink of 4 Mbit/s',
    link: { rate: 40, roundTrip: 20 },
    uplink: 4,
    hasUpload: true,
    programs: { flows: 4 },
  },
  {
    name: '20 Mbit/s, full uplink of 3 Mbit/s, delay 20-35 ms every 10 ms',
    link: { rate: 20, roundTrip: 40 },
    uplink: 3,
    hasUpload: true,
    delay: { from: 20, to: 35, every: 10, sides: ['left', 'right'] },
  },
];
