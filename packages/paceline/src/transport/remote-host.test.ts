import { expect, test } from 'vitest';
import type { Socket } from './socket-link.ts';
import { remoteHost, serverHost } from './remote-host.ts';

test.each(['127.0.0.1', '127.1.2.3', '::ffff:127.0.0.1', '::1', '[::1]', 'localhost', 'game.localhost'])(
  'the address %s of this machine is no host of a peer',
  (address) => {
    expect(remoteHost(address)).toBeUndefined();
  },
);

test.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', 'game.example', 'localhost.example', '12.7.0.1'])(
  'the host of a peer may be %s',
  (address) => {
    expect(remoteHost(address)).toBe(address);
  },
);

test('the host of a server is that of the URL of the socket', () => {
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
