import { assertSame } from './assert-same.ts';
import { opened, thrownBy } from './sockets.ts';
import type { Tests } from './suite.ts';

const attributes = [
  'binaryType',
  'bufferedAmount',
  'extensions',
  'onclose',
  'onerror',
  'onmessage',
  'onopen',
  'protocol',
  'readyState',
  'url',
];
const writable = ['binaryType', 'onclose', 'onerror', 'onmessage', 'onopen'];
const constants = ['CLOSED', 'CLOSING', 'CONNECTING', 'OPEN'];

/** A property descriptor whose accessors are not called. */
interface Descriptor {
  readonly configurable?: boolean;
  readonly enumerable?: boolean;
  readonly writable?: boolean;
  readonly value?: unknown;
  readonly get?: { readonly name: string };
  readonly set?: object;
}

function descriptor(object: object, name: string | symbol): Descriptor {
  return Object.getOwnPropertyDescriptor(object, name) ?? {};
}

function call(object: WebSocket, method: string, given: readonly unknown[], target: object): unknown {
  return Reflect.apply(Reflect.get(object, method) as () => unknown, target, given);
}

/** WebSockets Standard, §3.1, and the rules of Web IDL. */
export const interfaceTests: Tests = {
  'the constructor has the name of the interface': (Socket) => assertSame(Socket.name, 'WebSocket'),
  'the constructor has one required argument': (Socket) => assertSame(Socket.length, 1),
  'the constructor must be called with new': (Socket) =>
    assertSame(
      thrownBy(() => Reflect.apply(Socket, undefined, ['ws://localhost'])),
      'TypeError',
    ),
  'the prototype is not writable': (Socket) => {
    const { configurable, enumerable, writable: isWritable } = descriptor(Socket, 'prototype');
    assertSame([configurable, enumerable, isWritable], [false, false, false]);
  },
  'the prototype has the constructor': (Socket) => {
    const {
      configurable,
      enumerable,
      value,
      writable: isWritable,
    } = descriptor(Socket.prototype, 'constructor');
    assertSame([configurable, enumerable, isWritable, value === Socket], [true, false, true, true]);
  },
  'a socket is an EventTarget': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.close();
    assertSame(
      [socket instanceof EventTarget, socket instanceof Socket, socket.constructor === Socket],
      [true, true, true],
    );
  },
  'the class string is WebSocket': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.close();
    assertSame(Object.prototype.toString.call(socket), '[object WebSocket]');
    const {
      configurable,
      enumerable,
      value,
      writable: isWritable,
    } = descriptor(Socket.prototype, Symbol.toStringTag);
    assertSame([configurable, enumerable, value, isWritable], [true, false, 'WebSocket', false]);
  },
  'the enumerable members are the members of the interface': (Socket) =>
    assertSame(
      Object.keys(Socket.prototype).toSorted(),
      [...attributes, ...constants, 'close', 'send'].toSorted(),
    ),
  'a loop over a socket finds all members': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.close();
    const names = new Set<string>();
    for (const name in socket) names.add(name);
    for (const name of [...attributes, ...constants, 'close', 'send', 'addEventListener'])
      assertSame([name, names.has(name)], [name, true]);
    assertSame(Object.keys(socket), []);
  },
  'the enumerable members of the constructor are the constants': (Socket) =>
    assertSame(Object.keys(Socket).toSorted(), constants),
  'the constants are on the constructor and the prototype, and read-only': (Socket) => {
    for (const object of [Socket, Socket.prototype]) {
      for (const [value, name] of ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'].entries()) {
        const found = descriptor(object, name);
        assertSame(
          [name, found.value, found.writable, found.enumerable, found.configurable],
          [name, value, false, true, false],
        );
      }
    }
  },
  'attributes are accessors that are enumerable and configurable': (Socket) => {
    for (const name of attributes) {
      const { configurable, enumerable, get, set } = descriptor(Socket.prototype, name);
      assertSame(
        [name, configurable, enumerable, get?.name, typeof set],
        [name, true, true, `get ${name}`, writable.includes(name) ? 'function' : 'undefined'],
      );
    }
  },
  'methods are enumerable, writable and configurable': (Socket) => {
    for (const [name, length] of [
      ['close', 0],
      ['send', 1],
    ] as const) {
      const { configurable, enumerable, value, writable: isWritable } = descriptor(Socket.prototype, name);
      const method = value as () => void;
      assertSame(
        [configurable, enumerable, isWritable, method.name, method.length],
        [true, true, true, name, length],
      );
    }
  },
  'getters, setters and methods throw for other objects': (Socket) => {
    const { prototype } = Socket;
    for (const name of attributes)
      assertSame([name, thrownBy(() => Reflect.get(prototype, name, {}))], [name, 'TypeError']);
    for (const name of writable)
      assertSame([name, thrownBy(() => Reflect.set(prototype, name, null, {}))], [name, 'TypeError']);
    assertSame(
      thrownBy(() => call(prototype, 'send', ['x'], {})),
      'TypeError',
    );
    assertSame(
      thrownBy(() => call(prototype, 'close', [], {})),
      'TypeError',
    );
  },
  'read-only attributes cannot be set': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.close();
    for (const name of attributes.filter((one) => !writable.includes(one)))
      assertSame(
        [
          name,
          thrownBy(() => {
            (socket as unknown as Record<string, unknown>)[name] = 'x';
          }),
        ],
        [name, 'TypeError'],
      );
  },
  'a subclass may add members and call the methods of the class': async (Socket, url) => {
    class Counting extends Socket {
      sent = 0;

      override send(data: string): void {
        this.sent++;
        super.send(data);
      }
    }
    const socket = (await opened(Counting, url)) as Counting;
    socket.send('one');
    socket.close();
    assertSame([socket.sent, socket instanceof Counting, socket instanceof Socket], [1, true, true]);
  },
  'a method that a program replaces on the prototype is called': async (Socket, url) => {
    const send = Reflect.get(Socket.prototype, 'send');
    const calls: unknown[] = [];
    Socket.prototype.send = function replaced(this: WebSocket, data: string): void {
      calls.push(data);
      Reflect.apply(send, this, [data]);
    };
    try {
      const socket = await opened(Socket, url);
      socket.send('patched');
      socket.close();
    } finally {
      Socket.prototype.send = send;
    }
    assertSame(calls, ['patched']);
  },
};
