import { expect, test } from 'vitest';
import type { Session } from '../session/session.ts';
import { isOpen } from '../transport/socket-link.ts';
import { TestClient, FakeSocket } from './test-client.test.setup.ts';

test('a lost connection is replaced at once the first time, then after longer and longer pauses', async () => {
  const client = new TestClient();
  await client.connected();
  client.last.end(1006);
  expect(client.sockets).toHaveLength(3);
  const count = (time: number): number => {
    const before = client.sockets.length;
    for (let passed = 0; passed < time; passed += 10) {
      if (client.last.readyState === 0) client.last.accept();
      else if (client.last.readyState === isOpen) client.last.end(1006); // lives for 10 ms
      client.pass(10);
    }
    return client.sockets.length - before;
  };
  expect(count(3000)).toBeLessThan(8);
  expect(count(60_000)).toBeLessThan(30);
});

test('connections that are cut every four seconds are replaced at once each time', async () => {
  const client = new TestClient();
  await client.connected();
  for (let i = 0; i < 10; i++) {
    client.pass(4000);
    const before = client.sockets.length;
    for (const socket of client.sockets.slice()) if (socket.readyState === isOpen) socket.end(1006);
    expect(client.sockets).toHaveLength(before + 1);
    client.last.accept();
    client.pass(100);
    client.last.accept();
  }
});

/**
 * Ends each connection 300 ms after it was made, eight times, so that the pause between attempts
 * becomes long.
 */
function flap(client: TestClient, { endpoint }: Session): void {
  for (let i = 0; i < 8; i++) {
    client.pass(300);
    client.last.end(1006);
    while (client.last.readyState !== 0 && !endpoint.isClosed) client.pass(10);
    client.last.accept();
  }
}

test.each([2000, 500, 60])(
  'attempts to connect go on throughout a resumeTimeout of %s ms, although many connections were lost before',
  async (resumeTimeout) => {
    const client = new TestClient();
    const session = await client.connected({ standbys: 0, resumeTimeout });
    flap(client, session);
    expect(session.isConnected).toBe(true);
    client.last.end(1006);
    const times: number[] = [0];
    const lostAt = client.host.now();
    while (!session.endpoint.isClosed) {
      client.pass(1);
      if (client.last.readyState !== 0) continue;
      times.push(client.host.now() - lostAt);
      client.last.end(1006);
    }
    const pauses = times.slice(1).map((time, i) => time - times[i]!);
    expect(pauses.length).toBeGreaterThanOrEqual(6);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(resumeTimeout / 6 + 2);
    expect(times.at(-1)! / resumeTimeout).toBeCloseTo(1);
    expect(await session.closed).toMatchObject({ code: 4507 });
  },
);

test('when the last connection is lost, it is replaced within resumeTimeout, although the next attempt for a standby was due later', async () => {
  const client = new TestClient();
  const session = await client.connected({ resumeTimeout: 600 });
  client.last.end(1006);
  client.refuse(1006, 2000);
  while (client.last.readyState !== 0) client.pass(10);
  client.last.end(1006);
  const before = client.sockets.length;
  client.sockets[0]!.end(1006);
  client.pass(100);
  expect(client.sockets).toHaveLength(before + 1);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

test('connections that are lost at the same time lengthen the pause only once', async () => {
  const client = new TestClient();
  await client.connected();
  for (const socket of client.sockets.slice()) socket.end(1006);
  expect(client.sockets).toHaveLength(3);
  client.last.accept();
  client.pass(100);
  expect(client.sockets).toHaveLength(4);
});

test('when the last connection is lost, it is replaced at once, although an attempt for a standby hangs', async () => {
  const client = new TestClient();
  const connecting = client.connect();
  client.last.accept();
  const session = await connecting;
  const [first, hanging] = client.sockets as [FakeSocket, FakeSocket];
  hanging.open();
  client.pass(1000);
  first.end(1006);
  expect(client.sockets).toHaveLength(3);
  expect(hanging.closedWith).toBe(4508); // with 4510 the server would end the session
  client.last.accept();
  hanging.serverHello(); // too late
  expect([session.isConnected, session.endpoint.channels.size]).toEqual([true, 1]);
});

test('an attempt that began when the last connection was lost is not abandoned', async () => {
  const client = new TestClient();
  const connecting = client.connect();
  client.last.accept();
  const session = await connecting;
  client.sockets[0]!.end(1006);
  const attempt = client.last;
  client.pass(1000);
  expect([client.last === attempt, attempt.closedWith]).toEqual([true, undefined]);
  attempt.accept();
  expect(session.isConnected).toBe(true);
});

test('a stable connection is replaced at once, although attempts had failed before it', async () => {
  const client = new TestClient();
  const session = await client.connected();
  client.last.end(1006);
  client.refuse(1006, 1000);
  while (session.endpoint.channels.size < 2) {
    if (client.last.readyState === 0) client.last.accept();
    client.pass(10);
  }
  client.pass(20_000);
  client.last.ping();
  const before = client.sockets.length;
  client.last.end(1006);
  expect(client.sockets).toHaveLength(before + 1);
});

test('a stable connection is replaced at once, even if nothing has arrived over it', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  client.last.end(1006);
  client.refuse(1006, 10_000);
  while (!session.isConnected) {
    if (client.last.readyState === 0) client.last.accept();
    client.pass(10);
  }
  client.pass(12_000);
  const before = client.sockets.length;
  client.last.end(1006);
  expect(client.sockets).toHaveLength(before + 1);
});

test('a client has no more standbys than the server allows', async () => {
  const client = new TestClient();
  const connecting = client.connect({ standbys: 3 });
  client.last.accept(1);
  const session = await connecting;
  client.last.accept(1);
  client.pass(10_000);
  expect([client.sockets.length, session.endpoint.channels.size]).toEqual([2, 2]);
});

test("an 'error' ends an attempt, though no 'close' comes after it", async () => {
  const client = new TestClient();
  const first = client.connect();
  client.last.emit('error', { message: 'nobody is there' });
  await expect(first).rejects.toThrow('connect: the connection could not be made: nobody is there');
  await expect(first).rejects.toMatchObject({ code: 1006 });

  const session = await client.connected({ standbys: 0 });
  client.last.end(1006);
  client.last.emit('error');
  client.pass(100);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

test('an attempt to resume that times out does not end the session', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0, timeout: 500 });
  client.last.end(1006);
  const late = client.last;
  late.open();
  client.pass(500);
  expect([late.closedWith, late.sent.length]).toEqual([4508, 1]);
  late.serverHello();
  expect(session.isConnected).toBe(false);
  client.pass(100);
  client.last.accept();
  expect(session.isConnected).toBe(true);
});

test('errors of WebSocket and credentials at later connections are reported, and the client tries again', async () => {
  const client = new TestClient();
  let faults = 0;
  const fail = (what: string): never => {
    faults--;
    throw new Error(what);
  };
  const { sockets } = client;
  class Failing extends FakeSocket {
    constructor() {
      if (faults === 2) fail('WebSocket');
      super();
      sockets.push(this);
    }
  }
  const credentials = (): string => (faults === 1 ? fail('credentials') : 'secret');
  const session = await client.connected({ standbys: 0, WebSocket: Failing, credentials });
  faults = 2;
  client.last.end(1006);
  while (!session.isConnected) {
    client.pass(10);
    if (client.last.readyState === 0) client.last.accept();
  }
  expect(client.errors).toEqual([new Error('WebSocket'), new Error('credentials')]);
});
