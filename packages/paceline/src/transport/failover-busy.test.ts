import { Timer } from '@doha/loop';
import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';

const conditions = [
  { busy: 0, of: 50 },
  { busy: 40, of: 50 },
  { busy: 40, of: 100 },
  { busy: 80, of: 100 },
];

test.each(conditions)(
  'threads that are busy $busy of each $of ms replace a stalled connection in time',
  ({ busy, of }) => {
    for (let phase = 0; phase < 100; phase += 5) {
      const { failovers, outage } = play(busy, of, phase);
      expect(failovers).toBe(1);
      expect(outage).toBeLessThanOrEqual(350 + busy);
    }
  },
);

test.each(conditions)(
  'threads that are busy $busy of each $of ms keep a working connection',
  ({ busy, of }) => {
    const pair = busyPair(busy, of);
    pair.pass(60_000);
    expect(pair.client.endpoint.failovers + pair.server.endpoint.failovers).toBe(0);
  },
);

test.each([
  ['second', 1000],
  ['minute', 60_000],
])('a session whose timers fire once a %s replaces a stalled connection', (_, period) => {
  const pair = busyPair(period - 1, period);
  pair.pass(3 * period);
  pair.links[0]!.stall(Infinity);
  pair.pass(5 * period);
  expect(pair.client.endpoint.failovers + pair.server.endpoint.failovers).toBe(1);
});

/** A pair that sends a message each 20 ms from client to server, in threads that are busy. */
function busyPair(busy: number, of: number): VirtualPair {
  const pair = new VirtualPair();
  for (let i = 0; i < 2; i++) pair.connect({ delay: 10, rate: 1000 });
  pair.loop.submit(new Timer(() => pair.host.spend(busy), { every: of }));
  pair.loop.submit(new Timer(() => pair.client.send('here'), { every: 20 }));
  return pair;
}

/** Stalls the active connection after a while. Returns the longest time without a message at the server since then. */
function play(busy: number, of: number, phase: number): { failovers: number; outage: number } {
  const pair = busyPair(busy, of);
  pair.pass(3000 + phase);
  let lastReceivedAt = pair.host.now();
  let outage = 0;
  pair.server.onMessage(() => {
    outage = Math.max(outage, pair.host.now() - lastReceivedAt);
    lastReceivedAt = pair.host.now();
  });
  pair.links[0]!.stall(pair.host.now() + 60_000);
  pair.pass(5000);
  const { client, server } = pair;
  return { failovers: client.endpoint.failovers + server.endpoint.failovers, outage };
}
