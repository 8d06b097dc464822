import { assertSame } from './assert-same.ts';
import { call, closingOf, eventsOf, next, opened, thrownBy } from './sockets.ts';
import type { Test, Tests } from './suite.ts';

/** A test that calls `close` with these arguments and compares the close event. */
function closes(given: readonly unknown[], expected: readonly [number, string, boolean]): Test {
  return async (Socket, url) => {
    const socket = await opened(Socket, url);
    const closing = closingOf(socket);
    call(socket, 'close', given);
    assertSame(socket.readyState, 2);
    assertSame([await closing, socket.readyState], [expected, 3]);
  };
}

/** A test of the error that `close` throws. The socket must stay open. */
function throws(given: readonly unknown[], name: string): Test {
  return async (Socket, url) => {
    const socket = await opened(Socket, url);
    const thrown = thrownBy(() => call(socket, 'close', given));
    const { readyState } = socket;
    socket.close();
    assertSame([thrown, readyState], [name, 1]);
  };
}

/** A test that sends a command to the server, and compares the close event and the list of all events. */
function serverCloses(
  command: string,
  expected: readonly [number, string, boolean],
  events = ['close 3'],
): Test {
  return async (Socket, url) => {
    const socket = await opened(Socket, url);
    const all = Promise.all([closingOf(socket), eventsOf(socket)]);
    socket.send(`server: ${command}`);
    assertSame(await all, [expected, events]);
  };
}

/** WebSockets Standard, §3.1 (`close`) and §4 (its effects). */
export const closeTests: Tests = {
  'without a code the close event has 1005': closes([], [1005, '', true]),
  'undefined is no code': closes([undefined], [1005, '', true]),
  'undefined is no reason': closes([3000, undefined], [3000, '', true]),
  'the close event has the code 1000': closes([1000], [1000, '', true]),
  'the close event has the code 3000 and the reason': closes([3000, 'bye'], [3000, 'bye', true]),
  'an application may close with 4500': closes([4500, 'bye'], [4500, 'bye', true]),
  'an application may close with 4504': closes([4504], [4504, '', true]),
  'an application may close with 4509': closes([4509], [4509, '', true]),
  'an application may close with 4999': closes([4999], [4999, '', true]),
  'a code is converted to a number': closes(['3000'], [3000, '', true]),
  'a code with a fraction is rounded': closes([3000.6], [3001, '', true]),
  'a code with the fraction 0.5 is rounded to the even number': closes([1000.5], [1000, '', true]),
  'the reason null is the text "null"': closes([1000, null], [1000, 'null', true]),
  'a reason is converted to a string': closes(
    [1000, { toString: () => 'its text' }],
    [1000, 'its text', true],
  ),
  'a lone surrogate in a reason becomes a replacement character': closes(
    [1000, 'a\uD83Db'],
    [1000, 'a\uFFFDb', true],
  ),
  'a reason may have 123 bytes': closes([1000, `${'ü'.repeat(61)}x`], [1000, `${'ü'.repeat(61)}x`, true]),
  'a reason of 124 bytes is a SyntaxError': throws([1000, 'ü'.repeat(62)], 'SyntaxError'),
  'the code is checked before the reason': throws([1001, 'x'.repeat(124)], 'InvalidAccessError'),
  'null as a code is an InvalidAccessError': throws([null], 'InvalidAccessError'),
  'NaN as a code is an InvalidAccessError': throws([NaN], 'InvalidAccessError'),
  'a code above 65,535 is clamped to an invalid code': throws([65_536 + 3000], 'InvalidAccessError'),
  'a symbol as a code is a TypeError': throws([Symbol('code')], 'TypeError'),
  'a bigint as a code is a TypeError': throws([1000n], 'TypeError'),
  'a symbol as a reason is a TypeError': throws([1000, Symbol('reason')], 'TypeError'),
  'codes other than 1000 and 3000 to 4999 are an InvalidAccessError': async (Socket, url) => {
    const socket = await opened(Socket, url);
    for (const code of [0, 999, 1001, 1005, 1006, 1009, 1015, 2000, 2999, 5000, 65_535, -1, '', 'text'])
      assertSame([code, thrownBy(() => socket.close(code as number))], [code, 'InvalidAccessError']);
    assertSame(socket.readyState, 1);
    socket.close();
  },
  'the errors of close are DOMExceptions': async (Socket, url) => {
    const socket = await opened(Socket, url);
    for (const [code, reason] of [
      [1001, ''],
      [1000, 'x'.repeat(124)],
    ] as const) {
      try {
        socket.close(code, reason);
      } catch (error) {
        assertSame(error instanceof DOMException, true);
      }
    }
    socket.close();
  },
  'close returns undefined, and a second call has no effect': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const closing = closingOf(socket);
    assertSame(
      [socket.close(3000, 'first'), socket.close(3001, 'second'), socket.readyState],
      [undefined, undefined, 2],
    );
    assertSame(await closing, [3000, 'first', true]);
    assertSame([socket.close(3002), socket.readyState], [undefined, 3]);
  },
  'a closed socket still checks the arguments': async (Socket, url) => {
    const socket = await opened(Socket, url);
    socket.close();
    await next(socket, 'close');
    assertSame(
      [thrownBy(() => socket.close(1)), thrownBy(() => socket.close(1000, 'x'.repeat(124)))],
      ['InvalidAccessError', 'SyntaxError'],
    );
  },
  'close while connecting fires error and close': async (Socket, url) => {
    const socket = new Socket(url);
    const all = Promise.all([closingOf(socket), eventsOf(socket)]);
    socket.close(3000, 'early');
    assertSame(socket.readyState, 2);
    assertSame(await all, [
      [1006, '', false],
      ['error 3', 'close 3'],
    ]);
  },
  'close while connecting fires no event synchronously': (Socket, url) => {
    const socket = new Socket(url);
    const log: string[] = [];
    for (const type of ['open', 'error', 'close']) socket.addEventListener(type, () => log.push(type));
    socket.close();
    assertSame(log, []);
  },
  'close in the open event is clean': async (Socket, url) => {
    const socket = new Socket(url);
    socket.onopen = () => socket.close(3000, 'at once');
    assertSame(await closingOf(socket), [3000, 'at once', true]);
  },
  'close in a message event is clean, and no further message is dispatched': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: unknown[] = [];
    socket.onmessage = ({ data }) => {
      log.push(data);
      socket.close(3000);
    };
    socket.send('server: burst 5');
    assertSame([await closingOf(socket), log], [[3000, '', true], ['1']]);
  },
  'a server closes with a code and a reason': serverCloses('close 4001 as you wish', [
    4001,
    'as you wish',
    true,
  ]),
  'a server closes without a code': serverCloses('close', [1005, '', true]),
  'a server closes with 1000': serverCloses('close 1000 done', [1000, 'done', true]),
  'a server closes with 1001': serverCloses('close 1001 restart', [1001, 'restart', true]),
  'a server closes with 1011': serverCloses('close 1011 broken', [1011, 'broken', true]),
  'a server closes with 4504': serverCloses('close 4504 its own', [4504, 'its own', true]),
  'a server closes with 4509': serverCloses('close 4509', [4509, '', true]),
  'a cut connection fires close without error': serverCloses('cut', [1006, '', false]),
  'a server may close immediately after the handshake': async (Socket, url) => {
    const socket = new Socket(`${url}?close=4003`);
    assertSame(await Promise.all([closingOf(socket), eventsOf(socket)]), [
      [4003, 'at once', true],
      ['open 1', 'close 3'],
    ]);
  },
  'messages that precede the close of the server are dispatched': async (Socket, url) => {
    const socket = await opened(Socket, url);
    const log: unknown[] = [];
    socket.onmessage = ({ data }) => log.push(data);
    socket.send('server: burst and close 20');
    assertSame(await closingOf(socket), [4000, 'after the burst', true]);
    assertSame(
      log,
      Array.from({ length: 20 }, (_, i) => `${i + 1}`),
    );
  },
};
