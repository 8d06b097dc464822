import type { Condition } from '../condition.ts';

const bothSides = ['left', 'right'] as const;

const atHome: readonly Condition[] = [
  {
    name: 'ADSL: beside a page that loads with 6 mice, 6 Mbit/s, 50 ms',
    link: { rate: 6, roundTrip: 50 },
    uplink: 0.6,
    queueTime: 300,
    crossTraffic: { mice: 6 },
  },
  {
    name: 'VDSL with a backup of photos: 2 connections, 50 Mbit/s, full uplink of 10 Mbit/s',
    link: { rate: 50, roundTrip: 20 },
    uplink: 10,
    queueTime: 120,
    hasUpload: true,
    programs: { flows: 2 },
  },
  {
    name: 'fiber, server on another continent: 40 Mbit/s, 160 ms, queue of 60 ms',
    link: { rate: 40, roundTrip: 160 },
    queueTime: 60,
  },
];

const onTheWay: readonly Condition[] = [
  {
    name: 'LTE in a city: 8 to 24 Mbit/s, 100 ms each, uplink delay 12-30 ms every 8 ms',
    link: { rate: 16, roundTrip: 44 },
    uplink: 4,
    queueTime: 400,
    delay: { from: 12, to: 30, every: 8, sides: ['right'] },
    rates: { values: [24, 12, 8, 16, 20, 10], every: 100 },
  },
  {
    name: 'metered plan at reduced speed: 2 connections, 1.5 Mbit/s, delay 30-45 ms every 20 ms',
    link: { rate: 1.5, roundTrip: 70 },
    uplink: 0.5,
    queueTime: 800,
    delay: { from: 30, to: 45, every: 20, sides: bothSides },
    programs: { flows: 2 },
  },
  {
    name: 'hotel Wi-Fi with a limit per guest: 3 tabs, 4 Mbit/s, delay 8-35 ms every 15 ms, loss of 0.2 %',
    link: { rate: 4, roundTrip: 30 },
    queueTime: 300,
    delay: { from: 8, to: 35, every: 15, sides: bothSides },
    loss: { probability: 0.002, inARow: 1 },
    programs: { flows: 3 },
  },
];

const atWork: readonly Condition[] = [
  {
    name: 'office proxy that inspects TLS: 2 connections beside 15 mice, bursts every 10 ms',
    link: { rate: 50, roundTrip: 12 },
    queueTime: 100,
    crossTraffic: { mice: 15 },
    programs: { flows: 2, proxy: { side: 'right', burstPeriod: 10 } },
    isEncrypted: true,
  },
  {
    name: 'VPN: 3 connections with TLS, 20 Mbit/s, delay 52-60 ms every 5 ms, loss of 0.1 %',
    link: { rate: 20, roundTrip: 110 },
    delay: { from: 52, to: 60, every: 5, sides: bothSides },
    loss: { probability: 0.001, inARow: 1 },
    programs: { flows: 3 },
    isEncrypted: true,
  },
];

const programs: readonly Condition[] = [
  {
    name: 'small server: 10 players of a school, sender busy for 20 of 50 ms',
    link: { rate: 50, roundTrip: 16 },
    queueTime: 80,
    programs: { flows: 10, busy: { ms: 20, period: 50 }, control: { bytes: 300, period: 50 } },
  },
  {
    name: 'load balancer in front of the server: 4 connections, 12 Mbit/s, 70 ms',
    link: { rate: 12, roundTrip: 70 },
    programs: { flows: 4, proxy: { side: 'left' } },
  },
  {
    name: 'parts of a map for 400 of 1,600 ms, receiver busy for 6 of 16 ms, delay 15-22 ms',
    link: { rate: 30, roundTrip: 36 },
    queueTime: 150,
    delay: { from: 15, to: 22, every: 10, sides: bothSides },
    programs: { bursts: { lasting: 400, pause: 1200 }, sinkBusy: { ms: 6, period: 16 } },
  },
  {
    name: 'phone that decodes textures: does not read for 250 of 1,000 ms, 60 Mbit/s, 20 ms',
    link: { rate: 60, roundTrip: 20 },
    uplink: 15,
    queueTime: 150,
    programs: { readingPause: { connections: 'first', from: 700, to: 950, period: 1000 } },
  },
];

/** Trials that imitate the networks of the players of a web game, and the programs of its developers. */
export const playerTrials: readonly Condition[] = [...atHome, ...onTheWay, ...atWork, ...programs];
