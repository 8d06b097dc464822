import { expect, test, vi } from 'vitest';
import type { VirtualLink } from './virtual-link.ts';
import { VirtualPair } from './virtual-pair.ts';

test.each<[unknown, string]>([
  [null, 'VirtualPair: options must be an object, got null'],
  ['x', "VirtualPair: options must be an object, got 'x'"],
  [{ controller: null }, 'VirtualPair: controller must be a function, got null'],
  [{ controller: () => null }, 'controller must be a function that returns an object with the method budget'],
  [
    { controller: () => ({ budget: () => 0, *acknowledged() {} }) },
    'controller: a method must be a function that is not a generator function, got the function acknowledged',
  ],
  [{ heartbeat: 0 }, 'VirtualPair: heartbeat must be a finite number > 0, got 0'],
  [{ settings: null }, 'VirtualPair: settings must be an object, got null'],
  [{ settings: { standbys: 'x' } }, "VirtualPair: settings: standbys must be a finite number ≥ 0, got 'x'"],
])('a virtual pair is not created with %o', (options, message) => {
  expect(() => new VirtualPair(options as never)).toThrow(message);
});

test.each<[unknown, string]>([
  [null, 'VirtualLink: options must be an object, got null'],
  [{ rate: 0 }, 'VirtualLink: rate must be a finite number > 0 or Infinity, got 0'],
  [{ delay: -1 }, 'VirtualLink: delay must be a finite number ≥ 0, got -1'],
  [{ systemBuffer: '1' }, "VirtualLink: systemBuffer must be a finite number ≥ 0 or Infinity, got '1'"],
])('a virtual link is not created with %o', (options, message) => {
  const pair = new VirtualPair();
  expect(() => pair.connect(options as never)).toThrow(message);
  expect(pair.links).toEqual([]);
});

test.each<[(pair: VirtualPair, link: VirtualLink) => void, string]>([
  [(pair) => pair.pass('5' as never), "VirtualPair.pass: time must be a finite number ≥ 0, got '5'"],
  [(pair) => pair.pass(Infinity), 'VirtualPair.pass: time must be a finite number ≥ 0, got Infinity'],
  ...[null, {}, '55', [null, null], [{ send() {}, close() {} }]].map(
    (endpoints): [(pair: VirtualPair) => void, string] => [
      (pair) => pair.bind(endpoints as never),
      'VirtualPair.bind: endpoints must be an array of two endpoints, got ',
    ],
  ),
  [(_, link) => link.stall(NaN), 'VirtualLink.stall: time must be a finite number or Infinity, got NaN'],
  [
    (_, link) => link.stall('5' as never),
    "VirtualLink.stall: time must be a finite number or Infinity, got '5'",
  ],
  [
    (_, link) => link.kill(undefined as never, 0),
    'VirtualLink.kill: atClient must be a finite number ≥ 0 or Infinity, got undefined',
  ],
  [
    (_, link) => link.kill(0, -1),
    'VirtualLink.kill: atServer must be a finite number ≥ 0 or Infinity, got -1',
  ],
])('a call with an invalid argument throws and has no effect: %s', (act, message) => {
  const pair = new VirtualPair();
  const link = pair.connect({ delay: 5 });
  pair.pass(50);
  expect(() => act(pair, link)).toThrow(message);
  const sent = pair.client.send('x');
  pair.pass(100);
  expect(sent.status).toBe('delivered');
});

test('options that are undefined have their defaults', () => {
  const { heartbeat, ...settings } = { heartbeat: undefined, receiveWindow: undefined, standbys: undefined };
  const pair = new VirtualPair({ controller: undefined, heartbeat, settings } as never);
  pair.connect({ delay: undefined, rate: undefined, systemBuffer: undefined } as never);
  const message = pair.client.send('x');
  pair.pass(100);
  expect(message.status).toBe('delivered');
});

const fail = (): never => {
  throw new Error('listener');
};

test.each<[string, (pair: VirtualPair) => unknown, (pair: VirtualPair) => unknown]>([
  ['onMessage', ({ server }) => server.onMessage(fail), ({ client }) => client.send('x')],
  ['onStream', ({ server }) => server.onStream(fail), ({ client }) => client.stream().send('x')],
  [
    'onConnectionChange',
    ({ server }) => server.onConnectionChange(fail),
    ({ links }) => links[0]!.kill(9, 9),
  ],
])('the error of a listener of %s is thrown by pass, after all of the time has passed', (_, listen, act) => {
  const pair = new VirtualPair();
  pair.connect({ delay: 5 });
  listen(pair);
  pair.pass(50);
  act(pair);
  const before = pair.host.now();
  expect(() => pair.pass(100)).toThrow('listener');
  expect(pair.host.now()).toBe(before + 100);
  pair.pass(100);
});

test('several errors of listeners are thrown together, and rejections by the next pass', async () => {
  const pair = new VirtualPair();
  pair.connect({ delay: 5 });
  pair.server.onMessage(fail);
  pair.client.send('x');
  pair.client.send('y');
  expect(() => pair.pass(100)).toThrow('pass: 2 listeners have failed');
  pair.client.onMessage(async () => fail());
  pair.server.send('x');
  pair.pass(100);
  await vi.waitFor(() => expect(() => pair.pass(0)).toThrow('listener'), { timeout: 60_000 });
  pair.pass(100);
});

test('an endpoint of an ended session accepts no link, and reports no further change', () => {
  const pair = new VirtualPair();
  pair.connect({ delay: 5 });
  const changes: string[] = [];
  pair.server.onConnectionChange((change) => changes.push(change));
  pair.pass(50);
  pair.client.terminate();
  pair.pass(50);
  pair.connect({ delay: 5 }).kill(10, 10);
  pair.pass(50);
  pair.connect({ delay: 5 });
  pair.pass(50);
  expect(changes).toEqual(['lost']);
  expect([pair.client.isConnected, pair.server.isConnected]).toEqual([false, false]);
});
