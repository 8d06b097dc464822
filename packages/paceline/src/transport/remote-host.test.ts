import { expect, test } from 'vitest';
import type { Socket } from './socket-link.ts';
import { remoteHost, serverHost } from './remote-host.ts';

test.each(['127.0.0.1', '127.1.2.3', '::ffff:127.0.0.1', '::1', '[::1]', 'localhost', 'game.localhost'])(
  'remoteHost returns undefined for %s, an address of this machine',
  (address) => {
    expect(remoteHost(address)).toBeUndefined();
  },
);

test.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', 'game.example', 'localhost.example', '12.7.0.1'])(
  'remoteHost returns %s, which is not an address of this machine',
  (address) => {
    expect(remoteHost(address)).toBe(address);
  },
);

test('serverHost returns the host in the URL of the socket, and undefined for this machine', () => {
  expect(serverHost({ url: 'wss://game.example:8080/a' } as Socket)).toBe('game.example');
  expect(serverHost({ url: 'ws://localhost:8080' } as Socket)).toBeUndefined();
});

test.each<[string, object]>([
  ['has no URL', {}],
  ['has an invalid URL', { url: 'none' }],
  [
    'throws',
    {
      get url(): string {
        throw new Error('no');
      },
    },
  ],
])('a socket that %s has no known host', (_, socket) => {
  expect(serverHost(socket as Socket)).toBeUndefined();
});
