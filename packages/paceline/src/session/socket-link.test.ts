import { expect, test } from 'vitest';
import { FakeSocket } from '../client/bench.test.setup.ts';
import { SocketLink } from './socket-link.ts';

test.each([
  [1000, 1000],
  [4507, 4507],
  [1001, 4510], // a page may not close a WebSocket with it
  [1005, 4510],
  [1011, 4510],
])(
  'a connection of a page that ends with %s is closed with %s: 1000 would say that nothing was lost',
  (code, shown) => {
    const socket = new FakeSocket();
    new SocketLink(socket).close(code, '');
    expect(socket.closedWith).toBe(shown);
  },
);
