import Qmux from '@moq/qmux';
import { type ConnectionInfo, type LatencyController, Paceline, type Socket } from '@doha/paceline';
import type { Connection, OpenConnections, WebSocketStreams } from './connection.ts';
import { type ConnectionOptions, isWebTransport } from './flow.ts';
import { openShortSessions } from './open-short-sessions.ts';
import { openWebTransport } from './web-transport/open-web-transport.ts';
import { recordingControllerOf } from './recording-controller.ts';
import { qmuxConfig, qmuxProtocol, type QmuxSocket } from './outlets/qmux-outlet.ts';

type SocketClass = new (url: string, protocol?: string) => Socket;

/** Returns a function that opens all connections at once. `WebSocket` replaces the global class. */
export function connectBy(WebSocket?: SocketClass): OpenConnections<ConnectionOptions> {
  return async (options, _, onConnection) => {
    const open = (): Promise<Connection> => connect(options, WebSocket);
    const make = async (): Promise<void> => onConnection(await open());
    await Promise.all(Array.from({ length: options.flows }, make));
    if (options.shortSessions !== undefined) openShortSessions(options.shortSessions, open);
  };
}

async function connect(options: ConnectionOptions, WebSocket?: SocketClass): Promise<Connection> {
  const { host, port, standbys, tls, transport } = options;
  const url = `${tls ? 'wss' : 'ws'}://${host}:${port}`;
  if (transport === 'plain' || transport === 'gated')
    return { kind: 'socket', socket: await openSocket(url, WebSocket) };
  if (transport === 'webSocketStream')
    return { kind: 'webSocketStream', streams: await openWebSocketStream(url) };
  if (transport === 'qmux') return { kind: 'qmux', session: await openQmux(url, WebSocket) };
  if (isWebTransport(transport)) return { kind: 'webTransport', session: await openWebTransport(options) };
  const controller = (connection: ConnectionInfo): LatencyController =>
    recordingControllerOf(transport, connection);
  const made = WebSocket && { WebSocket };
  return { kind: 'session', session: await Paceline.connect(url, { ...made, controller, standbys }) };
}

async function openSocket(url: string, SocketClass: SocketClass = WebSocket): Promise<Socket> {
  const socket = new SocketClass(url);
  socket.binaryType = 'arraybuffer';
  await new Promise<void>((resolve) => socket.addEventListener('open', resolve));
  return socket;
}

// In a page, qmux opens the connection itself, as its README shows; in Chromium it uses
// WebSocketStream. In Node it gets a socket, which needs the subprotocol.
async function openQmux(url: string, SocketClass?: SocketClass): Promise<Qmux> {
  const open = (Class: SocketClass): QmuxSocket => new Class(url, qmuxProtocol) as unknown as QmuxSocket;
  const source = SocketClass === undefined ? url : open(SocketClass);
  const session = new Qmux(source, { config: qmuxConfig });
  await session.ready;
  return session;
}

/** The global scope of Chromium. The types of TypeScript lack WebSocketStream. */
interface WithWebSocketStream {
  readonly WebSocketStream: new (url: string) => { readonly opened: Promise<WebSocketStreams> };
}

async function openWebSocketStream(url: string): Promise<WebSocketStreams> {
  const { WebSocketStream } = globalThis as unknown as WithWebSocketStream;
  return new WebSocketStream(url).opened;
}
