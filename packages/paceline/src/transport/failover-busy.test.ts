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
  'threads that are busy $busy of each $of ms replace a stalled connection within half a second',
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

/** Returns a pair whose client sends a message to the server every 20 ms. Both threads are busy for `busy` of each `of` ms. */
function busyPair(busy: number, of: number): VirtualPair {
  const pair = new VirtualPair();
  for (let i = 0; i < 2; i++) pair.connect({ delay: 10, rate: 1000 });
  pair.loop.submit(new Timer(() => pair.host.spend(busy), { every: of }));
  pair.loop.submit(new Timer(() => pair.client.send('here'), { every: 20 }));
  return pair;
}

/**
 * Stalls the active connection after 3000 + `phase` ms, and then observes the endpoints for 5 s. Returns the number of failovers, and the longest time in
 * ms without a message at the server after the stall.
 */
function play(busy: number, of: number, phase: number): { failovers: number; outage: number } {
  const pair = busyPair(busy, of);
  pair.pass(3000 + phase);
  let lastReceivedAt = pair.host.now();
  let outage = 0;
  const endPause = (): void => {
    outage = Math.max(outage, pair.host.now() - lastReceivedAt);
    lastReceivedAt = pair.host.now();
  };
  pair.server.onMessage(endPause);
  pair.links[0]!.stall(pair.host.now() + 60_000);
  pair.pass(5000);
  endPause(); // a pause that lasts until the end counts as well
  const { client, server } = pair;
  return { failovers: client.endpoint.failovers + server.endpoint.failovers, outage };
}
