import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { EventLoop } from '@doha/loop';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ServerOptions, WebSocket as WsSocket, WebSocketServer } from 'ws';
import { Paceline } from '../client/paceline.ts';
import type { SocketClass } from '../client/platform-socket.ts';
import { PacelineServer } from '../server/paceline-server.ts';
import { closeCode } from '../wire/close-code.ts';
import { minSettings, writeServerHello } from '../wire/hello.ts';
import { protocol } from '../wire/layout.ts';
import type { PacelineSocketOptions } from './paceline-socket-options.ts';
import { PacelineSocket } from './paceline-socket.ts';

const open: (() => unknown)[] = [];

const servers: [string, () => Promise<string>][] = [
  ['a plain server', () => servePlain()],
  ['a server that speaks Paceline', () => servePaced()],
];

// As in Node 20, whatever version runs this test.
beforeEach(() => {
  vi.stubGlobal('WebSocket', undefined);
  vi.stubGlobal('CloseEvent', undefined);
});

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
  vi.unstubAllGlobals();
});

/** A plain server that echoes messages, and closes on request. Returns its address. */
async function servePlain(options: ServerOptions = {}): Promise<string> {
  const server = new WebSocketServer({ port: 0, ...options });
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer, isBinary) => {
      if (data.toString() === 'close me') socket.close(4001, 'as you wish');
      else socket.send(data, { binary: isBinary });
    });
  });
  open.push(() => server.close());
  await once(server, 'listening');
  return `ws://localhost:${(server.address() as AddressInfo).port}`;
}

/** A server that speaks Paceline, echoes messages, and closes on request. Returns its address. */
async function servePaced(): Promise<string> {
  const server = new PacelineServer({
    port: 0,
    onSession(session) {
      session.onMessage((data) => {
        if (data === 'close me') void session.close({ code: 4001, reason: 'as you wish' });
        else session.send(data);
      });
    },
  });
  open.push(() => server.close({ timeout: 0 }));
  return `ws://localhost:${await server.listening}`;
}

function next<T extends keyof WebSocketEventMap>(socket: WebSocket, type: T): Promise<WebSocketEventMap[T]> {
  return new Promise((resolve) => socket.addEventListener(type, resolve, { once: true }));
}

/** Sends a message, and resolves to its echo. */
async function echoOf(socket: WebSocket, data: string | Blob | Uint8Array<ArrayBuffer>): Promise<unknown> {
  socket.send(data);
  const event: MessageEvent<unknown> = await next(socket, 'message');
  return event.data instanceof ArrayBuffer ? [...new Uint8Array(event.data)] : event.data;
}

test('messages that the server sends at once are not lost, and arrive after the socket is open', async () => {
  const server = new PacelineServer({ port: 0, onSession: (session) => session.send('welcome') });
  open.push(() => server.close({ timeout: 0 }));
  // `ws` dispatches several messages in one turn, which no browser does.
  const socket = new PacelineSocket(`ws://localhost:${await server.listening}`, { WebSocket: WsSocket });
  const log: string[] = [];
  socket.onopen = () => log.push('open');
  await new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      log.push(String(data));
      resolve();
    };
  });
  expect(log).toEqual(['open', 'welcome']);
});

test.each([
  ['a plain server', servePlain],
  ['a plain server that chooses no subprotocol', () => servePlain({ handleProtocols: () => false })],
  ['a server that speaks Paceline', servePaced],
])(
  'with the WebSocket of ws a PacelineSocket talks with %s, and either endpoint can close it',
  async (_, serve) => {
    const url = await serve();
    const socket = new PacelineSocket(url, { WebSocket: WsSocket });
    const log: string[] = [];
    for (const type of ['error', 'close']) socket.addEventListener(type, () => log.push(type));
    socket.binaryType = 'arraybuffer';
    await next(socket, 'open');
    expect([socket.url, socket.protocol]).toEqual([`${url}/`, '']);
    expect(await echoOf(socket, 'text')).toBe('text');
    expect(await echoOf(socket, Uint8Array.of(1, 2, 3))).toEqual([1, 2, 3]);
    expect(await echoOf(socket, new Blob(['blob']))).toEqual([...Buffer.from('blob')]);
    socket.binaryType = 'blob';
    expect(await echoOf(socket, Uint8Array.of(4))).toEqual(new Blob([Uint8Array.of(4)]));
    socket.close(3001, 'bye');
    const end = await next(socket, 'close');
    expect(end).toBeInstanceOf(Event);
    expect(end).toMatchObject({ code: 3001, reason: 'bye', wasClean: true, target: socket });
    expect(log).toEqual(['close']);

    const other = new PacelineSocket(url, { WebSocket: WsSocket });
    await next(other, 'open');
    other.send('close me');
    expect(await next(other, 'close')).toMatchObject({ code: 4001, reason: 'as you wish', wasClean: true });
  },
);

test.each([
  ['a plain server that compresses', () => servePlain({ perMessageDeflate: true }), 'permessage-deflate'],
  ['a server that speaks Paceline', servePaced, ''],
])('a PacelineSocket shows the extensions that it uses with %s', async (_, serve, extensions) => {
  const socket = new PacelineSocket(await serve(), { WebSocket: WsSocket });
  expect(socket.extensions).toBe('');
  await next(socket, 'open');
  expect(socket.extensions).toBe(extensions);
});

test('options may be given in place of the subprotocols, even if one of the options is unknown', async () => {
  const options = { WebSocket: WsSocket, resumeTimeout: 5000, credentials: 'of connect' };
  const socket = new PacelineSocket(await servePaced(), options);
  await next(socket, 'open');
  expect(await echoOf(socket, 'hello')).toBe('hello');
});

test('a plain object in place of the subprotocols counts as options, even if all of its options are unknown', async () => {
  vi.stubGlobal('WebSocket', WsSocket);
  const url = await servePaced();
  for (const options of [{ clasify: () => ({}) }, Object.assign(Object.create(null), { clasify: 5 })]) {
    const socket = await opened(new PacelineSocket(url, options as PacelineSocketOptions));
    expect(await echoOf(socket, 'hello')).toBe('hello');
  }
});

test.each<[string, object, PacelineSocketOptions?]>([
  ['options are given, too', { clasify: 1 }, {}],
  ['it has a toString of its own', { toString: () => 'two words' }],
])('an object in place of the subprotocols counts as a subprotocol if %s', (_, given, options) => {
  vi.stubGlobal('WebSocket', WsSocket);
  expect(() => new PacelineSocket('ws://localhost:1', given as [], options)).toThrow('subprotocol');
});

test('after install an object in place of the subprotocols is a subprotocol, as for WebSocket', () => {
  vi.stubGlobal('WebSocket', WsSocket);
  const undo = PacelineSocket.install();
  expect(() => new WebSocket('ws://localhost:1', { resumeTimeout: 5000 } as unknown as string)).toThrow(
    'subprotocol',
  );
  undo();
});

test.each([
  ['a plain server', () => servePlain()],
  ['a server that speaks Paceline', servePaced],
])(
  'with %s data that is neither text nor bytes is sent as a text, and a Blob that cannot be read delays nothing',
  async (_, serve) => {
    const errors: unknown[] = [];
    const loop = new EventLoop({ onError: (error) => errors.push(error) });
    const socket = new PacelineSocket(await serve(), {
      WebSocket: WsSocket,
      loop,
      classify: (data) => (data === 'nonsense' ? { priority: NaN } : {}),
    });
    await next(socket, 'open');
    expect(await echoOf(socket, 5 as unknown as string)).toBe('5');
    expect(await echoOf(socket, null as unknown as string)).toBe('null');
    expect(await echoOf(socket, 'nonsense')).toBe('nonsense');
    expect(errors.splice(0)).toEqual([new RangeError('classify: priority must be a finite number, got NaN')]);
    const gone = new Blob(['gone']);
    gone.arrayBuffer = () => Promise.reject(new Error('it has gone'));
    socket.send(gone);
    expect(await echoOf(socket, 'later')).toBe('later');
    expect(errors).toEqual([new Error('it has gone')]);
    expect(socket.bufferedAmount).toBe(0);
    socket.close();
    await next(socket, 'close');
  },
);

interface Update {
  readonly priority: number;
  readonly key?: string;
  readonly text: string;
}

test.each([
  ['a plain server', () => servePlain()],
  ['a server that speaks Paceline', servePaced],
])(
  'with %s messages are sent by the priorities of classify, and only the newest one of a key',
  async (_, serve) => {
    const socket = new PacelineSocket(await serve(), {
      WebSocket: WsSocket,
      classify: (data) => {
        const { key, priority } = JSON.parse(data as string) as Update;
        return { priority, ...(key !== undefined && { key }) };
      },
    });
    const echoes: string[] = [];
    const all = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        const { text } = JSON.parse(data as string) as Update;
        echoes.push(text);
        if (text === 'last') resolve();
      };
    });
    await next(socket, 'open');
    const send = (update: Update): void => socket.send(JSON.stringify(update));
    send({ priority: 0, text: 'x'.repeat(20_000_000) }); // more than the buffers of the operating system
    send({ priority: 0, key: 'position', text: 'old' });
    send({ priority: 0, text: 'last' });
    send({ priority: 1, text: 'urgent' });
    send({ priority: 0, key: 'position', text: 'new' });
    await all;
    expect(echoes.filter((text) => text.length < 10)).toEqual(['urgent', 'new', 'last']);
  },
);

test.each([4500, 4504, 4509, 4999])(
  'an application may close with %i, which both endpoints get',
  async (code) => {
    const ends: unknown[] = [];
    const server = new PacelineServer({
      port: 0,
      onSession: (session) => {
        session.onMessage(() => void session.close({ code, reason: 'as you wish' }));
        void session.closed.then((end) => ends.push(end.code));
      },
    });
    open.push(() => server.close({ timeout: 0 }));
    const url = `ws://localhost:${await server.listening}`;
    const asked = await opened(new PacelineSocket(url, { WebSocket: WsSocket }));
    asked.send('close me');
    expect(await next(asked, 'close')).toMatchObject({ code, reason: 'as you wish', wasClean: true });
    const own = await opened(new PacelineSocket(url, { WebSocket: WsSocket }));
    own.close(code, 'bye');
    expect(await next(own, 'close')).toMatchObject({ code, reason: 'bye', wasClean: true });
    await expect.poll(() => ends).toEqual([code, code]);
  },
);

test('each message of a frame is dispatched in a task of its own, and the close event after all messages', async () => {
  const server = new PacelineServer({
    port: 0,
    onSession(session) {
      for (const text of ['one', 'two', 'three']) session.send(text);
      void session.close({ code: 4000 });
    },
  });
  open.push(() => server.close({ timeout: 0 }));
  const socket = new PacelineSocket(`ws://localhost:${await server.listening}`, { WebSocket: WsSocket });
  const log: string[] = [];
  for (const type of ['open', 'message', 'close'] as const) {
    const listen = async (event: Event): Promise<void> => {
      log.push(event instanceof MessageEvent ? String(event.data) : type);
      for (let i = 0; i < 10; i++) await Promise.resolve();
      log.push('its microtasks');
    };
    socket.addEventListener(type, (event) => void listen(event));
  }
  await next(socket, 'close');
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(['open', 'one', 'two', 'three', 'close'].flatMap((line) => [line, 'its microtasks']));
});

test('a message that waits until a Blob is read is not affected by later changes of its bytes', async () => {
  for (const [, serve] of servers) {
    const socket = await opened(new PacelineSocket(await serve(), { WebSocket: WsSocket }));
    socket.binaryType = 'arraybuffer';
    const echoes: unknown[] = [];
    socket.onmessage = ({ data }) => echoes.push(data);
    const bytes = Uint8Array.of(1, 2, 3);
    socket.send(new Blob([]));
    socket.send(bytes);
    bytes.fill(0);
    socket.send('last');
    await expect.poll(() => echoes.length).toBe(3);
    expect(echoes).toEqual([new ArrayBuffer(0), Uint8Array.of(1, 2, 3).buffer, 'last']);
  }
});

test('an error of classify is reported, and the message is sent', async () => {
  for (const [, serve] of servers) {
    const errors: unknown[] = [];
    const socket = new PacelineSocket(await serve(), {
      WebSocket: WsSocket,
      loop: new EventLoop({ onError: (error) => errors.push(error) }),
      classify() {
        throw new Error('not this one');
      },
    });
    expect(await echoOf(await opened(socket), 'hello')).toBe('hello');
    expect(errors).toEqual([new Error('not this one')]);
  }
});

test('the rejection of an async classify is reported, and the message is sent', async () => {
  for (const [, serve] of servers) {
    const errors: unknown[] = [];
    const socket = new PacelineSocket(await serve(), {
      WebSocket: WsSocket,
      onError: (error) => errors.push(error),
      classify: () => Promise.reject(new Error('not this one')) as never,
    });
    expect(await echoOf(await opened(socket), 'hello')).toBe('hello');
    expect(errors).toEqual([
      new TypeError('classify must be a function that returns an object, got an object (Promise)'),
      new Error('not this one'),
    ]);
  }
});

test.each([
  [{ classify: 5 }, 'PacelineSocket: classify must be a function, got 5'],
  [{ WebSocket: 5 }, 'PacelineSocket: WebSocket must be a class with the interface of WebSocket, got 5'],
  [{ standbys: 9 }, 'PacelineSocket: standbys must be a whole number from 0 to 4, got 9'],
  [
    { resumeTimeout: -1 },
    'PacelineSocket: resumeTimeout must be a whole number from 0 to 2147483648, got -1',
  ],
])('the constructor refuses the options %o', (options, message) => {
  const given = { WebSocket: WsSocket, ...options } as unknown as PacelineSocketOptions;
  expect(() => new PacelineSocket('ws://localhost', [], given)).toThrow(message);
});

test('a program that offers the subprotocol of Paceline gets a plain WebSocket', async () => {
  const socket = await opened(new PacelineSocket(await servePaced(), [protocol], { WebSocket: WsSocket }));
  expect(socket.protocol).toBe(protocol);
});

test('a plain socket whose connection is cut has a close event with 1006, and no error event', async () => {
  const server = new WebSocketServer({ port: 0 });
  server.on('connection', (socket) => socket.on('message', () => socket.terminate()));
  open.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = await opened(new PacelineSocket(`ws://localhost:${port}`, { WebSocket: WsSocket }));
  const log: string[] = [];
  socket.onerror = () => log.push('error');
  socket.send('cut');
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
  expect(log).toEqual([]);
});

test('a socket whose session is lost has a close event with 1006, and no error event', async () => {
  const server = new PacelineServer({
    port: 0,
    onSession: (session) => session.onMessage(() => session.endpoint.fail(closeCode.unknownSession, '')),
  });
  open.push(() => server.close({ timeout: 0 }));
  const socket = await opened(
    new PacelineSocket(`ws://localhost:${await server.listening}`, { WebSocket: WsSocket }),
  );
  const log: string[] = [];
  socket.onerror = () => log.push('error');
  socket.send('end');
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, reason: '', wasClean: false });
  expect(log).toEqual([]);
});

test('a socket whose server is gone is closed without an error event, and before resumeTimeout', async () => {
  const server = new PacelineServer({ port: 0 });
  const url = `ws://localhost:${await server.listening}`;
  const socket = await opened(new PacelineSocket(url, { WebSocket: WsSocket, resumeTimeout: 2 ** 31 }));
  const log: string[] = [];
  socket.onerror = () => log.push('error');
  for (const session of server.sessions)
    session.endpoint.channels.forEach((channel) => session.endpoint.unbind(channel));
  await server.close({ timeout: 0 });
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
  expect(log).toEqual([]);
});

test('without a server there are an error event and a close event, and nothing is thrown', async () => {
  const server = new WebSocketServer({ port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const socket = new PacelineSocket(`ws://localhost:${port}`, { WebSocket: WsSocket });
  const log: string[] = [];
  for (const type of ['open', 'error', 'close']) socket.addEventListener(type, () => log.push(type));
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, reason: '', wasClean: false });
  expect(log).toEqual(['error', 'close']);
});

/** As in Node 22: a connection that fails has an 'error' event and no 'close' event. */
class FailingSocket extends EventTarget {
  readonly url: string;
  readonly protocol = '';
  readonly readyState = 0;
  readonly bufferedAmount = 0;
  binaryType = 'blob';

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    queueMicrotask(() => this.close());
  }

  send(): void {}

  close(): void {
    this.dispatchEvent(new Event('error'));
  }
}

test('a WebSocket with an error event and no close event has ended', async () => {
  const socket = new PacelineSocket('ws://localhost', { WebSocket: FailingSocket as unknown as SocketClass });
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
  const session = Paceline.connect('ws://localhost', {
    WebSocket: FailingSocket as unknown as SocketClass,
    timeout: 2 ** 31,
  });
  await expect(session).rejects.toMatchObject({ code: 1006 });
});

test.each(['protocol', 'extensions'] as const)(
  'a plain socket whose class throws in %s while it opens fails with an error',
  async (member) => {
    class Broken extends WsSocket {
      get [member](): string {
        throw new Error('of the class');
      }
    }
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const socket = new PacelineSocket(await servePlain(), { WebSocket: Broken, onError });
    const failed = next(socket, 'error');
    expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
    await failed;
    expect(errors).toEqual([new Error('of the class')]);
  },
);

test('a socket that is closed while it connects ends with an error, as in browsers', async () => {
  const socket = new PacelineSocket(await servePlain(), { WebSocket: WsSocket });
  const failed = next(socket, 'error');
  socket.close();
  expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
  await failed;
});

test('a socket that is closed while its second connection is made never opens', async () => {
  const url = await servePlain({ handleProtocols: (names) => [...names].at(-1)! });
  let made = 0;
  class Closing extends WsSocket {
    constructor(...given: ConstructorParameters<typeof WsSocket>) {
      super(...given);
      if (++made === 2) socket.close();
    }
  }
  const socket: PacelineSocket = new PacelineSocket(url, ['chat'], { WebSocket: Closing });
  const log: string[] = [];
  for (const type of ['open', 'error']) socket.addEventListener(type, () => log.push(type));
  expect(await next(socket, 'close')).toMatchObject({ code: 1006 });
  expect([log, made]).toEqual([['error'], 2]);
});

test('without a WebSocket the error names the called function and the missing class', async () => {
  const missing = 'there is no WebSocket here; give the option WebSocket, as that of ws';
  expect(() => new PacelineSocket('ws://localhost')).toThrow(`PacelineSocket: ${missing}`);
  await expect(Paceline.connect('ws://localhost')).rejects.toThrow(`connect: ${missing}`);
});

test.each([
  [{ resumeTimeout: -1 }, 'resumeTimeout must be a whole number from 0 to 2147483648, got -1'],
  [{ timeout: 0 }, 'timeout must be a whole number from 1 to 2147483648, got 0'],
  [{ loop: 5 as never }, 'loop must be an EventLoop, got 5'],
  [{ onError: 5 as never }, 'onError must be a function, got 5'],
  [{ classify: 5 as never }, 'classify must be a function, got 5'],
  [{ controller: () => null as never }, 'controller must be a function that returns an object'],
  [{ WebSocket: 5 as never }, 'WebSocket must be a class with the interface of WebSocket, got 5'],
])('the errors of the options %j name the called function', (options, message) => {
  expect(() => new PacelineSocket('ws://localhost', [], options)).toThrow(`PacelineSocket: ${message}`);
  expect(() => PacelineSocket.install(options)).toThrow(`PacelineSocket.install: ${message}`);
});

test('a PacelineSocket uses the WebSocket that the platform has when it is created', async () => {
  for (const url of [await servePlain(), await servePaced()]) {
    vi.stubGlobal('WebSocket', WsSocket);
    const socket = new PacelineSocket(url);
    vi.stubGlobal('WebSocket', undefined);
    expect(await echoOf(await opened(socket), 'hello')).toBe('hello');
  }
});

test('an installed PacelineSocket uses the WebSocket that it replaces, and can be uninstalled', async () => {
  const [plain, paced] = [await servePlain(), await servePaced()];
  vi.stubGlobal('WebSocket', WsSocket);
  const undo = PacelineSocket.install();
  const undoSecond = PacelineSocket.install();
  for (const url of [plain, paced]) {
    const socket = await opened(new WebSocket(url));
    expect(socket).toBeInstanceOf(PacelineSocket);
    expect(await echoOf(socket, 'installed')).toBe('installed');
    expect(await echoOf(await opened(new PacelineSocket(url)), 'beside it')).toBe('beside it');
  }
  const session = await Paceline.connect(paced);
  open.push(() => session.terminate());
  expect(session.isConnected).toBe(true);
  undoSecond();
  undo();
  expect(WebSocket).toBe(WsSocket);
});

test('a PacelineSocket that is assigned to globalThis.WebSocket uses the WebSocket from before its module was loaded', async () => {
  vi.stubGlobal('WebSocket', WsSocket);
  vi.resetModules();
  const { PacelineSocket: Loaded } = await import('./paceline-socket.ts');
  vi.stubGlobal('WebSocket', Loaded);
  const socket = await opened(new WebSocket(await servePlain()));
  expect(await echoOf(socket, 'hello')).toBe('hello');
});

test('install with the option WebSocket defines the global WebSocket where the platform has none', async () => {
  const undo = PacelineSocket.install({ WebSocket: WsSocket });
  expect(await echoOf(await opened(new WebSocket(await servePaced())), 'hello')).toBe('hello');
  undo();
  expect(typeof WebSocket).toBe('undefined');
});

/** The socket, once it is open; it is closed when the test is over. */
async function opened(socket: WebSocket): Promise<WebSocket> {
  open.push(() => socket.close());
  await next(socket, 'open');
  return socket;
}

test.each([[[]], [['chat']], [['chat', 'news']], [['chat', 'news', 'more']]])(
  'a plain server that selects the last subprotocol talks with a socket that offers %j',
  async (offered) => {
    const seen: string[] = [];
    const url = await servePlain({
      handleProtocols: (names) => {
        seen.push([...names].at(-1)!);
        return seen.at(-1)!;
      },
    });
    const socket = new PacelineSocket(url, offered, { WebSocket: WsSocket });
    await next(socket, 'open');
    expect(socket.protocol).toBe(offered.at(-1) ?? '');
    expect(await echoOf(socket, 'hello')).toBe('hello');
    expect(seen).not.toContain(protocol);
    socket.close();
    await next(socket, 'close');
  },
);

test.each([[['access_token', 'secret']], [['a', 'b', 'c']]])(
  'a plain server gets the subprotocols %j of the application in their order, and selects the first one',
  async (offered) => {
    const seen: string[][] = [];
    const url = await servePlain({
      handleProtocols: (names) => {
        seen.push([...names]);
        return offered[0]!;
      },
    });
    const socket = await opened(new PacelineSocket(url, offered, { WebSocket: WsSocket }));
    expect(socket.protocol).toBe(offered[0]);
    expect(seen).toEqual([[...offered, protocol, 'plain.last']]);
  },
);

test.each([[[]], [['news']]])(
  'a socket that offers %j fails if the server hello has another subprotocol',
  async (offered) => {
    const server = new WebSocketServer({ port: 0, handleProtocols: () => protocol });
    open.push(() => server.close());
    server.on('connection', (socket) => {
      const sessionName = new Uint8Array(32);
      socket.once('message', () =>
        socket.send(writeServerHello({ sessionName, settings: minSettings, protocol: 'chat' })),
      );
    });
    await once(server, 'listening');
    const url = `ws://localhost:${(server.address() as AddressInfo).port}`;
    const socket = new PacelineSocket(url, offered, { WebSocket: WsSocket });
    const log: string[] = [];
    for (const type of ['open', 'error']) socket.addEventListener(type, () => log.push(type));
    expect(await next(socket, 'close')).toMatchObject({ code: 1006, wasClean: false });
    expect([log, socket.protocol]).toEqual([['error'], '']);
  },
);

test.each([
  [['plain']],
  [['plain.last']],
  [['chat', 'plain.last']],
  [['plain', protocol]],
  [[protocol, 'chat']],
])(
  'a program that offers %j, with a name of Paceline, gets a plain WebSocket that offers the same',
  async (offered) => {
    const seen: string[][] = [];
    const url = await servePlain({
      handleProtocols: (names) => {
        seen.push([...names]);
        return offered.at(-1)!;
      },
    });
    const socket = await opened(new PacelineSocket(url, offered, { WebSocket: WsSocket }));
    expect(socket.protocol).toBe(offered.at(-1));
    expect(await echoOf(socket, 'hello')).toBe('hello');
    expect(seen).toEqual([offered]);
  },
);

test('any number of messages may wait in a PacelineSocket', async () => {
  const server = new PacelineServer({ port: 0, onSession() {} });
  open.push(() => server.close({ timeout: 0 }));
  const socket = new PacelineSocket(`ws://localhost:${await server.listening}`, {
    WebSocket: WsSocket as unknown as SocketClass,
  });
  await next(socket, 'open');
  const count = 2 ** 18 + 2;
  for (let i = 0; i < count; i++) socket.send('x');
  expect([socket.readyState, socket.bufferedAmount]).toEqual([1, count]);
});
