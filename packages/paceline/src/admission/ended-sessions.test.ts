import { once } from 'node:events';
import { expect, test } from 'vitest';
import { connect, closeCodeOfHello, sendHello, refusals, serve, until } from '../server/server.test.setup.ts';
import { closeCode } from '../wire/close-code.ts';
import { readServerHello, type ServerHello } from '../wire/hello.ts';
import { SessionNames } from './session-names.ts';

test('a standby that arrives just after its session was closed is not reported as a refusal', async () => {
  const { server, url } = await serve();
  const session = await connect(url, { standbys: 0 });
  await session.close();
  await until(() => server.sessions.length === 0);
  expect(await closeCodeOfHello(url, session.name)).toBe(closeCode.unknownSession);
  expect(refusals).toEqual([]);
});

test('a wrong secret for a session that was closed is reported as a refusal', async () => {
  const { server, url } = await serve();
  const session = await connect(url, { standbys: 0 });
  await session.close();
  await until(() => server.sessions.length === 0);
  const guess = session.name.slice();
  guess[31]! ^= 1;
  expect(await closeCodeOfHello(url, guess)).toBe(closeCode.unknownSession);
  expect(refusals.map(({ reason }) => reason)).toEqual(['unknownSession']);
});

test('a client that comes back after resumeTimeout is reported as a refusal', async () => {
  const { server, url } = await serve({ resumeTimeout: 0 });
  const socket = await sendHello(url);
  const [serverHello] = (await once(socket, 'message')) as [Buffer];
  const { sessionName } = readServerHello(serverHello) as ServerHello;
  socket.terminate();
  await until(() => server.sessions.length === 0);
  expect(await closeCodeOfHello(url, sessionName)).toBe(closeCode.unknownSession);
  expect(refusals.map(({ reason }) => reason)).toEqual(['unknownSession']);
});

test('the names of the last 10,000 ended sessions are kept, each until its time limit', () => {
  const names = new SessionNames<string>();
  const all = Array.from({ length: 10_001 }, () => names.create());
  for (const name of all) names.addEnded(name, 10, 0);
  expect([0, 1, 10_000].map((i) => names.find(all[i]!, 9))).toEqual(['unknownSession', 'ended', 'ended']);
  expect(names.find(all[1]!, 10)).toBe('unknownSession');
});
