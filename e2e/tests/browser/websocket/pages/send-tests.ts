import { assertSame } from './assert-same.ts';
import { call, closingOf, echoOf, messages, next, opened, pause, thrownBy } from './sockets.ts';
import type { SocketClass, Test, Tests } from './suite.ts';

/** A test that sends a value and compares the echo of the server. */
function echoes(make: () => unknown, expected: unknown): Test {
  return async (Socket, url) => {
    const socket = await opened(Socket, url);
    const echo = await echoOf(socket, make());
    socket.close();
    assertSame(echo, expected);
  };
}

/** A test of the error that `send` throws on an open socket. */
function throws(make: () => unknown, name: string): Test {
  return async (Socket, url) => {
    const socket = await opened(Socket, url);
    const thrown = thrownBy(() => socket.send(make() as string));
    const echo = await echoOf(socket, 'still open');
    socket.close();
    assertSame([thrown, echo], [name, 'still open']);
  };
}

const bytes = (...all: number[]): ArrayBuffer => Uint8Array.from(all).buffer;

/**
 * Waits until a number has not changed for 250 ms. WebKitGTK counts data as sent when its network process has them, so there all data seems to be sent after
 * some time, which depends on the machine.
 */
async function untilStable(read: () => number): Promise<void> {
  let value = NaN;
  for (let unchanged = 0; unchanged < 25; unchanged++) {
    if (read() !== value) unchanged = 0;
    value = read();
    await pause(10);
  }
}

function resizable(length: number): ArrayBuffer {
  return Reflect.construct(ArrayBuffer, [length, { maxByteLength: 16 }]) as ArrayBuffer;
}

function detached(): Uint8Array {
  const view = Uint8Array.of(1, 2, 3);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

/** The global object of another realm; undefined without a document. */
function otherRealm(): (typeof globalThis & Window) | undefined {
  if (typeof document === 'undefined') return undefined;
  const frame = document.body.appendChild(document.createElement('iframe'));
  return frame.contentWindow as unknown as typeof globalThis & Window;
}

/** A test that sends a value of another realm. */
function echoesOfRealm(make: (realm: typeof globalThis) => unknown, expected: unknown): Test {
  const realm = otherRealm();
  return realm === undefined ? () => {} : echoes(() => make(realm), expected);
}

/** Sends a value. Returns the growth of `bufferedAmount` in bytes. */
function growth(socket: WebSocket, data: unknown): number {
  const before = socket.bufferedAmount;
  socket.send(data as string);
  return socket.bufferedAmount - before;
}

async function closed(Socket: SocketClass, url: string): Promise<WebSocket> {
  const socket = await opened(Socket, url);
  socket.close();
  await next(socket, 'close');
  return socket;
}

/** WebSockets Standard, §3.1: `send`, `bufferedAmount` and `binaryType`. */
export const sendTests: Tests = {
  'send needs an argument': async (Socket, url) => {
    const socket = await opened(Socket, url);
    assertSame(
      thrownBy(() => call(socket, 'send', [])),
      'TypeError',
    );
    socket.close();
  },
  'send throws an InvalidStateError while connecting': (Socket, url) => {
    const socket = new Socket(url);
    assertSame([thrownBy(() => socket.send('early')), socket.bufferedAmount], ['InvalidStateError', 0]);
    socket.close();
  },
  'a text arrives': echoes(() => 'grüß 🙂\u0000', 'grüß 🙂\u0000'),
  'an empty text arrives': echoes(() => '', ''),
  'a byte order mark at the beginning of a text arrives': echoes(() => '\uFEFFtext', '\uFEFFtext'),
  'a lone surrogate becomes a replacement character': echoes(() => 'a\uD83Db\uDE00', 'a\uFFFDb\uFFFD'),
  'a text of 1 MB arrives': echoes(() => 'ü'.repeat(500_000), 'ü'.repeat(500_000)),
  'an ArrayBuffer arrives': echoes(() => bytes(1, 2, 3), bytes(1, 2, 3)),
  'an empty ArrayBuffer arrives': echoes(() => bytes(), bytes()),
  'a part of a buffer arrives': echoes(() => Uint8Array.of(1, 2, 3, 4).subarray(1, 3), bytes(2, 3)),
  'a Uint16Array arrives': echoes(() => Uint16Array.of(1, 2), bytes(1, 0, 2, 0)),
  'a Float64Array arrives': echoes(() => Float64Array.of(0), new ArrayBuffer(8)),
  'a DataView arrives': echoes(() => new DataView(bytes(1, 2, 3), 1, 1), bytes(2)),
  'a Blob arrives': echoes(() => new Blob(['blob', Uint8Array.of(1)]), bytes(98, 108, 111, 98, 1)),
  'an empty Blob arrives': echoes(() => new Blob(), bytes()),
  'a detached buffer is empty': echoes(() => detached().buffer, bytes()),
  'a view of a detached buffer is empty': echoes(() => detached(), bytes()),
  'a resizable ArrayBuffer is a TypeError': throws(() => resizable(2), 'TypeError'),
  'a view of a resizable ArrayBuffer is a TypeError': throws(() => new Uint8Array(resizable(2)), 'TypeError'),
  'a SharedArrayBuffer is a TypeError': throws(() => new SharedArrayBuffer(2), 'TypeError'),
  'a view of a SharedArrayBuffer is a TypeError': throws(
    () => new Uint8Array(new SharedArrayBuffer(2)),
    'TypeError',
  ),
  'a symbol is a TypeError': throws(() => Symbol('data'), 'TypeError'),
  'errors of the conversion to a string are thrown': throws(
    () => ({
      toString() {
        throw new RangeError('broken');
      },
    }),
    'RangeError',
  ),
  'null is sent as a text': echoes(() => null, 'null'),
  'undefined is sent as a text': echoes(() => undefined, 'undefined'),
  'a number is sent as a text': echoes(() => 1.5, '1.5'),
  'a bigint is sent as a text': echoes(() => 5n, '5'),
  'an object is converted to a text': echoes(() => ({ toString: () => 'its text' }), 'its text'),
  'an array is converted to a text': echoes(() => [1, 2], '1,2'),
  'a String object is converted to a text': echoes(() => Object('text'), 'text'),
  'a URL is converted to a text': echoes(() => new URL('http://host/'), 'http://host/'),
  'an object that looks like bytes is converted to a text': echoes(
    () => ({ byteLength: 2, size: 2 }),
    '[object Object]',
  ),
  'an ArrayBuffer of another realm is bytes': echoesOfRealm((realm) => new realm.ArrayBuffer(2), bytes(0, 0)),
  'a view of another realm is bytes': echoesOfRealm((realm) => realm.Uint8Array.of(1), bytes(1)),
  'a Blob of another realm is bytes': echoesOfRealm((realm) => new realm.Blob(['hi']), bytes(104, 105)),
  'data is converted before the state is checked': (Socket, url) => {
    const socket = new Socket(url);
    assertSame(
      thrownBy(() => socket.send(Symbol('data') as unknown as string)),
      'TypeError',
    );
    socket.close();
  },
  'send returns undefined, and ignores further arguments': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const results = [call(socket, 'send', ['one', { binary: true }])];
    assertSame([results, await messages(socket, 1)], [[undefined], ['one']]);
    socket.close();
  },
  'messages of all kinds keep their order': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const all = [
      new Blob(['1']),
      '2',
      bytes(3),
      new Blob([]),
      '4',
      new Blob(['5'.repeat(100_000)]),
      Uint8Array.of(6),
      '7',
    ];
    for (const data of all) socket.send(data);
    const received = await messages(socket, all.length);
    assertSame(
      received.map((data) => (typeof data === 'string' ? data : (data as ArrayBuffer).byteLength)),
      [1, '2', 1, 0, '4', 100_000, 1, '7'],
    );
    socket.close();
  },
  'bytes are copied when send is called': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const data = Uint8Array.of(1);
    socket.send(new Blob(['before']));
    for (const value of [1, 2, 3]) {
      data[0] = value;
      socket.send(data);
    }
    data[0] = 0;
    assertSame((await messages(socket, 4)).slice(1), [bytes(1), bytes(2), bytes(3)]);
    socket.close();
  },
  'all messages before a close arrive': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.send(new Blob(['first']));
    socket.send('x'.repeat(1_000_000));
    socket.send('server: close 4002 last');
    assertSame(await closingOf(socket), [4002, 'last', true]);
  },
  'bufferedAmount grows by the bytes of a message': async (Socket, url) => {
    const socket = await opened(Socket, url);
    assertSame(socket.bufferedAmount, 0);
    assertSame([growth(socket, 'text'), growth(socket, 'ü🙂'), growth(socket, '')], [4, 6, 0]);
    assertSame(
      [
        growth(socket, bytes(1, 2)),
        growth(socket, new DataView(bytes(1, 2, 3), 1)),
        growth(socket, new Blob(['blob'])),
      ],
      [2, 2, 4],
    );
    assertSame(growth(socket, '\uD83D'), 3);
    socket.close();
  },
  'bufferedAmount is 0 when all data has been sent': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.send('x'.repeat(10_000));
    socket.send(new Blob(['blob']));
    await messages(socket, 2);
    assertSame(socket.bufferedAmount, 0);
    socket.close();
  },
  'bufferedAmount does not shrink within a task': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.send('12345');
    for (const start = Date.now(); Date.now() < start + 30;) assertSame(socket.bufferedAmount, 5);
    socket.close();
  },
  'data after a close is counted in bufferedAmount but not sent': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.close();
    assertSame([thrownBy(() => socket.send('late')), socket.bufferedAmount], ['nothing', 4]);
    await next(socket, 'close');
    socket.send(bytes(1, 2));
    socket.send(new Blob(['blob']));
    assertSame(socket.bufferedAmount, 10);
  },
  'a closed socket still throws for values that cannot be converted': async (Socket, url) => {
    const socket = await closed(Socket, url);
    assertSame(
      [thrownBy(() => socket.send(Symbol('data') as unknown as string)), socket.bufferedAmount],
      ['TypeError', 0],
    );
  },
  'bufferedAmount counts data that the server does not read, also after a close': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.send('server: pause');
    const data = new Uint8Array(1_000_000);
    for (let i = 0; i < 20; i++) socket.send(data);
    await untilStable(() => socket.bufferedAmount);
    if (socket.bufferedAmount === 0) throw new Error('some data must wait');
    const before = socket.bufferedAmount;
    socket.close();
    if (socket.bufferedAmount < before) throw new Error('close must not drop waiting data');
  },
  'binaryType accepts only its valid values': async (Socket, url) => {
    const socket = await opened(Socket, url);
    for (const [given, expected] of [
      ['blob', 'blob'],
      ['nonsense', 'blob'],
      ['arraybuffer', 'arraybuffer'],
      ['ArrayBuffer', 'arraybuffer'],
      [null, 'arraybuffer'],
      ['', 'arraybuffer'],
      [{ toString: () => 'blob' }, 'blob'],
    ] as const) {
      socket.binaryType = given as BinaryType;
      assertSame([given, socket.binaryType], [given, expected]);
    }
    assertSame(
      thrownBy(() => {
        socket.binaryType = Symbol('type') as unknown as BinaryType;
      }),
      'TypeError',
    );
    socket.close();
  },
  'bytes arrive as a Blob by default': async (Socket, url) => {
    const socket = new Socket(url);
    await next(socket, 'open');
    const echo = (await echoOf(socket, bytes(1, 2))) as Blob;
    assertSame(
      [echo instanceof Blob, echo.size, echo.type, await echo.arrayBuffer()],
      [true, 2, '', bytes(1, 2)],
    );
    socket.close();
  },
  'binaryType may change at any time': async (Socket, url) => {
    const socket = await opened(Socket, url);
    assertSame((await echoOf(socket, bytes(1))) instanceof ArrayBuffer, true);
    socket.binaryType = 'blob';
    assertSame((await echoOf(socket, bytes(1))) instanceof Blob, true);
    socket.close();
    await next(socket, 'close');
    socket.binaryType = 'arraybuffer';
    assertSame(socket.binaryType, 'arraybuffer');
  },
};
