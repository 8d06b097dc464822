import { afterEach, expect, test, vi } from 'vitest';
import type { Closed } from '../session/closing-handshake.ts';
import type { ConnectionChange, Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { Bench } from './bench.test.setup.ts';
import { ConnectError } from './connect-error.ts';

// The frames and codes that the server gets when the session of a client ends, or no client has it.

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
    'was closed, and its time has run out',
    (session, bench) => {
      void session.close({ timeout: 100 });
      bench.pass(200);
    },
    { code: closeCode.timeout, reason: 'close: the messages did not arrive in time' },
  ],
  ['was terminated', (session) => session.terminate(), { code: closeCode.terminated, reason: '' }],
];

test.each(endings)(
  'a session that %s reports its end by the connection that is being made',
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

test('a late server hello opens no session, and the server learns that no client has it', async () => {
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

test('a connection that is made in the turn in which the session ends tells the server how it has ended', async () => {
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

test('the session of a discarded page ends with the code of a WebSocket, and the page gets no event', async () => {
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

test('a server that closes the last connection after the orderly end of a session makes the client open no other', async () => {
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
