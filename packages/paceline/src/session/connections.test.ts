import { expect, test, vi } from 'vitest';
import type { LatencyController } from '../control/latency-controller.ts';
import { none } from '../control/none.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { closeCode } from '../wire/close-code.ts';
import type { ConnectionChange, Session } from './session.ts';

const link = { delay: 5, rate: 10_000 };

function changesOf(session: Session): ConnectionChange[] {
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  return changes;
}

test('after the network has changed, connections without an answer are given up within seconds', () => {
  const pair = new VirtualPair({ heartbeat: 60_000 });
  const links = [pair.connect(link), pair.connect(link)];
  pair.pass(1000);
  links[0]!.stall(Infinity);
  pair.client.endpoint.probe();
  pair.pass(1900);
  expect(pair.client.endpoint.channels.size).toBe(2);
  pair.pass(200);
  expect(pair.client.endpoint.channels.size).toBe(1);
  expect(pair.client.isConnected).toBe(true);
});

test('each controller is closed once, when its connection has ended', () => {
  let created = 0;
  let closed = 0;
  const controller = (): LatencyController => {
    created++;
    return { ...none(), closed: () => void closed++ };
  };
  const pair = new VirtualPair({ controller });
  const links = [pair.connect(link), pair.connect(link)];
  expect(created - closed).toBe(4); // the others were closed when their `ackRate` had been read
  pair.pass(100);
  links[0]!.kill(0, 0);
  pair.pass(100);
  expect(created - closed).toBe(2);
  void pair.client.close();
  void pair.server.close();
  pair.pass(1000);
  expect(closed).toBe(created);
});

test('after the network has changed, connections that answer are kept', () => {
  const pair = new VirtualPair();
  for (let i = 0; i < 2; i++) pair.connect({ delay: 900, rate: 10_000 });
  pair.pass(10_000);
  for (let i = 0; i < 5; i++) {
    pair.client.endpoint.probe();
    pair.pass(500);
  }
  pair.pass(10_000);
  expect(pair.client.endpoint.channels.size).toBe(2);
});

test('the peer learns by any connection that a session was terminated', async () => {
  for (const dead of [0, 1]) {
    const pair = new VirtualPair();
    const links = [pair.connect(link), pair.connect(link)];
    pair.pass(100);
    links[dead]!.stall(Infinity);
    const changes = [pair.client, pair.server].map(changesOf);
    pair.client.terminate();
    pair.pass(100);
    expect(pair.server.endpoint.isClosed).toBe(true);
    for (const { closed } of [pair.client, pair.server])
      expect(await closed).toEqual({ code: closeCode.terminated, reason: '' });
    expect(changes).toEqual([[], ['lost']]);
  }
});

test('listeners are told that all connections were lost, that the session has resumed, and that it is lost', () => {
  const pair = new VirtualPair();
  const changes = changesOf(pair.client);
  const links = [pair.connect(link), pair.connect(link)];
  pair.pass(100);
  links[0]!.kill(0, 0);
  pair.pass(100);
  expect(changes).toEqual([]);
  links[1]!.kill(0, 0);
  pair.pass(100);
  expect(changes).toEqual(['disconnected']);
  pair.connect(link);
  expect(changes).toEqual(['disconnected', 'resumed']);
  pair.client.endpoint.fail(4507, 'no connection could be made for too long');
  expect(changes).toEqual(['disconnected', 'resumed', 'lost']);
});

test('a listener that is added after the session was lost is called in a microtask', async () => {
  const pair = new VirtualPair();
  pair.connect(link);
  pair.pass(100);
  pair.server.terminate();
  pair.pass(100);
  const [lost, ended] = [pair.client, pair.server].map(changesOf);
  const removed = vi.fn<() => void>();
  pair.client.onConnectionChange(removed)();
  expect(lost).toEqual([]);
  await Promise.resolve();
  expect([lost, ended]).toEqual([['lost'], []]);
  expect(removed).not.toHaveBeenCalled();
});

test('a session that either endpoint closes is not lost', () => {
  for (const role of ['client', 'server'] as const) {
    const pair = new VirtualPair();
    const changes = [changesOf(pair.client), changesOf(pair.server)];
    pair.connect(link);
    void pair[role].close();
    pair.pass(1000);
    expect(pair.client.endpoint.isClosed).toBe(true);
    expect(changes).toEqual([[], []]);
  }
});

test('a listener that throws does not affect the other listeners', () => {
  const errors: unknown[] = [];
  const pair = new VirtualPair();
  const other = pair.client;
  Object.defineProperty(other, 'reporter', {
    value: { reportError: (error: unknown) => errors.push(error) },
  });
  other.onConnectionChange(() => {
    throw new Error('banner');
  });
  const changes = changesOf(other);
  pair.connect(link).kill(0, 0);
  pair.pass(10);
  expect(changes).toEqual(['disconnected']);
  expect(errors).toHaveLength(1);
});

test('a session that is closing reports no loss of connections, and no resumption', () => {
  const pair = new VirtualPair();
  const first = pair.connect(link);
  const changes = changesOf(pair.client);
  pair.client.send(new Uint8Array(500_000));
  void pair.client.close();
  pair.pass(10);
  first.kill(0, 0);
  pair.pass(10);
  expect(pair.client.isConnected).toBe(false);
  pair.connect(link);
  pair.pass(10);
  expect(pair.client.isConnected).toBe(true);
  expect(changes).toEqual([]);
});

test.each([1000, 4000])(
  'a client reports lost if close(%i) of the server times out before all messages of the client have arrived',
  async (code) => {
    const pair = new VirtualPair({ settings: { streamWindow: 2 ** 16 } });
    pair.connect({ delay: 5, rate: 10_000 });
    const changes = [changesOf(pair.client), changesOf(pair.server)];
    const messages = [1, 2, 3].map(() => pair.client.send(new Uint8Array(50_000))); // the server never reads them
    pair.pass(500);
    void pair.server.close({ code, timeout: 600 });
    pair.pass(2000);
    const end = { code: closeCode.timeout, reason: 'close: the messages did not arrive in time' };
    expect(await Promise.all([pair.client.closed, pair.server.closed])).toEqual([end, end]);
    expect(messages.at(-1)!.status).toBe('lost');
    expect(changes).toEqual([['lost'], []]);
  },
);

test('a client whose messages have all arrived learns the code of the server, although the last frames are lost', async () => {
  const pair = new VirtualPair();
  pair.connect({ delay: 5, rate: 10_000 });
  const changes = changesOf(pair.client);
  pair.client.send('hello');
  pair.pass(100);
  void pair.server.close({ code: 4000, reason: 'bye' });
  pair.pass(8); // the client has answered
  pair.links[0]!.kill(0, 0);
  pair.client.endpoint.fail(closeCode.unknownSession, 'the session is not known');
  expect(await pair.client.closed).toEqual({ code: 4000, reason: 'bye' });
  expect(changes).toEqual([]);
});
