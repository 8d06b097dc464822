import { expect, test } from 'vitest';
import { defineMembers } from './define-members.ts';

class Socket extends EventTarget {
  get url(): string {
    return 'ws://localhost/';
  }

  send(): string {
    return 'sent';
  }
}
defineMembers(Socket);

const names = ['CLOSED', 'CLOSING', 'CONNECTING', 'OPEN', 'send', 'url'];

test('the members and the constants are enumerable, and the class string is WebSocket', () => {
  expect(Object.keys(Socket.prototype).toSorted()).toEqual(names);
  expect(Object.keys(Socket).toSorted()).toEqual(['CLOSED', 'CLOSING', 'CONNECTING', 'OPEN']);
  expect(Object.prototype.toString.call(new Socket())).toBe('[object WebSocket]');
  expect(Socket.name).toBe('Socket');
});

test('a subclass gets copies of the members, and the name of WebSocket', () => {
  class Installed extends Socket {}
  defineMembers(Installed);
  expect(Object.keys(Installed.prototype).toSorted()).toEqual(names);
  expect(Installed.name).toBe('WebSocket');
  Installed.prototype.send = () => 'replaced';
  expect([new Installed().send(), new Socket().send(), new Installed().constructor]).toEqual([
    'replaced',
    'sent',
    Installed,
  ]);
});
