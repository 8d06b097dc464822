import { Paceline, type Session } from '@doha/paceline';
import { PacelineServer, type PacelineServerOptions } from '@doha/paceline/node';
import { type ProtocolViolation, stateDiagram } from '@doha/monitor/protocol';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { channelProtocol } from './channel-protocol.ts';
import { loadReader, type ReadRecords } from './read-records.test.setup.ts';
import { type WatchedChannel, watchedSocket } from './watched-socket.test.setup.ts';

let readRecords: ReadRecords;
beforeAll(async () => {
  readRecords = await loadReader();
});

const channels: WatchedChannel[] = [];
const violations: ProtocolViolation[] = [];
let server: PacelineServer | undefined;
let session: Session | undefined;

afterEach(async () => {
  session?.terminate();
  await server?.close({ timeout: 100 });
  channels.length = 0;
  violations.length = 0;
});

/** Starts a server that echoes messages, and connects a client whose connections are watched. */
async function connect(standbys: number, options: Partial<PacelineServerOptions> = {}): Promise<Session> {
  const url = await serve(options);
  session = await Paceline.connect(url, {
    standbys,
    WebSocket: watchedSocket(readRecords, channels, violations),
  });
  await vi.waitUntil(() => session!.statistics.connections === standbys + 1, limit);
  return session;
}

const limit = { timeout: 20_000 };

async function serve(options: Partial<PacelineServerOptions>): Promise<string> {
  server = new PacelineServer({
    port: 0,
    onSession(opened) {
      opened.onMessage((message) => opened.send(message));
    },
    ...options,
  });
  return `ws://127.0.0.1:${await server.listening}`;
}

/** Resolves when the server has returned a message. */
async function echo(text: string): Promise<void> {
  const answers: unknown[] = [];
  const forget = session!.onMessage((answer) => answers.push(answer));
  session!.send(text);
  await vi.waitUntil(() => answers.includes(text), limit);
  forget();
}

test('a session is opened, gets a standby, transfers messages and streams, and is closed by both endpoints', async () => {
  await connect(1);
  await echo('first');
  session!.send(new Uint8Array(100_000)); // several chunks
  const stream = session!.stream({ label: 'stream' });
  stream.send('in a stream');
  await echo('last');
  await session!.close();
  expect(violations).toEqual([]);
  const [first, standby] = channels;
  expect(first!.records.slice(0, 2)).toEqual(['client open', 'server hello']);
  expect(standby!.records.slice(0, 2)).toEqual(['client bind', 'server hello']);
  expect(first!.watch.state).toBe('active, resumed by client and server, ended by client and server');
  expect(standby!.watch.state).toBe('standby, resumed by client and server, not ended');
  expect(first!.records).toEqual(
    expect.arrayContaining([
      'client start',
      'client more',
      'client openStream',
      'server ack',
      'server whole',
    ]),
  );
});

test('a session is resumed by a new connection', async () => {
  await connect(0);
  await echo('first');
  channels[0]!.socket.terminate();
  await echo('second');
  await session!.close();
  expect(violations).toEqual([]);
  expect(channels).toHaveLength(2);
  const { records, watch } = channels[1]!;
  expect(records.slice(0, 2)).toEqual(['client bind', 'server hello']);
  expect(records).toContain('client failover');
  expect(watch.state).toBe('active, resumed by client and server, ended by client and server');
});

test('a standby takes over from a connection that has stalled', async () => {
  await connect(1);
  await echo('first');
  channels[0]!.stall();
  await echo('second');
  expect(session!.statistics.failovers).toBeGreaterThan(0);
  await session!.close();
  expect(violations).toEqual([]);
  const { records, watch } = channels[1]!;
  expect(records.indexOf('client failover')).toBeGreaterThan(records.indexOf('server resumed'));
  expect(records.indexOf('client whole')).toBeGreaterThan(records.indexOf('client failover'));
  expect(watch.state).toBe('active, resumed by client and server, ended by client and server');
});

test('the server or both endpoints may close a session', async () => {
  await connect(1);
  const [opened] = server!.sessions;
  await Promise.all([opened!.close(), session!.close()]);
  expect(violations).toEqual([]);
  expect(channels[0]!.watch.state).toBe('active, resumed by client and server, ended by client and server');
});

test('a client that terminates a session says so in each channel', async () => {
  await connect(2);
  session!.terminate();
  await session!.closed;
  expect(violations).toEqual([]);
  expect(channels.map(({ watch }) => watch.state)).toEqual(channels.map(() => 'terminated by client'));
});

test('a server that terminates a session says so', async () => {
  await connect(2);
  server!.sessions[0]!.terminate();
  await session!.closed;
  expect(violations).toEqual([]);
  // The client closes the other channels when it has learned it by one of them.
  expect(channels.map(({ watch }) => watch.state)).toContain('terminated by server');
});

test('a client gives a connection up before the server hello', async () => {
  const url = await serve({ authenticate: () => new Promise<never>(() => {}) });
  const WebSocket = watchedSocket(readRecords, channels, violations);
  await expect(Paceline.connect(url, { timeout: 200, WebSocket })).rejects.toThrow('within 200 ms');
  expect(violations).toEqual([]);
  expect(channels.map(({ records, watch }) => [records, watch.state])).toEqual([
    [['client open', 'client terminate'], 'terminated by client'],
  ]);
});

test('messages by a standby, before the hello, and after the end are violations', () => {
  const watch = channelProtocol.watch('client');
  expect(() => watch.sent('whole')).toThrow(
    'Paceline channel: whole of client, seen by client in the state connected, is unexpected: client may send open, bind',
  );
  watch.sent('bind');
  expect(() => watch.sent('ping')).toThrow('ping of client');
  watch.received('hello');
  watch.sent('resumed');
  watch.received('resumed');
  expect(() => watch.received('whole')).toThrow('whole of server');
  watch.received('failover');
  watch.received('whole');
  watch.received('end');
  expect(() => watch.received('start')).toThrow('start of server');
  watch.sent('whole');
  watch.sent('end');
  expect(watch.state).toBe('active, resumed by client and server, ended by client and server');
});

test('the protocol can be drawn', () => {
  expect(stateDiagram(channelProtocol)).toContain('s1 --> s2: client sends open');
});
