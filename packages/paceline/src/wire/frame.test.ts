import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { FrameWriter } from './frame-writer.ts';
import {
  readClientHello,
  readServerHello,
  type Settings,
  writeClientHello,
  writeServerHello,
} from './hello.ts';
import { type FrameReceiver, readFrame } from './read-frame.ts';
import { version } from './layout.ts';
import { maxVarint } from './varint.ts';

/** A record: the name of its method, and the arguments. */
type Call = readonly [RecordName, ...unknown[]];
type RecordName = Exclude<keyof FrameReceiver, 'isClosed'>;

/** Logs the records that it receives. */
function listener(): { readonly calls: Call[]; readonly receiver: FrameReceiver } {
  const calls: Call[] = [];
  const note =
    (name: RecordName) =>
    (...args: readonly unknown[]): undefined => {
      calls.push([name, ...args.map((arg) => (arg instanceof Uint8Array ? arg.slice() : arg))]);
    };
  const ofChannel = [
    'ack',
    'ping',
    'pong',
    'failover',
    'credit',
    'streamCredit',
    'terminate',
    'suspend',
  ] as const;
  const ofMessages = ['whole', 'start', 'more', 'cancel'] as const;
  const ofStreams = ['openStream', 'closeStream', 'stopStream', 'end', 'restart', 'resumed'] as const;
  const names = [...ofChannel, ...ofMessages, ...ofStreams];
  const methods = Object.fromEntries(names.map((name) => [name, note(name)]));
  return { calls, receiver: methods as unknown as FrameReceiver };
}

const number = fc.oneof(
  fc.nat(100),
  fc.constantFrom(63, 64, 16_383, 16_384, 2 ** 30 - 1, 2 ** 30, 2 ** 32, maxVarint),
  fc.maxSafeNat(),
);
const bytes = fc.uint8Array({ maxLength: 100 });
const head = fc.record({ message: number, stream: number, isText: fc.boolean(), total: number });
const record: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(fc.constant('ack'), number, number, number),
  fc.tuple(fc.constantFrom('streamCredit', 'closeStream'), number, number),
  fc.tuple(
    fc.constantFrom('ping', 'pong', 'failover', 'credit', 'stopStream', 'suspend', 'restart', 'resumed'),
    number,
  ),
  fc.tuple(fc.constant('cancel'), number, number, number),
  fc.tuple(fc.constant('whole'), number, number, fc.boolean(), bytes),
  fc.tuple(fc.constant('start'), head, bytes),
  fc.tuple(fc.constant('more'), number, number, bytes),
  fc.tuple(fc.constant('openStream'), number, fc.string({ unit: 'grapheme' }), fc.boolean()),
  fc.tuple(fc.constantFrom('end', 'terminate'), number, fc.string({ unit: 'grapheme' })),
);

function write(calls: readonly Call[]): Uint8Array {
  const writer = new FrameWriter();
  for (const [name, ...args] of calls) (writer[name] as (...all: readonly unknown[]) => void)(...args);
  return writer.take();
}

test('written records are read unchanged', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (calls) => {
      const { calls: received, receiver } = listener();
      expect(readFrame(write(calls), receiver)).toBeUndefined();
      expect(received).toEqual(calls);
    }),
  );
});

test('of a truncated frame only complete records are read, and a record that is cut is a fault', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), fc.nat(), (calls, at) => {
      const frame = write(calls);
      const { calls: received, receiver } = listener();
      const fault = readFrame(frame.subarray(0, at % frame.length), receiver);
      expect(received).toEqual(calls.slice(0, received.length));
      const isWhole = write(received).length === at % frame.length && received.length > 0;
      expect(fault === undefined).toBe(isWhole);
    }),
  );
});

test('any bytes are read without an exception, and their fault is described', () => {
  expect.hasAssertions();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (frame) => {
      const { calls, receiver } = listener();
      const fault = readFrame(frame, receiver);
      if (fault === undefined) expect(calls.length).toBeGreaterThan(0);
      for (const read of [readClientHello, readServerHello]) {
        const clientHello = read(frame);
        if (typeof clientHello === 'string') expect(clientHello).not.toBe('');
      }
    }),
    { numRuns: runs({ gate: 4000, long: 1_000_000 }) },
  );
});

test('a fault of a record ends the reading of its frame', () => {
  const { calls, receiver } = listener();
  const refusing = { ...receiver, ping: () => 'no pings, please' };
  expect(
    readFrame(
      write([
        ['pong', 1],
        ['ping', 2],
        ['pong', 3],
      ]),
      refusing,
    ),
  ).toBe('no pings, please');
  expect(calls).toEqual([['pong', 1]]);
});

const settings = {
  maxMessageSize: 2 ** 26,
  reassemblyLimit: 2 ** 27,
  receiveWindow: 2 ** 24,
  standbys: 1,
  maxStreams: 4096,
  ackRate: 40_000,
  streamWindow: 2 ** 21,
};

test('hellos are read unchanged, and unknown settings are ignored', () => {
  const sessionName = Uint8Array.from({ length: 32 }, (_, i) => i);
  for (const clientHello of [
    { sessionName, settings, credentials: '' },
    { sessionName: undefined, settings, credentials: 'a token' },
  ]) {
    expect(readClientHello(writeClientHello(clientHello))).toEqual(clientHello);
  }
  const serverHello = { sessionName, settings, protocol: 'chat' };
  expect(readServerHello(writeServerHello(serverHello))).toEqual(serverHello);
  const later = Uint8Array.of(2, version, ...sessionName, 2, 63, 5, 4, 7, 0);
  expect(readServerHello(later)).toMatchObject({ settings: { standbys: 7 } });
});

test.each<[string, readonly number[]]>([
  ['it is not a hello', [9, version, 0, ...Array<number>(32).fill(0), 0]],
  ['the version is unknown', [1, 1, 0, ...Array<number>(32).fill(0), 0]],
  ['the purpose is unknown', [1, version, 2, ...Array<number>(32).fill(0), 0]],
  ['it has too many settings', [1, version, 0, ...Array<number>(32).fill(0), 0x41, 0]],
  ['bytes follow its end', [1, version, 0, ...Array<number>(32).fill(0), 0, 0, 0]],
  ['it is truncated', [1, version, 0, 0]],
])('a bad hello is refused: %s', (fault, clientHello) => {
  expect(readClientHello(Uint8Array.from(clientHello))).toBe(fault);
});

test('credentials may have 4,096 bytes of UTF-8, and not one more', () => {
  const withCredentials = (credentials: string) =>
    readClientHello(writeClientHello({ sessionName: undefined, settings, credentials }));
  expect(withCredentials('ä'.repeat(2048))).toMatchObject({ credentials: 'ä'.repeat(2048) });
  expect(withCredentials(`${'ä'.repeat(2048)}x`)).toBe('a credential is too long');
});

interface Golden {
  readonly clientHellos: readonly { frame: string; clientHello: GoldenClientHello }[];
  readonly serverHellos: readonly {
    frame: string;
    serverHello: { settings: Settings; session: string; protocol: string };
  }[];
  readonly frames: readonly { frame: string; records: readonly GoldenRecord[] }[];
}

interface GoldenClientHello {
  readonly settings: Settings;
  readonly session?: string;
  readonly credentials: string;
}

/** A record of the golden vectors. Its other fields, which are not declared here, are the arguments of the method that writes it, in this order. */
interface GoldenRecord {
  readonly record: RecordName;
  readonly payload?: string;
}

const path = fileURLToPath(new URL('golden-vectors.json', import.meta.url));
const golden = JSON.parse(readFileSync(path, 'utf8')) as Golden;

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

function callOf({ record: name, payload, ...fields }: GoldenRecord): Call {
  const values: readonly unknown[] = name === 'start' ? [fields] : Object.values(fields);
  return [name, ...values, ...(payload === undefined ? [] : [bytesOf(payload)])];
}

// These bytes define version 4 and never change.
test.each(golden.frames)('the records of the frame $frame are written and read', ({ frame, records }) => {
  const calls = records.map(callOf);
  expect(write(calls)).toEqual(bytesOf(frame));
  const { calls: received, receiver } = listener();
  expect(readFrame(bytesOf(frame), receiver)).toBeUndefined();
  expect(received).toEqual(calls);
});

test('the hellos of version 4 have these bytes', () => {
  for (const { frame, clientHello } of golden.clientHellos) {
    const { credentials, settings: givenSettings } = clientHello;
    const sessionName = clientHello.session === undefined ? undefined : bytesOf(clientHello.session);
    expect(writeClientHello({ credentials, settings: givenSettings, sessionName })).toEqual(bytesOf(frame));
    expect(readClientHello(bytesOf(frame))).toEqual({ credentials, settings: givenSettings, sessionName });
  }
  for (const { frame, serverHello } of golden.serverHellos) {
    const { session, ...others } = serverHello;
    const expected = { ...others, sessionName: bytesOf(session) };
    expect(writeServerHello(expected)).toEqual(bytesOf(frame));
    expect(readServerHello(bytesOf(frame))).toEqual(expected);
  }
});
