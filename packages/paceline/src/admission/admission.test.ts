import { EventLoop } from '@doha/loop';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  bytesOfFrame,
  framesUntilEnd,
  handshake,
  opcode,
  type RawFrame,
} from '../server/raw-socket.test.setup.ts';
import {
  serve,
  connect,
  until,
  closeCodeOfHello,
  sendHello,
  codesOf,
  refusals,
} from '../server/server.test.setup.ts';
import { protocol, version } from '../wire/layout.ts';

test('a refused client gets the reason', async () => {
  const { url } = await serve({
    authenticate: ({ credentials }) => Promise.resolve(credentials === 'secret'),
  });
  await expect(connect(url)).rejects.toThrow('connect: notAuthenticated (4502)');
  const session = await connect(url, { credentials: () => 'secret' });
  expect(session.isConnected).toBe(true);
});

test.each([undefined, null, false])('a client is refused if authenticate returns %s', async (answer) => {
  const { url } = await serve({ authenticate: () => answer, onError: () => {} });
  await expect(connect(url)).rejects.toMatchObject({ name: 'ConnectError', code: 4502 });
});

test('sessions beyond the limit are refused', async () => {
  const { url } = await serve({ maxSessions: 1 });
  const first = await connect(url);
  await expect(connect(url)).rejects.toThrow('connect: tooMany (4506)');
  await first.close();
  expect((await connect(url)).isConnected).toBe(true);
});

test('a connection is refused without the secret of its session, or if the session is on another server', async () => {
  const { server, url } = await serve();
  const { url: elsewhere } = await serve({ isClustered: true });
  const session = await connect(url, { standbys: 0 });
  await until(() => server.sessions.length === 1);
  const guess = session.name.slice();
  guess[31]! ^= 1;
  expect(await closeCodeOfHello(url, guess)).toBe(4504);
  expect(await closeCodeOfHello(elsewhere, session.name)).toBe(4505);
  expect(session.isConnected).toBe(true);
});

test('at the maximum number of connections a new one replaces the standby that was silent longest', async () => {
  const { server, url } = await serve({ maxConnections: 3 });
  const session = await connect(url, { standbys: 0 });
  const { endpoint } = server.sessions[0]!;
  const others: WebSocket[] = [];
  for (let i = 0; i < 2; i++) {
    others.push(await sendHello(url, session.name));
    await until(() => endpoint.channels.size === 2 + i);
  }
  const active = endpoint.active!;
  active.lastReceivedAt = 0; // it has been silent longest, but is active
  const codes = codesOf(others);
  others.push(await sendHello(url, session.name));
  await until(() => codes[0] !== undefined);
  expect(codes).toEqual([4508, undefined]);
  expect([endpoint.channels.size, endpoint.active]).toEqual([3, active]);
});

test('limits hold when many clients are admitted in one turn', async () => {
  const waiting: ((isAdmitted: boolean) => void)[] = [];
  const { server, url } = await serve({
    maxSessions: 3,
    maxConnections: 2,
    authenticate: () => new Promise((resolve) => waiting.push(resolve)),
  });
  const first = await Promise.all(Array.from({ length: 10 }, () => sendHello(url)));
  const firstCodes = codesOf(first);
  await until(() => waiting.length === 10);
  for (const admit of waiting.splice(0)) admit(true);
  await until(() => firstCodes.filter((code) => code === 4506).length === 7);
  expect(server.sessions).toHaveLength(3);

  const [session] = server.sessions;
  const more = await Promise.all(Array.from({ length: 10 }, () => sendHello(url, session!.name)));
  const moreCodes = codesOf(more);
  await until(() => waiting.length === 10);
  for (const admit of waiting.splice(0)) admit(true);
  await until(() => moreCodes.filter((code) => code === 4508).length === 9);
  expect(session!.endpoint.channels.size).toBe(2);
});

test('a client that disconnects during authenticate opens no session, and one whose session ends meanwhile is refused', async () => {
  const waiting: ((isAdmitted: boolean) => void)[] = [];
  const errors: unknown[] = [];
  const { server, url } = await serve({
    loop: new EventLoop({ onError: (error) => errors.push(error) }),
    authenticate: ({ request }) => request.url !== '/slow' || new Promise((resolve) => waiting.push(resolve)),
  });
  const gone = await sendHello(`${url}/slow`);
  await until(() => waiting.length === 1);
  const accepted = server.sessions.length;
  gone.terminate();
  const session = await connect(url, { standbys: 0 });
  const later = await sendHello(`${url}/slow`, session.name);
  const codes = codesOf([later]);
  await until(() => waiting.length === 2);
  for (const admit of waiting) admit(true);
  server.sessions[0]!.terminate();
  await until(() => codes[0] !== undefined);
  expect(codes).toEqual([4504]);
  expect([accepted, server.sessions.length, errors.length]).toEqual([0, 0, 0]);
});

test('at the maximum number of sessions a new one replaces the session that lost its connection first', async () => {
  const { server, url } = await serve({ maxSessions: 2, resumeTimeout: 2 ** 30 });
  const [first, second] = [await sendHello(url), await sendHello(url)];
  await until(() => server.sessions.length === 2);
  const [one, two] = server.sessions;
  second.terminate();
  await until(() => !two!.isConnected);
  first.terminate();
  await until(() => !one!.isConnected);
  const session = await connect(url);
  expect((await two!.closed).code).toBe(4506);
  expect(server.sessions.length).toBe(2);
  expect(server.sessions).toContain(one);
  expect(session.isConnected).toBe(true);
  await connect(url);
  await expect(connect(url)).rejects.toMatchObject({ code: 4506 });
});

test('a client that is not admitted within timeout is closed with the code timeout', async () => {
  const { server, url } = await serve({ authenticate: () => new Promise(() => {}), timeout: 20 });
  await expect(connect(url)).rejects.toMatchObject({ name: 'ConnectError', code: 4507 });
  const silent = codesOf([new WebSocket(url, 'paceline.4')]);
  await until(() => silent[0] !== undefined);
  expect([silent, server.sessions]).toEqual([[4507], []]);
});

test.each<[string, number, string | Uint8Array]>([
  ['a text', 4500, 'hello'],
  ['not a client hello', 4500, Uint8Array.of(9, 9, 9)],
  ['a client hello of another version', 4501, Uint8Array.of(1, version + 1, 0)],
  ['empty', 4500, new Uint8Array()],
  ['longer than a frame may be', 1009, new Uint8Array(2 ** 18 + 1)],
])('a client whose first frame is %s is closed with %s, and the server goes on', async (_, code, word) => {
  const { server, url } = await serve();
  const socket = new WebSocket(url, 'paceline.4');
  const codes = codesOf([socket]);
  socket.on('error', () => {});
  socket.on('open', () => socket.send(word));
  await until(() => codes[0] !== undefined);
  expect([codes, server.sessions]).toEqual([[code], []]);
  expect((await connect(url)).isConnected).toBe(true);
});

test('a session ends if its client sends a text frame, or a frame that is too long', async () => {
  const { server, url } = await serve();
  const [first, second] = [await sendHello(url), await sendHello(url)];
  const codes = codesOf([first, second]);
  await until(() => server.sessions.length === 2);
  const [one, two] = server.sessions;
  first.send('hello');
  second.send(new Uint8Array(2 ** 18 + 1));
  await until(() => codes.every((code) => code !== undefined));
  expect(codes).toEqual([4500, 1009]); // `ws` has closed the second connection with its own code
  expect(await one!.closed).toEqual({ code: 4500, reason: 'invalid frame: it is a text' });
  expect(await two!.closed).toEqual({ code: 4500, reason: 'Max payload size exceeded' });
});

test.each<[string, RawFrame]>([
  ['of more than 2^18 bytes', { opcode: opcode.binary, payload: new Uint8Array(2 ** 18 + 1) }],
  ['with a reserved bit', { opcode: opcode.binary, rsv: 4 }],
  ['without a mask', { opcode: opcode.binary, isMasked: false }],
  ['of a reserved type', { opcode: 3 }],
  ['of text that is not UTF-8', { opcode: opcode.text, payload: Uint8Array.of(255) }],
  ['of text', { opcode: opcode.text, payload: 'hello' }],
  ['with an unknown record', { opcode: opcode.binary, payload: Uint8Array.of(9) }],
])('a first frame %s is reported to onRefused exactly once', async (_, frame) => {
  const { url } = await serve();
  const socket = await handshake(Number(new URL(url).port), protocol);
  const frames = framesUntilEnd(socket);
  socket.write(bytesOfFrame(frame));
  socket.end();
  await frames;
  expect(refusals.map(({ reason }) => reason)).toEqual(['badFrame']);
  expect(refusals[0]!.message).toMatch(/^(a frame|the client hello) is invalid: ./);
});

test('a frame that is too long while authenticate is pending is reported to onRefused exactly once', async () => {
  let answer: (isAdmitted: boolean) => void = () => {};
  const answered = new Promise<boolean>((resolve) => (answer = resolve));
  const { server, url } = await serve({ authenticate: () => answered });
  const socket = await sendHello(url);
  const codes = codesOf([socket]);
  socket.on('error', () => {});
  socket.send(new Uint8Array(2 ** 18 + 1));
  await until(() => codes[0] !== undefined);
  answer(true);
  await answered;
  await until(() => refusals.length > 0);
  expect(refusals.map(({ reason }) => reason)).toEqual(['badFrame']);
  expect(server.sessions).toEqual([]);
});
