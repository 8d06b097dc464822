import { expect, test } from 'vitest';
import type { Received } from '../stream/inbox.ts';
import type { VirtualLink } from '../virtual/virtual-link.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';

const link = { delay: 10, rate: 100 };

test('when the active channel stalls, a standby takes over before the stall ends', () => {
  const pair = new VirtualPair();
  const heard: Received[] = [];
  pair.server.onMessage((data) => heard.push(data));
  const first = pair.connect(link);
  pair.connect(link);
  pair.client.send('before');
  pair.pass(1000);
  first.stall(pair.host.now() + 60_000);
  for (const data of ['during', '']) pair.client.send(data);
  pair.pass(500);
  expect(heard).toEqual(['before', 'during', '']);
  expect(pair.client.endpoint.failovers).toBe(1);
  expect(pair.server.endpoint.channels.size).toBe(1);
  pair.pass(100_000);
  expect(heard).toEqual(['before', 'during', '']);
});

test('a failover doubles the failover timeout for 30 s', () => {
  const pair = new VirtualPair();
  const timeoutIn = (stalled: VirtualLink): number => {
    let lastReceivedAt = NaN;
    const forget = pair.server.onMessage(() => {
      lastReceivedAt = pair.host.now();
    });
    pair.client.send('settled');
    pair.pass(1000);
    const began = pair.host.now();
    stalled.stall(began + 10_000);
    pair.client.send('late');
    pair.pass(5000);
    forget();
    return lastReceivedAt - began;
  };
  const [one, two] = [pair.connect(link), pair.connect(link)];
  const first = timeoutIn(one);
  const three = pair.connect(link);
  expect(timeoutIn(two) / first).toBeGreaterThan(1.7);
  pair.connect(link);
  pair.pass(31_000);
  expect(timeoutIn(three) / first).toBeLessThan(1.2);
  expect(pair.client.endpoint.failovers).toBe(3);
});

test('while both endpoints send all the time, acknowledgments have no frames of their own, and no endpoint takes that for a stall', () => {
  const pair = new VirtualPair();
  const far = { delay: 150, rate: 100 };
  const { endpoints } = pair.connect(far);
  pair.connect(far);
  let frames = 0;
  for (const endpoint of endpoints) {
    const send = endpoint.send.bind(endpoint);
    endpoint.send = (frame) => {
      frames++;
      send(frame);
    };
  }
  const steps = 500;
  for (let step = 0; step < steps; step++) {
    for (const session of [pair.client, pair.server]) session.send('state');
    pair.pass(20);
  }
  pair.pass(1000);
  expect(frames).toBeLessThan(2 * steps + 30);
  for (const session of [pair.client, pair.server]) {
    expect(session.statistics).toMatchObject({ messagesDelivered: steps, failovers: 0, connectionsMade: 2 });
  }
});

test('a silent channel is given up', () => {
  const pair = new VirtualPair({ heartbeat: 1000 });
  const only = pair.connect(link);
  pair.pass(10_000);
  expect(pair.client.isConnected).toBe(true);
  only.stall(Infinity);
  pair.pass(5000);
  expect(pair.client.isConnected).toBe(false);
});

test('an idle session wakes only for its heartbeat', () => {
  const pair = new VirtualPair({ heartbeat: 1000 });
  pair.connect(link);
  pair.client.send('once');
  pair.pass(2000);
  const { fired } = pair.loop.stats;
  pair.pass(10_000);
  expect(pair.loop.stats.fired - fired).toBeLessThan(100);
});
