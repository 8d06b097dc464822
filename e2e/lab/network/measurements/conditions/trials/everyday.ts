import type { Condition } from '../condition.ts';

const bothSides = ['left', 'right'] as const;

const wireless: readonly Condition[] = [
  {
    name: 'Wi-Fi beside a microwave oven: stops for 10 ms every 20 ms',
    link: { rate: 30, roundTrip: 10 },
    queueTime: 150,
    stops: { every: 20, lasting: 10 },
    delay: { from: 4, to: 12, every: 5, sides: bothSides },
  },
  {
    name: 'Wi-Fi that scans channels: stops for 120 ms every 700 ms, round trip of 8 ms',
    link: { rate: 40, roundTrip: 8 },
    queueTime: 120,
    stops: { every: 700, lasting: 120 },
  },
  {
    name: 'Wi-Fi that adapts its rate: 5 to 40 Mbit/s, 150 ms each, delay 3-25 ms',
    link: { rate: 40, roundTrip: 6 },
    queueTime: 120,
    delay: { from: 3, to: 25, every: 8, sides: bothSides },
    rates: { values: [10, 25, 5, 40], every: 150 },
  },
  {
    name: 'phone leaves the house: every 2.5 s from 30 Mbit/s and 10 ms to 6 Mbit/s and 65 ms, and back',
    link: { rate: 30, roundTrip: 10 },
    queueTime: 200,
    delays: { side: 'left', values: [60, 5], every: 2500 },
    rates: { values: [6, 30], every: 2500 },
  },
  {
    name: 'LTE with handovers: stops for 120 ms every 1.5 s, delay of 25 and 45 ms',
    link: { rate: 20, roundTrip: 50 },
    queueTime: 300,
    stops: { every: 1500, lasting: 120 },
    delays: { side: 'left', values: [45, 25], every: 1500 },
  },
  {
    name: '5G behind obstacles: 50 Mbit/s, but 4 Mbit/s for 250 ms of each second',
    link: { rate: 50, roundTrip: 20 },
    queueTime: 200,
    rates: { values: [50, 4, 50, 50], every: 250 },
  },
  {
    name: 'rural LTE: 4 connections, uplink of 0.5 Mbit/s with a delay of 30-120 ms every 60 ms',
    link: { rate: 12, roundTrip: 60 },
    uplink: 0.5,
    queueTime: 300,
    delay: { from: 30, to: 120, every: 60, sides: ['right'] },
    programs: { flows: 4 },
  },
  {
    name: 'low orbit with handovers: delay 20-50 ms, loses all packets for 80 ms every 3 s',
    link: { rate: 40, roundTrip: 50 },
    uplink: 8,
    queueTime: 120,
    delays: { side: 'left', values: [40, 20, 50, 25], every: 3000 },
    holes: { every: 3000, lasting: 80 },
  },
  {
    name: 'high orbit with a proxy at the ground station: round trip of 600 ms, 5 Mbit/s',
    link: { rate: 5, roundTrip: 600 },
    uplink: 1,
    queueTime: 800,
    programs: { proxy: { side: 'left' } },
  },
];

const wired: readonly Condition[] = [
  {
    name: 'power line: 35 and 12 Mbit/s in turn, 20 ms each, loss of 0.2 % in bursts',
    link: { rate: 35, roundTrip: 12 },
    queueTime: 80,
    rates: { values: [12, 35], every: 20 },
    loss: { probability: 0.002, inARow: 3 },
  },
  {
    name: 'cable with upload grants: 6 connections, uplink delay 6-20 ms every 3 ms',
    link: { rate: 40, roundTrip: 14 },
    uplink: 4,
    queueTime: 250,
    delay: { from: 6, to: 20, every: 3, sides: ['right'] },
    programs: { flows: 6 },
  },
  {
    name: 'data plan is used up: 3 connections, policer of 1 Mbit/s and 60 kB',
    link: { rate: 30, roundTrip: 60 },
    policer: { rate: 1, burst: 60_000 },
    programs: { flows: 3 },
  },
  {
    name: 'large initial window: 32 segments, 1.5 Mbit/s, 4 connections for 1 of 2.5 s',
    link: { rate: 1.5, roundTrip: 80, initialWindow: 32 },
    queueTime: 400,
    programs: { flows: 4, bursts: { lasting: 1000, pause: 1500, stagger: 600 } },
  },
  {
    name: 'Reno, 30 Mbit/s, round trip of 80 ms, queue of 30 ms',
    link: { rate: 30, roundTrip: 80, congestionControl: 'reno' },
    queueTime: 30,
  },
];

const shared: readonly Condition[] = [
  {
    name: 'office: beside 20 mice, and calls that take 35 % of the rate, round trip of 20 ms',
    link: { rate: 20, roundTrip: 20 },
    queueTime: 100,
    crossTraffic: { mice: 20, datagrams: 0.35 },
  },
  {
    name: 'hotel: beside 3 elephants, delay 10-45 ms every 30 ms, loss of 0.3 %',
    link: { rate: 12, roundTrip: 20 },
    queueTime: 400,
    delay: { from: 10, to: 45, every: 30, sides: bothSides },
    loss: { probability: 0.003, inARow: 1 },
    crossTraffic: { elephants: 3 },
  },
  {
    name: 'beside a film: 2 transfers for 0.7 of 3 s, queue of 300 ms',
    link: { rate: 24, roundTrip: 24 },
    queueTime: 300,
    crossTraffic: { pulses: { count: 2, lasting: 700, pause: 2300 } },
  },
  {
    name: 'home router with FQ-CoDel: beside 2 elephants, full uplink of 3 Mbit/s',
    link: { rate: 25, roundTrip: 30 },
    uplink: 3,
    queue: 10,
    management: { kind: 'fqCodel', ecn: false },
    crossTraffic: { elephants: 2 },
    hasUpload: true,
  },
  {
    name: '4 connections with CoDel, 6 Mbit/s, round trip of 100 ms',
    link: { rate: 6, roundTrip: 100 },
    queue: 5,
    management: { kind: 'codel', ecn: false },
    programs: { flows: 4 },
  },
];

const programs: readonly Condition[] = [
  {
    name: 'virtual machine that waits for its processor: 3 connections, sender stops for 30 of 70 ms, round trip of 4 ms',
    link: { rate: 40, roundTrip: 4 },
    queueTime: 60,
    programs: { flows: 3, busy: { ms: 30, period: 70 } },
  },
  {
    name: 'page that renders: receiver busy for 12 of 16 ms, round trip of 8 ms',
    link: { rate: 25, roundTrip: 8 },
    queueTime: 150,
    programs: { sinkBusy: { ms: 12, period: 16 } },
  },
  {
    name: 'page with long tasks: 2 connections, receiver busy for 350 of 1,400 ms',
    link: { rate: 20, roundTrip: 40 },
    queueTime: 200,
    programs: { flows: 2, sinkBusy: { ms: 350, period: 1400 } },
  },
  {
    name: 'game server: snapshots for 60 of 200 ms, delay 20-50 ms every 15 ms',
    link: { rate: 10, roundTrip: 60 },
    delay: { from: 20, to: 50, every: 15, sides: bothSides },
    programs: { bursts: { lasting: 60, pause: 140 }, control: { bytes: 200, period: 33 } },
  },
  {
    name: 'company proxy with TLS: 3 connections, bursts every 30 ms, loss of 0.5 %',
    link: { rate: 20, roundTrip: 50 },
    loss: { probability: 0.005, inARow: 1 },
    programs: { flows: 3, proxy: { side: 'right', burstPeriod: 30 } },
    isEncrypted: true,
  },
];

/** Trials that imitate places where people use the Internet. */
export const everydayTrials: readonly Condition[] = [...wireless, ...wired, ...shared, ...programs];
