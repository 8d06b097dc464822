import { assertSame } from './assert-same.ts';
import { closingOf, eventsOf, next, opened, thrownBy } from './sockets.ts';
import type { SocketClass, Tests } from './suite.ts';

/**
 * Creates a socket, closes it, and returns its URL. A socket whose URL has a server is closed only after it has opened: closing it earlier would count as
 * a failed connection, and Chromium delays connections after many failed ones.
 */
function urlOf(Socket: SocketClass, ...given: unknown[]): string {
  const socket = new Socket(...(given as [string]));
  socket.addEventListener('error', () => {});
  if (socket.url.includes('127.0.0.1') && !socket.url.startsWith('wss:'))
    socket.addEventListener('open', () => socket.close());
  else socket.close();
  return socket.url;
}

function refused(Socket: SocketClass, ...given: unknown[]): string {
  return thrownBy(() => urlOf(Socket, ...given));
}

const hasDocument = typeof document !== 'undefined';

/** WebSockets Standard, §3.1, the constructor steps. */
export const constructorTests: Tests = {
  'without arguments the constructor throws a TypeError': (Socket) =>
    assertSame(refused(Socket), 'TypeError'),
  'a URL that cannot be parsed is a SyntaxError': (Socket) => {
    for (const url of ['ws://[', 'http://a b/', 'ws://host:99999'])
      assertSame([url, refused(Socket, url)], [url, 'SyntaxError']);
  },
  'a URL of another scheme is a SyntaxError': (Socket) => {
    for (const url of ['ftp://host/', 'mailto:someone', 'about:blank', 'blob:x'])
      assertSame([url, refused(Socket, url)], [url, 'SyntaxError']);
  },
  'the SyntaxError of the constructor is a DOMException': (Socket) => {
    try {
      void new Socket('ftp://host/');
    } catch (error) {
      return assertSame([error instanceof DOMException, (error as DOMException).code], [true, 12]);
    }
    throw new Error('nothing was thrown');
  },
  'a URL with a fragment is a SyntaxError': (Socket, url) => {
    assertSame(
      [refused(Socket, `${url}#fragment`), refused(Socket, `${url}#`)],
      ['SyntaxError', 'SyntaxError'],
    );
  },
  'the URL is serialized': (Socket, url) => {
    const { host } = new URL(url);
    assertSame(urlOf(Socket, `WS://${host}`), `ws://${host}/`);
    assertSame(urlOf(Socket, `ws://${host}/a/../b c?d e`), `ws://${host}/b%20c?d%20e`);
    assertSame(urlOf(Socket, `ws://user:pass@${host}/`), `ws://user:pass@${host}/`);
  },
  'a URL object is accepted': (Socket, url) => assertSame(urlOf(Socket, new URL(url)), url),
  'an http URL becomes a ws URL': (Socket, url) =>
    assertSame(urlOf(Socket, url.replace('ws:', 'http:')), url),
  'an https URL becomes a wss URL': (Socket, url) =>
    assertSame(urlOf(Socket, url.replace('ws:', 'https:')), url.replace('ws:', 'wss:')),
  'a relative URL is resolved against the base URL': (Socket) => {
    if (!hasDocument) return;
    const expected = (url: string): string => new URL(url, location.href).href.replace(/^http/, 'ws');
    for (const url of ['a/b?c', '/a', '//host/a', '']) {
      const socket = new Socket(url);
      socket.close();
      assertSame(socket.url, expected(url));
    }
  },
  'the URL is converted to a string': (Socket, url) => {
    assertSame(urlOf(Socket, { toString: () => url }), url);
    assertSame(refused(Socket, Symbol('url')), 'TypeError');
  },
  'the URL is converted before the protocols': (Socket) => {
    const log: string[] = [];
    const protocols = {
      [Symbol.iterator]() {
        log.push('protocols');
        return [].values();
      },
    };
    assertSame(
      refused(Socket, { toString: () => (log.push('url'), 'ftp://host') }, protocols),
      'SyntaxError',
    );
    assertSame(log, ['url', 'protocols']);
  },
  'errors of the conversion of an argument are thrown': (Socket, url) => {
    const broken = {
      toString() {
        throw new RangeError('broken');
      },
    };
    assertSame(
      [refused(Socket, broken), refused(Socket, url, broken), refused(Socket, url, [broken])],
      ['RangeError', 'RangeError', 'RangeError'],
    );
  },
  'subprotocols that are not tokens are a SyntaxError': (Socket, url) => {
    for (const protocol of ['', 'two words', 'a,b', 'a/b', 'ü', 'a\u0000', '(a)', 'a\tb', '"a"'])
      for (const given of [protocol, [protocol], ['good', protocol]])
        assertSame([protocol, refused(Socket, url, given)], [protocol, 'SyntaxError']);
  },
  'a subprotocol that occurs twice is a SyntaxError': (Socket, url) =>
    assertSame(refused(Socket, url, ['a', 'b', 'a']), 'SyntaxError'),
  'subprotocols that differ by case are different': (Socket, url) =>
    assertSame(refused(Socket, url, ['a', 'A']), 'nothing'),
  'undefined and an empty list are no subprotocols': (Socket, url) =>
    assertSame([refused(Socket, url, undefined), refused(Socket, url, [])], ['nothing', 'nothing']),
  'any iterable is a list of subprotocols': async (Socket, url) => {
    const socket = new Socket(url, new Set(['chat', 'other']) as unknown as string[]);
    await next(socket, 'open');
    socket.close();
    assertSame(socket.protocol, 'chat');
  },
  'members of a list of subprotocols are converted to strings': async (Socket, url) => {
    const socket = new Socket(url, [{ toString: () => 'chat' }, 5] as unknown as string[]);
    await next(socket, 'open');
    socket.close();
    assertSame(socket.protocol, 'chat');
  },
  'an object that is not iterable is converted to a string': async (Socket, url) => {
    assertSame(
      [refused(Socket, url, {}), refused(Socket, url, { headers: {} })],
      ['SyntaxError', 'SyntaxError'],
    );
    assertSame(refused(Socket, url, { [Symbol.iterator]: 3 }), 'TypeError');
    assertSame(
      [refused(Socket, url, Symbol('protocol')), refused(Socket, url, [Symbol('protocol')])],
      ['TypeError', 'TypeError'],
    );
  },
  'null is the subprotocol "null"': async (Socket, url) => {
    const socket = new Socket(url, null as unknown as string);
    await next(socket, 'open');
    socket.close();
    assertSame(socket.protocol, 'null');
  },
  'further arguments are ignored': (Socket, url) =>
    assertSame(refused(Socket, url, [], { some: 'option' }), 'nothing'),
  'a new socket is connecting': (Socket, url) => {
    const socket = new Socket(url, 'chat');
    const {
      binaryType,
      bufferedAmount,
      extensions,
      onclose,
      onerror,
      onmessage,
      onopen,
      protocol,
      readyState,
    } = socket;
    socket.close();
    assertSame([readyState, bufferedAmount, binaryType, extensions, protocol], [0, 0, 'blob', '', '']);
    assertSame([onopen, onmessage, onerror, onclose], [null, null, null, null]);
  },
  'the subprotocol is the one that the server chose': async (Socket, url) => {
    const socket = await opened(Socket, url, ['chat', 'other']);
    socket.close();
    await next(socket, 'close');
    assertSame(socket.protocol, 'chat');
  },
  'without requested subprotocols the protocol is an empty string': async (Socket, url) => {
    const socket = await opened(Socket, url);
    assertSame([socket.protocol, socket.extensions, socket.readyState], ['', '', 1]);
    socket.close();
  },
  'without requested subprotocols a server that chooses none is accepted': async (Socket, url) => {
    const socket = await opened(Socket, `${url}?choose=none`);
    assertSame(socket.protocol, '');
    socket.close();
  },
  'a server that chooses none of the requested subprotocols is refused': async (Socket, url) => {
    const socket = new Socket(`${url}?choose=none`, ['chat']);
    const [events, closing] = await Promise.all([eventsOf(socket), closingOf(socket)]);
    assertSame(
      [events, closing],
      [
        ['error 3', 'close 3'],
        [1006, '', false],
      ],
    );
  },
  'an unreachable server fires error and close': async (Socket) => {
    const socket = new Socket('ws://127.0.0.1:1/');
    const [events, closing] = await Promise.all([eventsOf(socket), closingOf(socket)]);
    assertSame([events, closing, socket.readyState], [['error 3', 'close 3'], [1006, '', false], 3]);
  },
};
