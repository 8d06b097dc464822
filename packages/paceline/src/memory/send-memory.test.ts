import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { serve } from '../server/server.test.setup.ts';
import { type VirtualClient, VirtualServer } from '../server/virtual-server.test.setup.ts';
import { FrameWriter } from '../wire/frame-writer.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const overflow = 4509;
const maxSendMemory = 2 ** 20;

async function codeOf({ session }: VirtualClient): Promise<number> {
  return (await session.closed).code;
}

function areClosed(clients: readonly VirtualClient[]): boolean[] {
  return clients.map(({ session }) => session.endpoint.isClosed);
}

test('clients that connect and disconnect do not fill the memory of the server with messages to them', async () => {
  const server = new VirtualServer({ maxSendMemory });
  const honest = await server.connect();
  honest.session.send(new Uint8Array(300_000));
  for (let i = 0; i < 20; i++) {
    const { peer, session } = await server.connect();
    session.send(new Uint8Array(200_000));
    server.pass(1);
    peer.cut(1006);
    expect(server.sessions.memory.sent.used).toBeLessThanOrEqual(maxSendMemory);
  }
  expect(honest.session.endpoint.isClosed).toBe(false);
  expect(server.sessions.all.filter(({ endpoint }) => !endpoint.isClosed)).toHaveLength(4);
});

test('a session that ends because of maxSendMemory is reported to onError, and has a code', async () => {
  const server = new VirtualServer({ maxSendMemory });
  const left = await server.connect();
  const message = left.session.send(new Uint8Array(500_000));
  left.peer.cut(1006);
  const connected = await server.connect();
  connected.session.send(new Uint8Array(600_000));
  expect(await left.session.closed).toEqual({
    code: overflow,
    reason: 'the memory of the server for outgoing messages is used up',
  });
  expect(message.status).toBe('lost');
  expect(connected.session.endpoint.isClosed).toBe(false);
  expect(server.errors).toEqual([
    `RangeError: session ${left.session.id} has been closed: it held 500512 bytes, and all sessions together exceed 1048576 bytes for outgoing messages (maxSendMemory)`,
  ]);
});

test('a session without a connection ends instead of connected ones that hold up to eight times as much', async () => {
  const server = new VirtualServer({ maxSendMemory });
  const clients = [await server.connect(), await server.connect(), await server.connect()];
  const [left, greater, third] = clients as [VirtualClient, VirtualClient, VirtualClient];
  left.session.send(new Uint8Array(100_000));
  left.peer.cut(1006);
  greater.session.send(new Uint8Array(700_000));
  third.session.send(new Uint8Array(300_000));
  expect(areClosed(clients)).toEqual([true, false, false]);
  expect(await codeOf(left)).toBe(overflow);
});

test('a client that reads nothing loses its own session, and not sessions without a connection that hold little', async () => {
  const server = new VirtualServer({ maxSendMemory });
  const clients = [await server.connect(), await server.connect()];
  const [left, greedy] = clients as [VirtualClient, VirtualClient];
  left.session.send('hello');
  left.peer.cut(1006);
  for (let i = 0; i < 20; i++) greedy.session.send(new Uint8Array(60_000));
  expect(areClosed(clients)).toEqual([false, true]);
  expect(await codeOf(greedy)).toBe(overflow);
});

test('messages count until they are acknowledged, cancelled or superseded', async () => {
  const server = new VirtualServer({ maxSendMemory });
  const { peer, session } = await server.connect();
  const { sent } = server.sessions.memory;
  session.send(new Uint8Array(1000));
  server.pass(10);
  expect(sent.used).toBe(1512);
  const writer = new FrameWriter();
  writer.ack(1, 0, 0);
  peer.sendFrame(writer.take());
  expect(sent.used).toBe(0);
  const messages = [1, 2, 3].map((i) => session.latest('key', new Uint8Array(i)));
  expect(sent.used).toBe(515);
  messages[2]!.cancel();
  expect(sent.used).toBe(0);
  session.send('ä');
  session.terminate();
  expect(sent.used).toBe(0);
});

test('a message that alone exceeds maxSendMemory ends its own session', async () => {
  const server = new VirtualServer({ maxSendMemory });
  const { session } = await server.connect();
  const { status } = session.send(new Uint8Array(2 * maxSendMemory));
  expect(status).toBe('lost');
  expect(server.sessions.memory.sent.used).toBe(0);
});

test('a server sends 300 kB to each of a thousand connected clients before any of them acknowledges data', async () => {
  const server = new VirtualServer({});
  const clients: VirtualClient[] = [];
  for (let i = 0; i < 1000; i++) clients.push(await server.connect());
  const payload = new Uint8Array(100_000);
  for (let i = 0; i < 3; i++) for (const session of server.sessions.all) session.send(payload);
  server.pass(1000);
  expect(server.errors).toEqual([]);
  expect(clients.some(({ session }) => session.endpoint.isClosed)).toBe(false);
});

/** Bytes of memory in use, without garbage. */
async function inUse(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collectGarbage(); // buffers are released after it
    await new Promise(setImmediate);
  }
  const { external, heapUsed } = process.memoryUsage();
  return heapUsed + external;
}

test.each<[string, number, number]>([
  ['messages without bytes', 20_000, 0],
  ['short messages', 20_000, 40],
  ['long messages', 100, 100_000],
])('a server counts the memory that %s take, in the queue and in flight', async (_, count, size) => {
  const server = new VirtualServer({});
  const { session } = await server.connect();
  const payload = new Uint8Array(size);
  const before = await inUse();
  for (let i = 0; i < count / 2; i++) session.send(payload);
  server.pass(10);
  expect(session.statistics.messagesSent).toBe(count / 2);
  for (let i = 0; i < count / 2; i++) session.send(payload);
  const used = (await inUse()) - before;
  const counted = server.sessions.memory.sent.used;
  expect(counted).toBe(session.sendMemory);
  expect(used).toBeLessThan(1.3 * counted);
  expect(used).toBeGreaterThan(counted / 4);
});

test.each([0, 2 ** 19, NaN, '5'])(
  'maxSendMemory of %s is refused with an error that names it',
  async (value) => {
    await expect(serve({ maxSendMemory: value as number })).rejects.toThrow(
      'maxSendMemory must be a whole number',
    );
  },
);
