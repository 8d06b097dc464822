import { beforeEach, expect, test, vi } from 'vitest';
import { WebSocket as WsSocket } from 'ws';
import type { PacelineSocketOptions } from './paceline-socket-options.ts';
import { PacelineSocket } from './paceline-socket.ts';
import { echoOf, likeNode20, next, opened, servePaced } from './echo-servers.test.setup.ts';

beforeEach(likeNode20);

test('options may be given in place of the subprotocols, even if one of the options is unknown', async () => {
  const options = { WebSocket: WsSocket, resumeTimeout: 5000, credentials: 'of connect' };
  const socket = new PacelineSocket(await servePaced(), options);
  await next(socket, 'open');
  expect(await echoOf(socket, 'hello')).toBe('hello');
});

test('a plain object in place of the subprotocols counts as options, even if all of its options are unknown', async () => {
  vi.stubGlobal('WebSocket', WsSocket);
  const url = await servePaced();
  for (const options of [{ clasify: () => ({}) }, Object.assign(Object.create(null), { clasify: 5 })]) {
    const socket = await opened(new PacelineSocket(url, options as PacelineSocketOptions));
    expect(await echoOf(socket, 'hello')).toBe('hello');
  }
});

test.each<[string, object, PacelineSocketOptions?]>([
  ['options are given, too', { clasify: 1 }, {}],
  ['it has a toString of its own', { toString: () => 'two words' }],
])('an object in place of the subprotocols counts as a subprotocol if %s', (_, given, options) => {
  vi.stubGlobal('WebSocket', WsSocket);
  expect(() => new PacelineSocket('ws://localhost:1', given as [], options)).toThrow('subprotocol');
});

test.each([
  [{ classify: 5 }, 'PacelineSocket: classify must be a function, got 5'],
  [{ WebSocket: 5 }, 'PacelineSocket: WebSocket must be a class with the interface of WebSocket, got 5'],
  [{ standbys: 9 }, 'PacelineSocket: standbys must be a whole number from 0 to 4, got 9'],
  [
    { resumeTimeout: -1 },
    'PacelineSocket: resumeTimeout must be a whole number from 0 to 2147483648, got -1',
  ],
])('the constructor refuses the options %o', (options, message) => {
  const given = { WebSocket: WsSocket, ...options } as unknown as PacelineSocketOptions;
  expect(() => new PacelineSocket('ws://localhost', [], given)).toThrow(message);
});

test.each([
  [{ resumeTimeout: -1 }, 'resumeTimeout must be a whole number from 0 to 2147483648, got -1'],
  [{ timeout: 0 }, 'timeout must be a whole number from 1 to 2147483648, got 0'],
  [{ loop: 5 as never }, 'loop must be an EventLoop, got 5'],
  [{ onError: 5 as never }, 'onError must be a function, got 5'],
  [{ classify: 5 as never }, 'classify must be a function, got 5'],
  [{ controller: () => null as never }, 'controller must be a function that returns an object'],
  [{ WebSocket: 5 as never }, 'WebSocket must be a class with the interface of WebSocket, got 5'],
])('the errors of the options %j name the called function', (options, message) => {
  expect(() => new PacelineSocket('ws://localhost', [], options)).toThrow(`PacelineSocket: ${message}`);
  expect(() => PacelineSocket.install(options)).toThrow(`PacelineSocket.install: ${message}`);
});
