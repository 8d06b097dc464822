import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import {
  type Classified,
  type ConnectOptions,
  type EndpointOptions,
  Paceline,
  type Session,
  type StreamOptions,
} from '@doha/paceline';
import { PacelineServer, type PacelineServerOptions } from '@doha/paceline/node';
import { WebSocket } from 'ws';

// The options of Paceline (except `WebSocket`, `port`, `server` and `classify`) with each value of `odd`. A value is either accepted, or causes an error
// that names the option. After such an error no state has changed.

const odd: readonly unknown[] = [undefined, NaN, Infinity, -Infinity, -1, 0, 2 ** 31, '5', {}, null];

type Case = [name: string, value: unknown, isAccepted: boolean];

/** `accepted`: for each option, the values of `odd` that it accepts besides `undefined`. */
function cases(accepted: Readonly<Record<string, readonly unknown[]>>): Case[] {
  return Object.entries(accepted).flatMap(([name, values]) =>
    odd.map((value): Case => [name, value, value === undefined || values.includes(value)]),
  );
}

/** The outcome of an attempt to connect: 'connected', 'not connected', or the error as text. */
async function outcomeOf(connecting: Promise<Session>): Promise<string> {
  try {
    return (await connecting).isConnected ? 'connected' : 'not connected';
  } catch (error) {
    return String(error);
  }
}

function expected(name: string, isAccepted: boolean): RegExp {
  return isAccepted ? /^connected$/ : new RegExp(`^(Type|Range)Error: (.*: )?${name}\\b.* must be .+, got `);
}

const endpointOptions = {
  controller: [],
  maxMessageSize: [],
  receiveWindow: [2 ** 31],
  streamWindow: [2 ** 31],
  maxQueued: [2 ** 31],
  maxStreams: [],
  highWaterMark: [2 ** 31],
  chunkSize: [],
  heartbeat: [2 ** 31],
  resumeTimeout: [0, 2 ** 31],
};

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of opened.splice(0).toReversed()) await end();
});

async function serve(options: Partial<PacelineServerOptions> = {}): Promise<string> {
  const server = new PacelineServer({ port: 0, ...options });
  opened.push(() => server.close({ timeout: 0 }));
  return `ws://127.0.0.1:${await server.listening}`;
}

async function connect(url: string, options: ConnectOptions = {}): Promise<Session> {
  const session = await Paceline.connect(url, { WebSocket, ...options });
  opened.push(() => session.terminate());
  return session;
}

describe('Paceline.connect', () => {
  const accepted = {
    ...endpointOptions,
    standbys: [0],
    credentials: ['5'],
    signal: [],
    timeout: [2 ** 31],
    loop: [],
    onError: [],
  };

  test.each(cases(accepted))('accepts or refuses the option %s: %s', async (name, value, isAccepted) => {
    const url = await serve();
    const connecting = connect(url, { [name]: value });
    expect(await outcomeOf(connecting)).toMatch(expected(name, isAccepted));
  });
});

describe('PacelineServer', () => {
  const accepted = {
    ...endpointOptions,
    authenticate: [],
    maxSessions: [2 ** 31],
    maxConnections: [],
    maxMemory: [2 ** 31],
    maxSendMemory: [2 ** 31],
    isClustered: [],
    timeout: [2 ** 31],
    loop: [],
    onError: [],
    onRefused: [],
    onSession: [],
    onSocket: [],
    perMessageDeflate: odd.filter((one) => typeof one === 'object' && one !== null),
    path: [],
    host: [],
    hosts: [],
    origins: [],
    protocols: [],
  };

  test.each(cases(accepted))('accepts or refuses the option %s: %s', async (name, value, isAccepted) => {
    const serving = serve({ [name]: value });
    const connecting = serving.then(async (url) => connect(url));
    expect(await outcomeOf(connecting)).toMatch(expected(name, isAccepted));
  });
});

describe('a session', () => {
  const ofStream = { label: ['5'], weight: [2 ** 31], fairness: [], twoWay: [] };
  test.each(cases(ofStream))('accepts or refuses %s of a stream: %s', async (name, value, isAccepted) => {
    const session = await connect(await serve());
    const open = (): unknown => session.stream({ [name]: value });
    if (isAccepted) expect(open()).toBeDefined();
    else {
      expect(open).toThrow(new RegExp(`stream: ${name} must be .+, got `));
      expect(session.scheduler.isEmpty).toBe(true);
    }
  });

  const ofMessage = { priority: [-1, 0, 2 ** 31], marginalUtility: [0, 2 ** 31], expiresIn: [2 ** 31] };
  test.each(cases(ofMessage))('accepts or refuses %s of a message: %s', async (name, value, isAccepted) => {
    const session = await connect(await serve());
    const send = (): unknown => session.send('x', { [name]: value });
    if (isAccepted) expect(send()).toBeDefined();
    else {
      expect(send).toThrow(new RegExp(`send: ${name} must be .+, got `));
      expect(session.queued).toBe(0);
    }
  });

  const ofClose = { code: [], reason: ['5'], timeout: [Infinity, 0, 2 ** 31] };
  test.each(cases(ofClose))('accepts or refuses %s of close: %s', async (name, value, isAccepted) => {
    const session = await connect(await serve());
    const close = (): unknown => session.close({ [name]: value });
    if (isAccepted) await close();
    else expect(close).toThrow(new RegExp(`close: ${name} must be .+, got `));
    expect(session.endpoint.isClosing).toBe(isAccepted);
  });
});

/** All options that may be absent, given as `undefined`. */
type Absent<O> = { readonly [Name in keyof O as object extends Pick<O, Name> ? Name : never]-?: undefined };
/** The options that may be absent. */
type Optional<O> = Pick<O, keyof Absent<O> & keyof O>;

test('each option may be given as undefined, also with exactOptionalPropertyTypes', () => {
  expectTypeOf<Absent<EndpointOptions>>().toExtend<Optional<EndpointOptions>>();
  expectTypeOf<Absent<ConnectOptions>>().toExtend<Optional<ConnectOptions>>();
  expectTypeOf<Absent<PacelineServerOptions>>().toExtend<Optional<PacelineServerOptions>>();
  expectTypeOf<Absent<StreamOptions>>().toExtend<Optional<StreamOptions>>();
  expectTypeOf<Absent<Classified>>().toExtend<Optional<Classified>>();
});
