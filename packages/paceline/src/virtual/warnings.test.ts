import { afterEach, expect, test, vi } from 'vitest';
import { guardedClassify } from '../stream/guarded-classify.ts';
import { VirtualPair } from './virtual-pair.ts';

// Builds for development warn on the console.

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

function warnings(): string[] {
  return warn.mock.calls.map(([message]) => String(message));
}

test('an unknown option in the result of classify is warned of once', () => {
  const { client, loop } = new VirtualPair();
  const { key, ...how } = guardedClassify(() => ({ priority: 1, prioritiy: 2 }), 'x', loop);
  client.send('x', how);
  expect([key, how.priority]).toEqual([undefined, 1]);
  const options = 'priority, marginalUtility, expiresIn, key';
  expect(warnings()).toEqual([`@doha: classify: there is no option prioritiy; the options are ${options}`]);
});

test('an unknown member of settings is warned of', () => {
  expect(new VirtualPair({ settings: { maxmessageSize: 1, ackRate: 20_000 } as object })).toBeDefined();
  expect(warnings()).toEqual([
    '@doha: VirtualPair: settings: there is no option maxmessageSize; did you mean maxMessageSize?',
  ]);
});

test('close with a timeout beyond the range of timers causes no warning', () => {
  const pair = new VirtualPair();
  pair.connect({ delay: 5 });
  pair.client.send('x');
  void pair.client.close({ timeout: 2 ** 40 });
  pair.pass(1000);
  expect(pair.server.endpoint.isClosed).toBe(true);
  expect(warnings()).toEqual([]);
});
