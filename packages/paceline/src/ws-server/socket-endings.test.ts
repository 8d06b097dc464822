import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Paceline } from '../client/paceline.ts';
import * as ofPage from '../index.ts';
import * as ofNode from '../node.ts';
import { BreakingProxy } from '../server/breaking-proxy.test.setup.ts';
import type { Session } from '../session/session.ts';
import { PacelineWebSocketServer } from './paceline-web-socket-server.ts';
import type { SessionSocket } from './session-socket.ts';

// Callbacks and events of the sockets of a PacelineWebSocketServer, under every way in which their sessions can end.

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

interface Ends {
  readonly client: Session;
  readonly socket: SessionSocket;
  readonly proxy: BreakingProxy;
}

const endings: Readonly<Record<string, (ends: Ends) => unknown>> = {
  'the client closes the session': ({ client }) => client.close(),
  'the client terminates the session': ({ client }) => client.terminate(),
  'the server closes the socket': ({ socket }) => socket.close(1000, 'done'),
  'the server terminates the socket': ({ socket }) => socket.terminate(),
  'the socket is destroyed as a stream': ({ socket }) => socket['_socket'].destroy(),
  'the server closes the socket, and the client never answers'({ proxy, socket }) {
    proxy.silence();
    socket.close();
  },
  'the client crashes': ({ proxy }) => proxy.refuse(),
  'the client never answers': ({ proxy }) => proxy.silence(),
  'the client sends an invalid frame': ({ proxy }) =>
    proxy.inject(Uint8Array.of(0x81, 0x80, 0, 0, 0, 0), 'server'),
};

async function start(): Promise<Ends & { readonly server: PacelineWebSocketServer }> {
  const server = new PacelineWebSocketServer({
    port: 0,
    resumeTimeout: 200,
    heartbeat: 200,
    onRefused: () => {},
  });
  await once(server, 'listening');
  const proxy = await BreakingProxy.to((server.address() as AddressInfo).port);
  opened.push(() => proxy.close());
  const [[socket], client] = await Promise.all([
    once(server, 'connection') as Promise<[SessionSocket]>,
    Paceline.connect(proxy.url, { WebSocket }),
  ]);
  opened.push(() => client.terminate());
  client.onMessage(() => {});
  return { server, socket, client, proxy };
}

const cases = [false, true].flatMap((isPaused) =>
  Object.keys(endings).map(
    (name) => [name, isPaused ? ' while the socket is paused' : '', isPaused] as const,
  ),
);

test.each(cases)('everything settles when %s%s, and the server closes', async (name, _, isPaused) => {
  const { server, ...ends } = await start();
  const { socket } = ends;
  const called: string[] = [];
  const callback = (what: string) => () => called.push(what);
  socket.on('close', callback('close'));
  if (isPaused) socket.pause();
  socket.send('x'.repeat(1_000_000), callback('send'));
  socket.send(new Blob(['x']), callback('send of a Blob'));
  socket.send('x', { fin: false }, callback('send of a part'));
  socket.ping('', false, callback('ping'));
  socket.pong('', false, callback('pong'));
  const closed = once(socket, 'close');
  const closing = new Promise((resolve) => server.close(resolve));
  await endings[name]!(ends);
  if (isPaused) setTimeout(() => socket.resume(), 20); // as with `ws`, 'close' follows only after all received messages were emitted, so a paused socket must be resumed
  await closed;
  socket.send('late', callback('late send'));
  ends.proxy.refuse(); // `ws` gives a client 30 s for the answer to a close frame
  await closing;
  const all = ['close', 'late send', 'ping', 'pong', 'send', 'send of a Blob', 'send of a part'];
  expect(called.toSorted()).toEqual(all);
  expect(socket.readyState).toBe(socket.CLOSED);
});

test('the exports are the known ones: for a new class or function, add tests of its promises and callbacks', () => {
  const covered = ['ConnectError', 'Message', 'Paceline', 'PacelineSocket', 'Session', 'Stream'];
  const ofServers = ['PacelineServer', 'PacelineWebSocketServer', 'SessionSocket', 'closeCode'];
  const pure = ['closeCode', 'nameOfCloseCode', 'paceA'];
  expect(Object.keys(ofPage).toSorted()).toEqual([...covered, ...pure]);
  expect(Object.keys(ofNode).toSorted()).toEqual(ofServers);
});
