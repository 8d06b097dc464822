import { EventLoop } from '@doha/loop';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Paceline } from '../client/paceline.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import { none } from '../control/none.ts';
import { PacelineServer } from '../server/paceline-server.ts';
import { completeOptions } from './endpoint-options.ts';
import { PacelineSocket } from '../web-socket/paceline-socket.ts';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';

interface Options {
  readonly controller: () => LatencyController;
  readonly loop?: EventLoop;
  readonly onError?: (error: unknown) => void;
}

const address = 'ws://127.0.0.1:9';

const users: [string, (options: Options) => unknown][] = [
  ['new PacelineServer', (options) => new PacelineServer({ ...options, port: 0 })],
  ['new PacelineWebSocketServer', (options) => new PacelineWebSocketServer({ ...options, noServer: true })],
  ['Paceline.connect', (options) => Paceline.connect(address, { ...options, WebSocket })],
  ['new PacelineSocket', (options) => new PacelineSocket(address, { ...options, WebSocket } as object)],
  ['PacelineSocket.install', (options) => PacelineSocket.install(options)],
];

const later = (reason: Error): never => Promise.reject(reason) as never;
const controllers: [string, (error: Error) => LatencyController][] = [
  ['a controller that is async', later],
  ['a controller whose ackRate rejects', (error) => ({ ...none(), ackRate: later(error) })],
];

test.each(
  users.flatMap(([name, use]) => controllers.map(([what, make]) => [name, what, use, make] as const)),
)('%s throws a TypeError for %s, and onError gets the rejection', async (_, __, use, make) => {
  const error = new Error('no module');
  const told: unknown[] = [];
  const options = { controller: () => make(error), onError: (one: unknown) => told.push(one) };
  await expect((async () => use(options))()).rejects.toThrow(TypeError);
  expect(told).toEqual([error]);
});

test('without onError the loop of a client gets the rejection of an async controller', async () => {
  const error = new Error('no module');
  const told: unknown[] = [];
  const loop = new EventLoop({ onError: (one) => told.push(one) });
  const controller = (): LatencyController => later(error);
  await expect(Paceline.connect(address, { controller, loop, WebSocket })).rejects.toThrow(TypeError);
  expect(told).toEqual([error]);
});

test('by default a client notices a dead connection while the server still keeps the session', () => {
  const { heartbeat, resumeTimeout } = completeOptions('options', {}, { reportError() {} });
  // Silence is noticed after 1 to 1.5 heartbeats, and the missing answer to the ping one heartbeat later.
  expect(2.5 * heartbeat).toBeLessThan(resumeTimeout);
});
