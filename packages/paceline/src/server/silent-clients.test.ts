import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import type { Refusal } from '../admission/refusal.ts';
import type { Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { clientHello } from '../wire/hellos.test.setup.ts';
import { protocol } from '../wire/layout.ts';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import { bytesOfFrame, handshake, opcode } from './raw-socket.test.setup.ts';
import { PacelineServer } from './paceline-server.ts';
import { until } from './server.test.setup.ts';

// Clients that never answer. Timers of the servers run on simulated time, which passes only when a
// test advances it.

/** Time limit of a test in ms: less than the 30 s after which `ws` itself cuts such connections. */
const limit = { timeout: 20_000 };

const raw: Socket[] = [];
afterEach(() => raw.splice(0).forEach((socket) => socket.destroy()));

interface Served {
  readonly server: PacelineWebSocketServer;
  readonly host: VirtualHost;
  readonly refused: Refusal[];
  /** Makes a connection with the subprotocol of Paceline that answers nothing. */
  readonly connect: () => Promise<Socket>;
}

async function serve(): Promise<Served> {
  const refused: Refusal[] = [];
  const host = new VirtualHost();
  const server = new PacelineWebSocketServer({
    port: 0,
    host: '127.0.0.1',
    loop: new EventLoop({ host }),
    onRefused: (refusal) => refused.push(refusal),
  });
  await once(server, 'listening');
  const connect = async (): Promise<Socket> => {
    const socket = await handshake((server.address() as AddressInfo).port, protocol);
    raw.push(socket);
    return socket;
  };
  return { server, host, refused, connect };
}

function sendHello(socket: Socket): void {
  const payload = clientHello();
  socket.write(bytesOfFrame({ opcode: opcode.binary, payload }));
}

async function closed(server: PacelineWebSocketServer): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

test('a server closes as soon as its sockets are terminated, although no client answers', limit, async () => {
  const { connect, server } = await serve();
  const connected = once(server, 'connection');
  sendHello(await connect());
  await connected;
  for (const client of server.clients) client.terminate();
  await closed(server);
  expect(server.clients.size).toBe(0);
});

test('a client whose socket is terminated learns that its session has ended', limit, async () => {
  const { connect, server } = await serve();
  const connected = once(server, 'connection');
  const socket = await connect();
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')));
  sendHello(socket);
  await connected;
  for (const client of server.clients) client.terminate();
  await once(socket, 'close');
  const writer = new FrameWriter();
  writer.terminate(closeCode.terminated, '');
  expect(received).toContain(Buffer.from(writer.take()).toString('latin1'));
  await closed(server);
});

test(
  'a server that is closing refuses connections without a client hello, and cuts them after 2 s',
  limit,
  async () => {
    const { connect, host, refused, server } = await serve();
    (await connect()).resume();
    const whenClosed = closed(server);
    host.advanceTo(2000);
    await whenClosed;
    expect(refused.map(({ reason }) => reason)).toEqual(['closing']);
  },
);

test('a connection that a server closes is cut after 2 s if the client does not answer', limit, async () => {
  const { connect, host, server } = await serve();
  const connected = once(server, 'connection');
  const socket = await connect();
  socket.resume();
  sendHello(socket);
  await connected;
  for (const { endpoint } of server.sessions) endpoint.fail(4000, '');
  await until(() => server.sessions.length === 0);
  expect(socket.closed).toBe(false);
  host.advanceTo(2000);
  await once(socket, 'close');
  await closed(server);
});

test('a client that goes on sending after its socket was closed is cut after 30 s', limit, async () => {
  const { connect, host, server } = await serve();
  const connected = once(server, 'connection') as Promise<[WebSocket]>;
  const socket = await connect();
  socket.resume();
  sendHello(socket);
  const [session] = await connected;
  let count = 0;
  session.on('message', () => count++);
  session.close(4001, 'enough');
  const writer = new FrameWriter();
  for (let second = 1; second < 30; second++) {
    host.advanceTo(1000 * second);
    writer.whole(second, 0, true, new Uint8Array());
    socket.write(bytesOfFrame({ opcode: opcode.binary, payload: writer.take() }));
    await until(() => count === second);
  }
  expect(session.readyState).toBe(session.CLOSING);
  const whenClosed = once(session, 'close');
  host.advanceTo(30_000);
  expect((await whenClosed)[0]).toBe(1006);
  await once(socket, 'close');
  await closed(server);
});

test('pongs do not fill the memory for a client that sends pings and reads nothing', limit, async () => {
  const { connect, server } = await serve();
  const connected = once(server, 'connection') as Promise<[WebSocket]>;
  const socket = await connect();
  socket.pause();
  sendHello(socket);
  const [session] = await connected;
  const ping = bytesOfFrame({ opcode: opcode.ping, payload: new Uint8Array(125) });
  const pings = Buffer.concat(Array.from({ length: 5000 }, () => ping));
  for (let i = 0; i < 40; i++) await new Promise((resolve) => socket.write(pings, resolve));
  const writer = new FrameWriter();
  writer.whole(0, 0, true, new TextEncoder().encode('the last'));
  socket.write(bytesOfFrame({ opcode: opcode.binary, payload: writer.take() }));
  await once(session, 'message');
  const [{ endpoint }] = server.sessions as [Session];
  for (const { link } of endpoint.channels) expect(link.buffered).toBeLessThan(2 ** 17);
  session.terminate();
  await closed(server);
});

test.each(['chat', protocol])(
  'an upgrade request for %s that is no valid handshake is reported to onRefused',
  async (offer) => {
    const { refused, server } = await serve();
    const { port } = server.address() as AddressInfo;
    const socket = await handshake(port, `${offer}\r\nSec-WebSocket-Version: 7`);
    raw.push(socket);
    await until(() => refused.length > 0);
    expect(refused.map(({ reason }) => reason)).toEqual(['handshake']);
    socket.destroy();
    await closed(server);
  },
);

test(
  'a plain client that sends pings and reads nothing does not fill the memory with pongs',
  limit,
  async () => {
    const sockets: WebSocket[] = [];
    const pings = 2 ** 17; // 17 MB, more than the buffers of the system hold
    let received = 0;
    const server = new PacelineServer({
      port: 0,
      onSocket(socket) {
        sockets.push(socket);
        socket.on('ping', () => received++);
      },
    });
    const client = await handshake(await server.listening);
    raw.push(client);
    client.pause();
    const ping = Buffer.from(bytesOfFrame({ opcode: opcode.ping, payload: '*'.repeat(125) }));
    const many = Buffer.concat(Array.from({ length: 1024 }, () => ping));
    for (let sent = 0; sent < pings; sent += 1024) client.write(many);
    await until(() => received === pings);
    expect(sockets[0]!.bufferedAmount).toBeLessThan(2 ** 17);
    await server.close({ timeout: 0 });
  },
);
