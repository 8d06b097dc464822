import { expect, test } from 'vitest';
import { fixed } from '../control/fixed.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';

const link = { delay: 10, rate: 100 };

test('statistics count messages that were sent and received, and their outcomes', () => {
  const pair = new VirtualPair({ controller: fixed(10_000) });
  pair.server.onMessage(() => {});
  pair.connect(link);
  pair.client.send('grüß'); // 6 bytes
  pair.client.send(new Uint8Array());
  pair.client.send(new Uint8Array(5000));
  pair.pass(200);
  expect(pair.client.statistics).toMatchObject({
    messagesSent: 3,
    bytesSent: 5006,
    messagesDelivered: 3,
    bytesDelivered: 5006,
    messagesReceived: 0,
    bytesReceived: 0,
    bytesQueued: 0,
    bytesUnacknowledged: 0,
  });
  expect(pair.server.statistics).toMatchObject({
    messagesSent: 0,
    messagesReceived: 3,
    bytesReceived: 5006,
  });
});

test('statistics count dropped messages by their outcomes', () => {
  const pair = new VirtualPair({ controller: fixed(10_000) });
  pair.server.onMessage(() => {});
  pair.client.send('taken back').cancel();
  pair.client.send('too old', { expiresIn: 5 });
  for (let i = 0; i < 3; i++) pair.client.latest('equal', `${i}`);
  for (let i = 0; i < 3; i++) pair.client.latest('other', `${i}`, { priority: i });
  pair.pass(10);
  pair.connect(link);
  pair.pass(200);
  pair.client.terminate();
  pair.client.send('too late');
  expect(pair.client.statistics).toMatchObject({
    messagesSent: 2,
    messagesDelivered: 2,
    messagesCancelled: 1,
    messagesExpired: 1,
    messagesSuperseded: 4,
    messagesLost: 1,
  });
});

test('statistics have the bytes that wait and that are unacknowledged', () => {
  const pair = new VirtualPair({ controller: fixed(10_000) });
  pair.connect(link);
  pair.client.send(new Uint8Array(100_000));
  pair.pass(5);
  const { bytesQueued, bytesSent, bytesUnacknowledged, messagesSent } = pair.client.statistics;
  expect(bytesQueued + bytesSent).toBe(100_000);
  expect(bytesUnacknowledged).toBeGreaterThan(bytesSent);
  expect(bytesUnacknowledged).toBeLessThan(10_000);
  expect(messagesSent).toBe(0);
});

test('the round-trip time belongs to the active connection, and is not known before its first acknowledgment', () => {
  const pair = new VirtualPair();
  expect(pair.client.statistics.roundTripTime).toBeUndefined();
  pair.connect(link);
  expect(pair.client.statistics.roundTripTime).toBeUndefined();
  pair.client.send('hello');
  pair.pass(100);
  const { roundTripTime, roundTripVariation } = pair.client.statistics;
  expect(roundTripTime).toBeCloseTo(20, 0);
  expect(roundTripVariation).toBeCloseTo(10, 0);
});

test('a message that is sent again counts once as a message, and each time on the wire', () => {
  const pair = new VirtualPair();
  pair.server.onMessage(() => {});
  const first = pair.connect(link);
  pair.connect(link);
  pair.client.send('known');
  pair.pass(100);
  const before = pair.client.statistics;
  expect(before).toMatchObject({ connections: 2, connectionsMade: 2, failovers: 0 });
  first.stall(Infinity);
  for (const data of [new Uint8Array(1000), '']) pair.client.send(data);
  pair.pass(1000);
  pair.connect(link);
  const after = pair.client.statistics;
  expect(after).toMatchObject({ connections: 2, connectionsMade: 3, failovers: 1 });
  expect(after).toMatchObject({ messagesSent: 3, messagesDelivered: 3, bytesSent: 1005 });
  expect(pair.server.statistics).toMatchObject({ messagesReceived: 3, bytesReceived: 1005 });
  expect(after.wireBytesSent - before.wireBytesSent).toBeGreaterThan(2000);
});

test('the wire bytes are those of frames and their WebSocket headers, with the mask of a client', () => {
  const pair = new VirtualPair();
  pair.server.onMessage(() => {});
  let frames = 0;
  const bytes = { client: 0, server: 0 };
  const { endpoints } = pair.connect(link);
  pair.pass(100);
  const before = {
    client: pair.client.statistics.wireBytesSent,
    server: pair.server.statistics.wireBytesSent,
  };
  for (const [i, name] of (['client', 'server'] as const).entries()) {
    const endpoint = endpoints[i]!;
    const send = endpoint.send.bind(endpoint);
    endpoint.send = (frame) => {
      frames++;
      bytes[name] += frame.length + (frame.length < 126 ? 2 : 4) + (name === 'client' ? 4 : 0);
      send(frame);
    };
  }
  const sizesAroundHeaderLimit = Array.from({ length: 20 }, (_, i) => 110 + i); // beyond 125 bytes a header is longer
  for (const size of [1, ...sizesAroundHeaderLimit, 1300, 20_000]) {
    pair.client.send(new Uint8Array(size));
    pair.pass(500);
  }
  expect(frames).toBeGreaterThan(8);
  const { client, server } = pair;
  expect(client.statistics.wireBytesSent).toBe(before.client + bytes.client);
  expect(server.statistics.wireBytesReceived).toBe(before.client + bytes.client);
  expect(server.statistics.wireBytesSent).toBe(before.server + bytes.server);
  expect(client.statistics.wireBytesReceived).toBe(before.server + bytes.server);
});
