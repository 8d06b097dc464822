import type { Condition } from '../condition.ts';

const bothSides = ['left', 'right'] as const;

const atHome: readonly Condition[] = [
  {
    name: 'cable when all neighbors are online: 15 to 60 Mbit/s, 400 ms each, 16 ms',
    link: { rate: 60, roundTrip: 16 },
    uplink: 6,
    queueTime: 120,
    rates: { values: [35, 20, 15, 30, 50, 60], every: 400 },
  },
  {
    name: 'fiber beside the download of a game: 4 transfers for 2.5 of 5 s, 100 Mbit/s, 8 ms',
    link: { rate: 100, roundTrip: 8 },
    queueTime: 50,
    crossTraffic: { pulses: { count: 4, lasting: 2500, pause: 2500 } },
  },
  {
    name: 'router with FQ-CoDel: beside a film for 1 of 3 s and a page with 5 mice, 25 Mbit/s',
    link: { rate: 25, roundTrip: 22 },
    uplink: 5,
    queue: 8,
    management: { kind: 'fqCodel', ecn: false },
    crossTraffic: { pulses: { count: 2, lasting: 1000, pause: 2000 }, mice: 5 },
  },
  {
    name: 'video call that takes 25 % of 10 Mbit/s, delay 9-16 ms every 6 ms',
    link: { rate: 10, roundTrip: 22 },
    uplink: 2,
    queueTime: 200,
    delay: { from: 9, to: 16, every: 6, sides: bothSides },
    crossTraffic: { datagrams: 0.25 },
  },
  {
    name: 'Wi-Fi 6 in the room of the router: 120 Mbit/s, delay 2-9 ms every 4 ms',
    link: { rate: 120, roundTrip: 6 },
    uplink: 40,
    queueTime: 40,
    delay: { from: 2, to: 9, every: 4, sides: bothSides },
  },
  {
    name: 'system update in the background: 3 tabs with TLS beside a transfer for 3 of 6 s, 30 Mbit/s',
    link: { rate: 30, roundTrip: 26 },
    queueTime: 250,
    crossTraffic: { pulses: { count: 1, lasting: 3000, pause: 3000 } },
    programs: { flows: 3 },
    isEncrypted: true,
  },
];

const onTheWay: readonly Condition[] = [
  {
    name: 'tram with LTE: stops for 60 ms every 900 ms, delay 20-38 ms every 10 ms, 18 Mbit/s',
    link: { rate: 18, roundTrip: 56 },
    uplink: 5,
    queueTime: 350,
    stops: { every: 900, lasting: 60 },
    delay: { from: 20, to: 38, every: 10, sides: bothSides },
  },
  {
    name: 'phone as a hotspot: 2 connections, uplink delay 20-60 ms every 12 ms, uplink loss of 1 %',
    link: { rate: 14, roundTrip: 60 },
    uplink: 3,
    queueTime: 300,
    delay: { from: 20, to: 60, every: 12, sides: ['right'] },
    uplinkLoss: { probability: 0.01, inARow: 1 },
    programs: { flows: 2 },
  },
  {
    name: 'phone that sleeps between beacons: stops for 25 ms every 102 ms, 45 Mbit/s, 14 ms',
    link: { rate: 45, roundTrip: 14 },
    uplink: 15,
    queueTime: 100,
    stops: { every: 102, lasting: 25 },
  },
  {
    name: 'plan that slows videos down: policer of 2.5 Mbit/s and 40 kB, delay 20-30 ms every 10 ms',
    link: { rate: 40, roundTrip: 50 },
    policer: { rate: 2.5, burst: 40_000 },
    delay: { from: 20, to: 30, every: 10, sides: bothSides },
  },
  {
    name: 'server with BBR, player with LTE: 6 to 20 Mbit/s, 300 ms each, 50 ms',
    link: { rate: 14, roundTrip: 50, congestionControl: 'bbr' },
    uplink: 4,
    queueTime: 300,
    rates: { values: [20, 9, 6, 16, 12, 14], every: 300 },
  },
  {
    name: 'library: beside a transfer and 10 mice, 40 Mbit/s, delay 4-24 ms, loss of 0.2 % in bursts',
    link: { rate: 40, roundTrip: 16 },
    queueTime: 150,
    delay: { from: 4, to: 24, every: 12, sides: bothSides },
    loss: { probability: 0.002, inARow: 2 },
    crossTraffic: { elephants: 1, mice: 10 },
  },
];

const withFriends: readonly Condition[] = [
  {
    name: 'friends on another continent: 20 Mbit/s, 280 ms, queue of 100 ms, loss of 0.05 %',
    link: { rate: 20, roundTrip: 280 },
    uplink: 10,
    queueTime: 100,
    loss: { probability: 0.0005, inARow: 1 },
  },
  {
    // Here the sender is at home, so its data takes the slow direction.
    name: 'match on the computer of a player: 3 connections, 8 Mbit/s up, download of 50 Mbit/s',
    link: { rate: 8, roundTrip: 36 },
    uplink: 50,
    queueTime: 250,
    hasUpload: true,
    programs: { flows: 3 },
  },
  {
    name: '6 players in one home: each loads the level for 700 ms, one after the other, 24 Mbit/s',
    link: { rate: 24, roundTrip: 32 },
    queueTime: 180,
    programs: {
      flows: 6,
      bursts: { lasting: 700, pause: 3500, stagger: 700 },
      control: { bytes: 400, period: 50 },
    },
  },
  {
    name: 'snapshots of 8 kB, 20 per second, while the level loads: 2 connections, CoDel with ECN',
    link: { rate: 15, roundTrip: 28 },
    queue: 6,
    management: { kind: 'codel', ecn: true },
    programs: { flows: 2, control: { bytes: 8000, period: 50 } },
  },
  {
    name: 'players of a cafe come and go: sessions of 2 s, one every 900 ms, delay 5-20 ms, 30 Mbit/s',
    link: { rate: 30, roundTrip: 18 },
    queueTime: 150,
    delay: { from: 5, to: 20, every: 10, sides: bothSides },
    programs: { flows: 2, shortSessions: { period: 900, lasting: 2000 } },
  },
];

/** Trials that imitate an evening of web games: at home beside the traffic of others, on the way, and in matches with friends. */
export const eveningTrials: readonly Condition[] = [...atHome, ...onTheWay, ...withFriends];
