import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type ConnectOptions, Paceline } from '../client/paceline.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import { paceA } from '../control/pace-a.ts';
import type { Message } from '../sender/message.ts';
import type { Session } from '../session/session.ts';
import type { Received } from '../stream/inbox.ts';
import type { Stream } from '../stream/stream.ts';
import { BreakingProxy } from './breaking-proxy.test.setup.ts';
import type { CallbackMember, CallbackMethod } from './callback-member.test.setup.ts';
import { PacelineServer } from './paceline-server.ts';
import type { PacelineServerOptions } from './server-options.ts';
import { until } from './server.test.setup.ts';

// Each callback of the application fails once while both endpoints send, and while connections are lost.

type Role = 'client' | 'server';
type Name =
  | `client: ${CallbackMember<ConnectOptions>}`
  | `server: ${CallbackMember<PacelineServerOptions>}`
  | `${Role}: ${CallbackMethod<Session> | CallbackMember<LatencyController> | 'pollInterval'}`
  | `${Role}: ${CallbackMethod<Stream>} of a stream`;

/**
 * Effect of an error of each callback: it ends the session of the callback, or has no effect that
 * the application sees.
 */
const callbacks: Readonly<Record<Name, 'session' | 'nothing'>> = {
  'client: credentials': 'nothing',
  'client: controller': 'session',
  'client: WebSocket': 'nothing',
  'client: onError': 'nothing',
  'server: authenticate': 'nothing',
  'server: controller': 'session',
  'server: onSession': 'nothing',
  'server: onSocket': 'nothing',
  'server: onRefused': 'nothing',
  'server: onError': 'nothing',
  'client: onMessage': 'nothing',
  'client: onStream': 'nothing',
  'client: onConnectionChange': 'nothing',
  'client: onMessage of a stream': 'nothing',
  'server: onMessage': 'nothing',
  'server: onStream': 'nothing',
  'server: onConnectionChange': 'nothing',
  'server: onMessage of a stream': 'nothing',
  'client: budget': 'session',
  'client: acknowledged': 'session',
  'client: pollInterval': 'session',
  'client: rate': 'session',
  'client: closed': 'session',
  'server: budget': 'session',
  'server: acknowledged': 'session',
  'server: pollInterval': 'session',
  'server: rate': 'session',
  'server: closed': 'session',
};

/** Callbacks whose result is used synchronously: they are tested only with thrown errors. */
const synchronous = /controller|WebSocket|budget|acknowledged|pollInterval|rate|closed/;

const opened: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of opened.splice(0).toReversed()) await close();
});

/** The callbacks that fail when they are called next. They throw, or reject if `isAsync` is set. */
const failing: Set<Name> = new Set();
let isAsync = false;

/** Every callback calls this, and returns the result if there is one. */
function call(name: Name): Promise<never> | undefined {
  if (!failing.delete(name)) return undefined;
  const error = new Error(name);
  if (isAsync) return Promise.reject(error);
  throw error;
}

const controllerOf = (role: Role) => (): LatencyController => {
  void call(`${role}: controller`);
  const controller = paceA();
  const own: Partial<LatencyController> = {
    budget(path) {
      void call(`${role}: budget`);
      return controller.budget(path);
    },
    acknowledged(acknowledged) {
      void call(`${role}: acknowledged`);
      controller.acknowledged?.(acknowledged);
    },
    rate() {
      void call(`${role}: rate`);
      return controller.rate?.();
    },
    closed() {
      void call(`${role}: closed`);
      controller.closed?.();
    },
    get pollInterval() {
      void call(`${role}: pollInterval`);
      return 5;
    },
  };
  return Object.create(controller, Object.getOwnPropertyDescriptors(own)) as LatencyController;
};

class FailingSocket extends WebSocket {
  constructor(url: string, protocols: string) {
    void call('client: WebSocket');
    super(url, protocols);
  }
}

/** Messages that an endpoint has received, by stream. */
class Receiver {
  readonly got: Record<'session' | 'stream', string[]> = { session: [], stream: [] };

  constructor(role: Role, session: Session) {
    const note = (stream: 'session' | 'stream', data: Received): unknown =>
      this.got[stream].push(nameOf(data));
    session.onMessage((data) => {
      note('session', data);
      return call(`${role}: onMessage`);
    });
    session.onStream((stream) => {
      stream.onMessage((data) => {
        note('stream', data);
        return call(`${role}: onMessage of a stream`);
      });
      return call(`${role}: onStream`);
    });
    session.onConnectionChange(() => call(`${role}: onConnectionChange`));
  }
}

/** Sends the messages of an endpoint: each number once by the session and once by a stream. */
class Sender {
  readonly sent: Message[] = [];
  readonly names: string[] = [];
  #session: Session;
  #stream: Stream;

  constructor(session: Session) {
    this.#session = session;
    this.#stream = session.stream();
  }

  send(count: number): void {
    for (let i = 0; i < count; i++) {
      const name = String(this.names.length);
      this.names.push(name);
      for (const by of [this.#session, this.#stream]) this.sent.push(by.send(name.padEnd(3000)));
    }
  }
}

function nameOf(data: Received): string {
  return String(data).trimEnd();
}

/** A session and the messages of both endpoints. */
interface Traffic {
  readonly session: Session;
  readonly directions: readonly (readonly [Sender, Receiver])[];
}

const receivers: Map<string, Receiver> = new Map(); // of the server, by session
const reportedErrors: Record<Role, string[]> = { client: [], server: [] };

function noteError(role: Role): (error: unknown) => unknown {
  return (error) => {
    reportedErrors[role].push((error as Error).message);
    return call(`${role}: onError`);
  };
}

async function serve(): Promise<{ readonly listener: PacelineServer; readonly proxy: BreakingProxy }> {
  const listener = new PacelineServer({
    port: 0,
    controller: controllerOf('server'),
    authenticate: ({ credentials }) => call('server: authenticate') ?? credentials !== 'wrong',
    onSession(session) {
      receivers.set(session.id, new Receiver('server', session));
      return call('server: onSession');
    },
    onSocket: () => call('server: onSocket'),
    onRefused: () => call('server: onRefused'),
    onError: noteError('server'),
  });
  opened.push(() => listener.close({ timeout: 0 }));
  const proxy = await BreakingProxy.to(await listener.listening);
  opened.push(() => proxy.close());
  return { listener, proxy };
}

async function connect(url: string, listener: PacelineServer): Promise<Traffic> {
  const session = await Paceline.connect(url, {
    WebSocket: FailingSocket,
    credentials: () => call('client: credentials') ?? '',
    controller: controllerOf('client'),
    onError: noteError('client'),
  });
  opened.push(() => session.terminate());
  const atServer = (): Session | undefined => listener.sessions.find(({ id }) => id === session.id);
  await until(() => atServer() !== undefined && session.endpoint.channels.size === 2);
  const receiver = new Receiver('client', session);
  const directions = [
    [new Sender(session), receivers.get(session.id)!] as const,
    [new Sender(atServer()!), receiver] as const,
  ];
  return { session, directions };
}

/**
 * Sends by all sessions. Meanwhile the session behind the proxy loses one connection, then all of
 * its connections, and other clients connect.
 */
async function run(
  all: readonly Traffic[],
  { listener, proxy }: Awaited<ReturnType<typeof serve>>,
): Promise<void> {
  const [{ session }] = all as [Traffic];
  const url = `ws://127.0.0.1:${await listener.listening}`;
  const load = (): void => all.flatMap(({ directions }) => directions).forEach(([sender]) => sender.send(10));
  const lose = async (count: number, cut: () => void): Promise<void> => {
    const made = session.statistics.connectionsMade + count;
    cut();
    load();
    const isWhole = (): boolean =>
      session.endpoint.channels.size === 2 && session.statistics.connectionsMade === made;
    await until(() => session.endpoint.isClosed || isWhole());
  };
  load();
  await lose(1, () => proxy.cutFirst());
  load();
  const plain = new WebSocket(url);
  await once(plain, 'open');
  plain.terminate();
  const late = await Paceline.connect(url, { WebSocket });
  late.terminate();
  await expect(Paceline.connect(url, { WebSocket, credentials: 'wrong' })).rejects.toThrow(
    'notAuthenticated',
  );
  await lose(2, () => proxy.cut());
  load();
}

const cases = ['throws', 'rejects'].flatMap((way) =>
  (Object.keys(callbacks) as Name[])
    .filter((name) => way === 'throws' || !synchronous.test(name))
    .map((name) => [name, way] as const),
);

test.each(cases)('%s %s, and no other session ends or loses a message', async (name, way) => {
  const logged: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((error: Error) => void logged.push(error.message));
  for (const list of Object.values(reportedErrors)) list.splice(0);
  const served = await serve();
  const direct = await connect(`ws://127.0.0.1:${await served.listener.listening}`, served.listener);
  const all = [await connect(served.proxy.url, served.listener), direct];
  isAsync = way === 'rejects';
  const [role, callback] = name.split(': ') as [Role, string];
  const first: Name = callback === 'onError' ? `${role}: onMessage` : name; // so that `onError` is called
  for (const one of [first, name]) failing.add(one);
  await run(all, served);
  await until(() => all.every(isOver));
  expect([...failing]).toEqual([]);
  expect(reportedErrors).toEqual({ client: [], server: [], [role]: [first] });
  expect(logged).toEqual(callback === 'onError' ? [first, name] : []);
  const ended = all.filter(({ session }) => session.endpoint.isClosed);
  expect(ended).toHaveLength(callbacks[name] === 'session' ? 1 : 0);
  for (const { session } of ended) expect((await session.closed).code).toBe(1011);
  for (const { directions } of all.filter(({ session }) => !session.endpoint.isClosed))
    for (const [sender, receiver] of directions)
      expect(receiver.got).toEqual({ session: sender.names, stream: sender.names });
  for (const { directions } of all)
    for (const [, { got }] of directions)
      for (const stream of Object.values(got)) expect(stream).toEqual(stream.map((_one, i) => String(i)));
});

function isOver({ directions }: Traffic): boolean {
  return directions.every(([{ sent }]) =>
    sent.every(({ status }) => status === 'delivered' || status === 'lost'),
  );
}
