import { afterEach, expect, test, vi } from 'vitest';
import type { Closed } from '../session/closing-handshake.ts';
import type { ConnectionChange, Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { TestClient } from './test-client.test.setup.ts';
import { ConnectError } from './connect-error.ts';

// The frames and close codes that the server gets when a client ends its session, or when connect
// has failed.

function terminateFrame({ code, reason }: Closed): Uint8Array {
  const writer = new FrameWriter();
  writer.terminate(code, reason);
  return writer.take();
}

const endings: [string, (session: Session, client: TestClient) => unknown, Closed][] = [
  [
    'has had no connection for too long',
    (_, client) => client.pass(500),
    { code: closeCode.timeout, reason: 'no connection could be made for too long' },
  ],
  [
    'was closed, and has reached the timeout of close',
    (session, client) => {
      void session.close({ timeout: 100 });
      client.pass(200);
    },
    { code: closeCode.timeout, reason: 'close: the messages did not arrive in time' },
  ],
  ['was terminated', (session) => session.terminate(), { code: closeCode.terminated, reason: '' }],
];

test.each(endings)(
  'a session that %s reports its end on the connection that is being made',
  async (_, end, told) => {
    const client = new TestClient();
    const session = await client.connected({ standbys: 0, resumeTimeout: 500 });
    client.last.end(1006);
    client.last.open(); // the server has the client hello, and its answer does not arrive
    end(session, client);
    expect(await session.closed).toEqual(told);
    await Promise.resolve();
    expect(client.last.sent.slice(1)).toEqual([terminateFrame(told)]);
    expect(client.last.closedWith).toBe(closeCode.terminated);
  },
);

test('a server hello after the timeout opens no session, and the server was told that the client gave up', async () => {
  const client = new TestClient();
  const connecting = client.connect({ timeout: 500 });
  client.last.open();
  client.pass(500);
  const reason = 'the server opened the WebSocket but sent no answer of Paceline within 500 ms';
  const told = { code: closeCode.timeout, reason };
  await expect(connecting).rejects.toEqual(new ConnectError(told.code, told.reason));
  client.last.serverHello();
  client.pass(60_000);
  expect([client.sockets.length, client.last.closedWith]).toEqual([1, closeCode.terminated]);
  expect(client.last.sent.slice(1)).toEqual([terminateFrame(told)]);
});

test('a connection that is accepted in the turn in which its session ends reports the end to the server', async () => {
  const client = new TestClient();
  const connecting = client.connect();
  client.last.accept();
  const session = await connecting;
  client.last.open();
  session.terminate();
  client.last.serverHello();
  expect([client.last.closedWith, session.endpoint.channels.size]).toEqual([closeCode.terminated, 0]);
  expect(client.last.sent.slice(1)).toEqual([terminateFrame({ code: closeCode.terminated, reason: '' })]);
});

afterEach(() => vi.unstubAllGlobals());

test('the session of a discarded page ends with the code goingAway, and the page gets no event', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  const told = { code: closeCode.goingAway, reason: '' };
  expect(await session.closed).toEqual(told);
  expect(client.last.sent.at(-1)).toEqual(terminateFrame(told));
  expect(changes).toEqual([]);
});

test('a client makes no new connection if the server closes the last one after an orderly end', async () => {
  const client = new TestClient();
  const session = await client.connected({ standbys: 0 });
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  void session.close({ code: 3001 });
  client.pass(100);
  const writer = new FrameWriter();
  writer.ack(1, 0, 0);
  writer.end(3001, '');
  client.last.emit('message', { data: writer.take() });
  client.last.end(1000);
  expect(await session.closed).toEqual({ code: 3001, reason: '' });
  expect([client.sockets.length, changes]).toEqual([1, []]);
});
