import { afterEach, expect, test, vi } from 'vitest';
import type { Closed } from '../session/closing-handshake.ts';
import type { ConnectionChange, Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { Bench } from './bench.test.setup.ts';
import { ConnectError } from './connect-error.ts';

// The frames and close codes that the server gets when a client ends its session, or when connect
// has failed.

function terminateFrame({ code, reason }: Closed): Uint8Array {
  const writer = new FrameWriter();
  writer.terminate(code, reason);
  return writer.take();
}

const endings: [string, (session: Session, bench: Bench) => unknown, Closed][] = [
  [
    'has had no connection for too long',
    (_, bench) => bench.pass(500),
    { code: closeCode.timeout, reason: 'no connection could be made for too long' },
  ],
  [
    'was closed, and has reached the timeout of close',
    (session, bench) => {
      void session.close({ timeout: 100 });
      bench.pass(200);
    },
    { code: closeCode.timeout, reason: 'close: the messages did not arrive in time' },
  ],
  ['was terminated', (session) => session.terminate(), { code: closeCode.terminated, reason: '' }],
];

test.each(endings)(
  'a session that %s reports its end on the connection that is being made',
  async (_, end, told) => {
    const bench = new Bench();
    const session = await bench.connected({ standbys: 0, resumeTimeout: 500 });
    bench.last.end(1006);
    bench.last.open(); // the server has the client hello, and its answer does not arrive
    end(session, bench);
    expect(await session.closed).toEqual(told);
    await Promise.resolve();
    expect(bench.last.sent.slice(1)).toEqual([terminateFrame(told)]);
    expect(bench.last.closedWith).toBe(closeCode.terminated);
  },
);

test('a server hello after the timeout opens no session, and the server was told that the client gave up', async () => {
  const bench = new Bench();
  const connecting = bench.connect({ timeout: 500 });
  bench.last.open();
  bench.pass(500);
  const reason = 'the server opened the WebSocket but sent no answer of Paceline within 500 ms';
  const told = { code: closeCode.timeout, reason };
  await expect(connecting).rejects.toEqual(new ConnectError(told.code, told.reason));
  bench.last.serverHello();
  bench.pass(60_000);
  expect([bench.sockets.length, bench.last.closedWith]).toEqual([1, closeCode.terminated]);
  expect(bench.last.sent.slice(1)).toEqual([terminateFrame(told)]);
});

test('a connection that is accepted in the turn in which its session ends reports the end to the server', async () => {
  const bench = new Bench();
  const connecting = bench.connect();
  bench.last.letIn();
  const session = await connecting;
  bench.last.open();
  session.terminate();
  bench.last.serverHello();
  expect([bench.last.closedWith, session.endpoint.channels.size]).toEqual([closeCode.terminated, 0]);
  expect(bench.last.sent.slice(1)).toEqual([terminateFrame({ code: closeCode.terminated, reason: '' })]);
});

afterEach(() => vi.unstubAllGlobals());

test('the session of a discarded page ends with the code goingAway, and the page gets no event', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const bench = new Bench();
  const session = await bench.connected({ standbys: 0 });
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
  const told = { code: closeCode.goingAway, reason: '' };
  expect(await session.closed).toEqual(told);
  expect(bench.last.sent.at(-1)).toEqual(terminateFrame(told));
  expect(changes).toEqual([]);
});

test('a client makes no new connection if the server closes the last one after an orderly end', async () => {
  const bench = new Bench();
  const session = await bench.connected({ standbys: 0 });
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  void session.close({ code: 3001 });
  bench.pass(100);
  const writer = new FrameWriter();
  writer.ack(1, 0);
  writer.end(3001, '');
  bench.last.emit('message', { data: writer.take() });
  bench.last.end(1000);
  expect(await session.closed).toEqual({ code: 3001, reason: '' });
  expect([bench.sockets.length, changes]).toEqual([1, []]);
});
