import { beforeEach, expect, test, vi } from 'vitest';
import { WebSocket as WsSocket } from 'ws';
import { Paceline } from '../client/paceline.ts';
import { atTestEnd } from '../server/server.test.setup.ts';
import { PacelineSocket } from './paceline-socket.ts';
import { echoOf, likeNode20, opened, servePaced, servePlain } from './echo-servers.test.setup.ts';

beforeEach(likeNode20);

test('after install, an object in place of the subprotocols counts as a subprotocol, as for WebSocket', () => {
  vi.stubGlobal('WebSocket', WsSocket);
  const undo = PacelineSocket.install();
  expect(() => new WebSocket('ws://localhost:1', { resumeTimeout: 5000 } as unknown as string)).toThrow(
    'subprotocol',
  );
  undo();
});

test('without a WebSocket the error names the called function and the missing class', async () => {
  const missing =
    'there is no WebSocket here; set the option WebSocket to a class, such as that of the package ws';
  expect(() => new PacelineSocket('ws://localhost')).toThrow(`PacelineSocket: ${missing}`);
  await expect(Paceline.connect('ws://localhost')).rejects.toThrow(`connect: ${missing}`);
});

test('a PacelineSocket uses the WebSocket that the platform has when it is created', async () => {
  for (const url of [await servePlain(), await servePaced()]) {
    vi.stubGlobal('WebSocket', WsSocket);
    const socket = new PacelineSocket(url);
    vi.stubGlobal('WebSocket', undefined);
    expect(await echoOf(await opened(socket), 'hello')).toBe('hello');
  }
});

test('an installed PacelineSocket uses the WebSocket that it replaces, and can be uninstalled', async () => {
  const [plain, paced] = [await servePlain(), await servePaced()];
  vi.stubGlobal('WebSocket', WsSocket);
  const undo = PacelineSocket.install();
  const undoSecond = PacelineSocket.install();
  for (const url of [plain, paced]) {
    const socket = await opened(new WebSocket(url));
    expect(socket).toBeInstanceOf(PacelineSocket);
    expect(await echoOf(socket, 'installed')).toBe('installed');
    expect(await echoOf(await opened(new PacelineSocket(url)), 'beside it')).toBe('beside it');
  }
  const session = await Paceline.connect(paced);
  atTestEnd(() => session.terminate());
  expect(session.isConnected).toBe(true);
  undoSecond();
  undo();
  expect(WebSocket).toBe(WsSocket);
});

test('install with the option WebSocket defines the global WebSocket where the platform has none', async () => {
  const undo = PacelineSocket.install({ WebSocket: WsSocket });
  expect(await echoOf(await opened(new WebSocket(await servePaced())), 'hello')).toBe('hello');
  undo();
  expect(typeof WebSocket).toBe('undefined');
});
