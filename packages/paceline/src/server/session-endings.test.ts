import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ConnectOptions, Paceline } from '../client/paceline.ts';
import type { Message, MessageEnd } from '../sender/message.ts';
import type { ConnectionChange, Session } from '../session/session.ts';
import type { Stream } from '../stream/stream.ts';
import { BreakingProxy } from './breaking-proxy.test.setup.ts';
import { PacelineServer } from './paceline-server.ts';
import type { PacelineServerOptions } from './server-options.ts';
import { until } from './server.test.setup.ts';
import type { WaitingMember } from './waiting-member.test.setup.ts';

// Every promise and iterator of a session, of its streams and of its messages settles at both
// endpoints, in whatever way the session ends.

/** An endpoint of a session with its promises and iterators. */
interface TestEndpoint {
  readonly session: Session;
  /** A stream of this endpoint that the peer does not read. */
  readonly unread: Stream;
  /** A stream of the peer that this endpoint reads. */
  readonly incoming: Stream;
  /** A stream of the peer that this endpoint does not read. */
  readonly incomingUnread: Stream;
  readonly changes: ConnectionChange[];
}

interface Pair {
  readonly client: TestEndpoint;
  readonly server: TestEndpoint;
  readonly listener: PacelineServer;
  readonly proxy: BreakingProxy;
}

/** Promises by the member that returns them. */
type PromisesByMember<T> = Readonly<Record<WaitingMember<T>, (endpoint: TestEndpoint) => Promise<unknown>>>;

const ofSession: PromisesByMember<Session> = {
  closed: ({ session }) => session.closed,
  ready: ({ session }) => session.ready,
  close: ({ session }) => session.close({ timeout: Infinity }),
  [Symbol.asyncIterator]: ({ session }) => readAll(session),
};

const ofStream: PromisesByMember<Stream> = {
  ended: ({ incoming }) => incoming.ended,
  ready: ({ unread }) => unread.ready,
  [Symbol.asyncIterator]: ({ incoming }) => readAll(incoming),
};

/** The promises of a message, by member. */
const ofMessage: Readonly<
  Record<WaitingMember<Message>, (message: Message) => Promise<MessageEnd | 'sent'>>
> = {
  sent: (message) => message.sent,
  delivered: (message) => message.delivered,
};

const messages: Readonly<Record<string, (endpoint: TestEndpoint) => Message>> = {
  'a message': ({ session }) => session.send('x'),
  'a message of 1 MB': ({ session }) => session.send(new Uint8Array(1_000_000)),
  'the latest message': ({ session }) => session.latest('key', 'x'),
  'a message that can expire': ({ session }) => session.send('x', { expiresIn: 2 ** 31 }),
  'a message that nobody reads': ({ unread }) => unread.send(new Uint8Array(100_000)),
  'a message of the peer’s stream': ({ incoming }) => incoming.send('x'),
};

async function readAll(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}

/** A way in which a session can end, and the codes that the endpoints get. */
interface Ending {
  readonly end: (pair: Pair) => unknown;
  /** Codes at the client and at the server. */
  readonly codes: readonly [number, number];
  /**
   * Whether `onConnectionChange` reports 'lost', at the client and at the server; default: at
   * neither.
   */
  readonly isLost?: readonly [boolean, boolean];
  /** Number of errors that `onError` of the server gets; default 0. */
  readonly reports?: number;
  readonly options?: { readonly client?: ConnectOptions; readonly server?: Partial<PacelineServerOptions> };
  /** False: this ending is not tested while both endpoints are closing. */
  readonly alsoWhileClosing?: false;
}

const soon = { resumeTimeout: 200, heartbeat: 200 };
const givesUp = { client: soon, server: soon };
const bothLost = [true, true] as const;
const terminated = { codes: [4510, 4510] as const };

/** An empty text frame of WebSocket. Paceline has no text frames. */
const textFrame = Uint8Array.of(0x81, 0);
const maskedTextFrame = Uint8Array.of(0x81, 0x80, 0, 0, 0, 0);

let isRefusing = false;

const endings: Readonly<Record<string, Ending>> = {
  'the client closes the session': {
    codes: [1000, 1000],
    end({ client, server }) {
      readUnread(client, server);
      void client.session.close();
    },
  },
  'the server closes the session': {
    codes: [1000, 1000],
    end({ client, server }) {
      readUnread(client, server);
      void server.session.close();
    },
  },
  'both endpoints close the session with different codes': {
    codes: [4000, 4001],
    end({ client, server }) {
      readUnread(client, server);
      void client.session.close({ code: 4000 });
      void server.session.close({ code: 4001 });
    },
  },
  'the client closes the session, and nobody reads': {
    codes: [4507, 4507],
    isLost: [false, true],
    end: ({ client }) => void client.session.close({ timeout: 10 }),
  },
  'the server closes the session, and nobody reads': {
    codes: [4507, 4507],
    isLost: [true, false],
    end: ({ server }) => void server.session.close({ timeout: 10 }),
  },
  'the client closes the session, and the server never answers': {
    codes: [4507, 4507],
    isLost: [false, true],
    options: givesUp,
    end({ client, proxy }) {
      proxy.silence();
      void client.session.close({ timeout: 10 });
    },
  },
  'the server closes the session, and the client never answers': {
    codes: [4507, 4507],
    isLost: [true, false],
    options: givesUp,
    end({ proxy, server }) {
      proxy.silence();
      void server.session.close({ timeout: 10 });
    },
  },
  'the client terminates the session': {
    ...terminated,
    isLost: [false, true],
    end: ({ client }) => client.session.terminate(),
  },
  'the server terminates the session': {
    ...terminated,
    isLost: [true, false],
    end: ({ server }) => server.session.terminate(),
  },
  'the client disposes of the session': {
    ...terminated,
    isLost: [false, true],
    end: ({ client }) => client.session[Symbol.dispose](),
  },
  'the server disposes of the session': {
    ...terminated,
    isLost: [true, false],
    end: ({ server }) => server.session[Symbol.dispose](),
  },
  'the peer crashes': {
    codes: [4507, 4507],
    isLost: bothLost,
    options: givesUp,
    end: ({ proxy }) => proxy.refuse(),
  },
  'the peer never answers': {
    codes: [4507, 4507],
    isLost: bothLost,
    options: givesUp,
    end: ({ proxy }) => proxy.silence(),
  },
  'the server stops': {
    codes: [1001, 1001],
    end({ client, listener, server }) {
      readUnread(client, server);
      void listener.close();
    },
  },
  'the server stops, and nobody reads': {
    codes: [1001, 1001],
    isLost: [true, false],
    end: ({ listener }) => void listener.close({ timeout: 10 }),
  },
  'the server stops, and the client never answers': {
    codes: [4507, 1001],
    isLost: [true, false],
    options: { client: soon },
    end({ listener, proxy }) {
      proxy.silence();
      void listener.close({ timeout: 10 });
    },
  },
  'another server takes the place of the server': {
    codes: [4504, 4507],
    isLost: bothLost,
    options: { server: soon },
    async end({ proxy }) {
      const other = new PacelineServer({ port: 0 });
      opened.push(() => other.close({ timeout: 0 }));
      proxy.target = await other.listening;
      proxy.cut();
    },
  },
  'the client is refused when it comes back': {
    codes: [4502, 4507],
    isLost: bothLost,
    options: { server: soon },
    end({ proxy }) {
      isRefusing = true;
      proxy.cut();
    },
  },
  'the client gets an invalid frame': {
    codes: [4500, 4500],
    isLost: bothLost,
    end: ({ proxy }) => proxy.inject(textFrame, 'client'),
  },
  'the server gets an invalid frame': {
    codes: [4500, 4500],
    isLost: bothLost,
    end: ({ proxy }) => proxy.inject(maskedTextFrame, 'server'),
  },
  'the server sends more than maxQueued': {
    codes: [4509, 4509],
    reports: 1,
    isLost: bothLost,
    alsoWhileClosing: false,
    options: { server: { maxQueued: 2 ** 21 } },
    end({ server }) {
      for (let i = 0; i < 4; i++) server.unread.send(new Uint8Array(1_000_000));
    },
  },
  'the client sends more than maxMemory of the server': {
    codes: [4509, 4509],
    reports: 1,
    isLost: bothLost,
    alsoWhileClosing: false,
    options: { server: { maxMemory: 2 ** 20, streamWindow: 2 ** 22 } },
    end({ client }) {
      for (let i = 0; i < 4; i++) client.unread.send(new Uint8Array(1_000_000));
    },
  },
};

function readUnread(...endpoints: readonly TestEndpoint[]): void {
  for (const { incomingUnread } of endpoints) incomingUnread.onMessage(() => {});
}

const opened: (() => unknown)[] = [];
const errors: unknown[] = [];

async function start({ client = {}, server = {} }: NonNullable<Ending['options']>): Promise<Pair> {
  isRefusing = false;
  errors.splice(0);
  const listener = new PacelineServer({
    port: 0,
    authenticate: () => !isRefusing,
    onError: (error) => errors.push(error),
    onRefused: () => {},
    streamWindow: 2 ** 16,
    ...server,
  });
  opened.push(() => listener.close({ timeout: 0 }));
  const proxy = await BreakingProxy.to(await listener.listening);
  opened.push(() => proxy.close());
  const session = await Paceline.connect(proxy.url, { WebSocket, streamWindow: 2 ** 16, ...client });
  opened.push(() => session.terminate());
  await until(() => listener.sessions.length === 1 && session.endpoint.channels.size === 2);
  const endpoints = [session, listener.sessions[0]!].map(begin);
  await until(() => endpoints.every(({ incoming, incomingUnread }) => incoming && incomingUnread));
  return { client: endpoints[0] as TestEndpoint, server: endpoints[1] as TestEndpoint, listener, proxy };
}

function begin(session: Session): Partial<TestEndpoint> {
  const changes: ConnectionChange[] = [];
  session.onConnectionChange((change) => changes.push(change));
  const endpoint: { -readonly [Name in keyof TestEndpoint]?: TestEndpoint[Name] } = { session, changes };
  session.onStream((stream) => {
    endpoint[stream.label as 'incoming' | 'incomingUnread'] = stream;
  });
  session.stream({ label: 'incoming', twoWay: true }).send('x');
  endpoint.unread = session.stream({ label: 'incomingUnread' });
  endpoint.unread.send(new Uint8Array(200_000));
  return endpoint;
}

/** Everything that an endpoint can wait for, by name. */
function promisesOf(endpoint: TestEndpoint, isClosing: boolean): Map<string, Promise<unknown>> {
  const promises = new Map<string, Promise<unknown>>();
  const note = (name: string, promise: Promise<unknown>): void => {
    promise.catch(() => {});
    promises.set(name, promise);
  };
  for (const [label, send] of Object.entries(messages)) {
    const message = send(endpoint);
    for (const [name, promiseOf] of Object.entries(ofMessage))
      note(`${name} of ${label}`, promiseOf(message));
  }
  for (const name of Reflect.ownKeys(ofStream))
    note(`${String(name)} of a stream`, ofStream[name as 'ended'](endpoint));
  for (const name of Reflect.ownKeys(ofSession))
    if (name !== 'close' || isClosing)
      note(`${String(name)} of a session`, ofSession[name as 'closed'](endpoint));
  return promises;
}

const cases = [false, true].flatMap((isClosing) =>
  Object.entries(endings)
    .filter(([, { alsoWhileClosing = true }]) => alsoWhileClosing || !isClosing)
    .map(([name]) => [name, isClosing ? ' while both endpoints are closing' : '', isClosing] as const),
);

describe.each(cases)('everything settles when %s%s', (name, _, isClosing) => {
  const { codes, end, isLost = [false, false], options = {}, reports = 0 } = endings[name]!;
  let pair: Pair;
  let promises: Readonly<Record<'client' | 'server', Map<string, Promise<unknown>>>>;

  beforeAll(async () => {
    pair = await start(options);
    promises = { client: promisesOf(pair.client, isClosing), server: promisesOf(pair.server, isClosing) };
    await end(pair);
  });
  afterAll(async () => {
    for (const close of opened.splice(0).toReversed()) await close();
  });

  test.each([
    ['client', 0],
    ['server', 1],
  ] as const)('at the %s', async (role, index) => {
    expect(await unsettledOf(promises[role])).toEqual([]);
    expect(await promises[role].get('ended of a stream')).toBe('lost');
    const { changes, session } = pair[role];
    const { code } = await session.closed;
    if (isClosing) return;
    expect(code).toBe(codes[index]);
    expect(changes.includes('lost')).toBe(isLost[index]);
    expect(errors).toHaveLength(reports);
  });
});

/** Names of the promises that are still pending after 30 s. */
async function unsettledOf(promises: ReadonlyMap<string, Promise<unknown>>): Promise<string[]> {
  const pending = new Set(promises.keys());
  const settling = [...promises].map(async ([name, promise]) => {
    await promise;
    pending.delete(name);
  });
  let timer;
  const tooLong = new Promise((resolve) => (timer = setTimeout(resolve, 30_000)));
  await Promise.race([Promise.all(settling), tooLong]);
  clearTimeout(timer);
  return [...pending];
}
