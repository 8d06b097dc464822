import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { type ServerOptions, WebSocketServer } from 'ws';
import { PacelineServer } from '../server/paceline-server.ts';
import { atTestEnd } from '../server/server.test.setup.ts';

/** Removes the globals that Node 20 lacks, whatever version runs the test. Called before each test. */
export function likeNode20(): void {
  vi.stubGlobal('WebSocket', undefined);
  vi.stubGlobal('CloseEvent', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** A server of each kind. */
export const servers: [string, () => Promise<string>][] = [
  ['a plain server', () => servePlain()],
  ['a server that speaks Paceline', () => servePaced()],
];

/** A plain server that echoes messages, and closes on request. Returns its address. */
export async function servePlain(options: ServerOptions = {}): Promise<string> {
  const server = new WebSocketServer({ port: 0, ...options });
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer, isBinary) => {
      if (data.toString() === 'close me') socket.close(4001, 'as you wish');
      else socket.send(data, { binary: isBinary });
    });
  });
  atTestEnd(() => server.close());
  await once(server, 'listening');
  return `ws://localhost:${(server.address() as AddressInfo).port}`;
}

/** A server that speaks Paceline, echoes messages, and closes on request. Returns its address. */
export async function servePaced(): Promise<string> {
  const server = new PacelineServer({
    port: 0,
    onSession(session) {
      session.onMessage((data) => {
        if (data === 'close me') void session.close({ code: 4001, reason: 'as you wish' });
        else session.send(data);
      });
    },
  });
  atTestEnd(() => server.close({ timeout: 0 }));
  return `ws://localhost:${await server.listening}`;
}

/** Resolves to the next event of a type. */
export function next<T extends keyof WebSocketEventMap>(
  socket: WebSocket,
  type: T,
): Promise<WebSocketEventMap[T]> {
  return new Promise((resolve) => socket.addEventListener(type, resolve, { once: true }));
}

/** Sends a message, and resolves to its echo. */
export async function echoOf(
  socket: WebSocket,
  data: string | Blob | Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  socket.send(data);
  const event: MessageEvent<unknown> = await next(socket, 'message');
  return event.data instanceof ArrayBuffer ? [...new Uint8Array(event.data)] : event.data;
}

/** The socket, once it is open; it is closed when the test is over. */
export async function opened(socket: WebSocket): Promise<WebSocket> {
  atTestEnd(() => socket.close());
  await next(socket, 'open');
  return socket;
}
