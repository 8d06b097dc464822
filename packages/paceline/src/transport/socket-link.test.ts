import { expect, test } from 'vitest';
import { FakeSocket } from '../client/test-client.test.setup.ts';
import { isOpen, SocketLink } from './socket-link.ts';

test.each([
  [1000, 1000],
  [4507, 4507],
  [1001, 4510], // a page may not close a WebSocket with it
  [1005, 4510],
  [1011, 4510],
])(
  'for the code %s a page closes its WebSocket with %s: codes that it may not use become 4510, because 1000 means that nothing was lost',
  (code, shown) => {
    const socket = new FakeSocket();
    new SocketLink(socket, () => {}).close(code, '');
    expect(socket.closedWith).toBe(shown);
  },
);

test.each(['send', 'close', 'readyState', 'bufferedAmount'] as const)(
  'a connection whose socket throws in %s fails once, is closed, and throws nothing',
  (member) => {
    const socket = new FakeSocket();
    socket.readyState = isOpen;
    Object.defineProperty(socket, member, { get: () => fail() });
    const errors: unknown[] = [];
    const link = new SocketLink(socket, (error) => errors.push(error));
    for (let i = 0; i < 2; i++) {
      expect(link.buffered).toBe(0);
      link.send(new Uint8Array(1));
    }
    link.close(1000, '');
    expect(errors).toEqual([new Error('of the class')]);
    expect(socket.sent.length).toBe(member === 'close' ? 2 : 0);
    if (member !== 'close') expect(socket.closedWith).toBeDefined();
  },
);

function fail(): never {
  throw new Error('of the class');
}
