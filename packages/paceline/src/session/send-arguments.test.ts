import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';

test.each<[string, () => unknown]>([
  [
    'send: priority must be a finite number, got NaN',
    () => new VirtualPair().client.send('', { priority: NaN }),
  ],
  [
    'send: expiresIn must be a finite number > 0, got 0',
    () => new VirtualPair().client.send('', { expiresIn: 0 }),
  ],
  [
    'send: marginalUtility must be a finite number ≥ 0, got -1',
    () => new VirtualPair().client.send('', { marginalUtility: -1 }),
  ],
  [
    'send: a message must have up to 1048576 bytes for the peer, got 1048577',
    () => new VirtualPair().client.send(new Uint8Array(2 ** 20 + 1)),
  ],
  [
    'send: data must be a string, an ArrayBuffer or a view of one, got 1',
    () => new VirtualPair().client.send(1 as never),
  ],
  [
    'latest: data must be a string, an ArrayBuffer or a view of one, got undefined',
    () => new VirtualPair().client.latest('key', undefined as never),
  ],
  [
    'latest: a message must have up to 1048576 bytes for the peer, got 1048577',
    () => new VirtualPair().client.latest('key', new Uint8Array(2 ** 20 + 1)),
  ],
  [
    'latest: key must be a string, got undefined',
    () => new VirtualPair().client.latest(undefined as never, ''),
  ],
  ['latest: key must be a string, got 1', () => new VirtualPair().client.stream().latest(1 as never, '')],
  [
    'latest: priority must be a finite number, got NaN',
    () => new VirtualPair().client.latest('key', '', { priority: NaN }),
  ],
  ['stream: weight must be a finite number > 0, got 0', () => new VirtualPair().client.stream({ weight: 0 })],
  [
    "stream: fairness must be 'resource' or 'quality', got 'even'",
    () => new VirtualPair().client.stream({ fairness: 'even' as never }),
  ],
  [
    'stream: label must be a string of up to 1024 bytes of UTF-8, got 1025',
    () => new VirtualPair().client.stream({ label: 'x'.repeat(1025) }),
  ],
  [
    'close: code must be 1000 or from 3000 to 4999, got 5000',
    () => new VirtualPair().client.close({ code: 5000 }),
  ],
])('%s', (message, call) => {
  expect(call).toThrow(message);
});
