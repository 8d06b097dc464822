import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameWriter } from './frame-writer.ts';
import { readGreeting, readWelcome, writeGreeting, writeWelcome } from './greeting.ts';
import { type FrameReceiver, readFrame } from './read-frame.ts';
import { greatestVarint } from './varint.ts';

/** A record: the name of its method, and what it is given. */
type Call = readonly [keyof FrameReceiver, ...unknown[]];

/** Notes the records that it gets. */
function listener(): { readonly calls: Call[]; readonly receiver: FrameReceiver } {
  const calls: Call[] = [];
  const note =
    (name: keyof FrameReceiver) =>
    (...args: readonly unknown[]): undefined => {
      calls.push([name, ...args.map((arg) => (arg instanceof Uint8Array ? arg.slice() : arg))]);
    };
  const names = ['ack', 'ping', 'pong', 'failover', 'credit', 'whole', 'start', 'more', 'cancel'] as const;
  const rest = ['openStream', 'closeStream', 'end'] as const;
  const methods = Object.fromEntries([...names, ...rest].map((name) => [name, note(name)]));
  return { calls, receiver: methods as unknown as FrameReceiver };
}

const number = fc.oneof(
  fc.nat(100),
  fc.constantFrom(63, 64, 16_383, 16_384, 2 ** 30 - 1, 2 ** 30, 2 ** 32, greatestVarint),
  fc.maxSafeNat(),
);
const bytes = fc.uint8Array({ maxLength: 100 });
const head = fc.record({ message: number, stream: number, isText: fc.boolean(), total: number });
const record: fc.Arbitrary<Call> = fc.oneof(
  fc.tuple(fc.constantFrom('ack', 'cancel'), number, number),
  fc.tuple(fc.constantFrom('ping', 'pong', 'failover', 'credit', 'closeStream'), number),
  fc.tuple(fc.constant('whole'), number, number, fc.boolean(), bytes),
  fc.tuple(fc.constant('start'), head, bytes),
  fc.tuple(fc.constant('more'), number, number, bytes),
  fc.tuple(fc.constantFrom('openStream', 'end'), number, fc.string({ unit: 'grapheme' })),
);

function write(calls: readonly Call[]): Uint8Array {
  const writer = new FrameWriter();
  for (const [name, ...args] of calls) (writer[name] as (...all: readonly unknown[]) => void)(...args);
  return writer.take();
}

test('what is written is read', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (calls) => {
      const { calls: heard, receiver } = listener();
      expect(readFrame(write(calls), receiver)).toBeUndefined();
      expect(heard).toEqual(calls);
    }),
  );
});

test('of a frame that is cut off nothing is read that is not whole, and it is said to be bad', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 5 }), fc.nat(), (calls, at) => {
      const frame = write(calls);
      const { calls: heard, receiver } = listener();
      const fault = readFrame(frame.subarray(0, at % frame.length), receiver);
      expect(heard).toEqual(calls.slice(0, heard.length));
      const isWhole = write(heard).length === at % frame.length && heard.length > 0;
      expect(fault === undefined).toBe(isWhole);
    }),
  );
});

test('any bytes are read without a throw, and what is wrong with them is said', () => {
  expect.hasAssertions();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (frame) => {
      const { calls, receiver } = listener();
      const fault = readFrame(frame, receiver);
      if (fault === undefined) expect(calls.length).toBeGreaterThan(0);
      for (const read of [readGreeting, readWelcome]) {
        const greeting = read(frame);
        if (typeof greeting === 'string') expect(greeting).not.toBe('');
      }
    }),
    { numRuns: 10_000 },
  );
});

test('what is wrong with a record ends the reading of its frame', () => {
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
  longestMessage: 2 ** 26,
  mostUnfinished: 2 ** 27,
  mostUntaken: 2 ** 24,
  standbys: 1,
  mostStreams: 4096,
  ackRate: 40_000,
};

test('greetings are read as they were written; settings that are not known are passed over', () => {
  const session = Uint8Array.from({ length: 32 }, (_, i) => i);
  for (const greeting of [
    { session, settings, credentials: '' },
    { session: undefined, settings, credentials: 'a token' },
  ]) {
    expect(readGreeting(writeGreeting(greeting))).toEqual(greeting);
  }
  const welcome = { session, settings, protocol: 'chat' };
  expect(readWelcome(writeWelcome(welcome))).toEqual(welcome);
  const later = Uint8Array.of(2, 1, ...session, 2, 63, 5, 4, 7, 0);
  expect(readWelcome(later)).toMatchObject({ settings: { standbys: 7 } });
});

test.each<[string, readonly number[]]>([
  ['it is no greeting', [9, 1, 0, ...Array<number>(32).fill(0), 0]],
  ['the version is unknown', [1, 2, 0, ...Array<number>(32).fill(0), 0]],
  ['the purpose is unknown', [1, 1, 2, ...Array<number>(32).fill(0), 0]],
  ['it has too many settings', [1, 1, 0, ...Array<number>(32).fill(0), 0x41, 0]],
  ['it goes on after its end', [1, 1, 0, ...Array<number>(32).fill(0), 0, 0, 0]],
  ['it ends too early', [1, 1, 0, 0]],
])('of a bad greeting it is said that %s', (fault, greeting) => {
  expect(readGreeting(Uint8Array.from(greeting))).toBe(fault);
});

// For other implementations: these bytes are version 1 for good.
test.each<[string, readonly Call[]]>([
  ['04 05 47d0', [['ack', 5, 2000]]],
  [
    '05 07 06 07',
    [
      ['ping', 7],
      ['pong', 7],
    ],
  ],
  [
    '07 01 08 80100000',
    [
      ['failover', 1],
      ['credit', 2 ** 20],
    ],
  ],
  ['10 00 00 03 010203', [['whole', 0, 0, false, Uint8Array.of(1, 2, 3)]]],
  ['11 4040 02 06 6772c3bcc39f', [['whole', 64, 2, true, new TextEncoder().encode('grüß')]]],
  [
    '12 02 00 43e8 02 aabb',
    [['start', { message: 2, stream: 0, isText: false, total: 1000 }, Uint8Array.of(0xaa, 0xbb)]],
  ],
  [
    '13 02 00 43e8 01 61',
    [['start', { message: 2, stream: 0, isText: true, total: 1000 }, Uint8Array.of(0x61)]],
  ],
  ['14 02 02 01 cc', [['more', 2, 2, Uint8Array.of(0xcc)]]],
  ['15 02 03', [['cancel', 2, 3]]],
  ['16 02 05 766964656f', [['openStream', 2, 'video']]],
  ['17 02', [['closeStream', 2]]],
  ['18 43e8 03 627965', [['end', 1000, 'bye']]],
])('%s', (hex, calls) => {
  const frame = Uint8Array.from(hex.replaceAll(' ', '').match(/../g)!, (byte) => parseInt(byte, 16));
  expect(write(calls)).toEqual(frame);
  const { calls: heard, receiver } = listener();
  expect(readFrame(frame, receiver)).toBeUndefined();
  expect(heard).toEqual(calls);
});

test('the greetings of version 1 are these bytes', () => {
  const hexOf = (frame: Uint8Array): string => Buffer.from(frame).toString('hex');
  const zeros = '00'.repeat(32);
  const ones = '11'.repeat(32);
  const said = '0601840000000288000000038100000004010550000680009c40';
  expect(hexOf(writeGreeting({ session: undefined, settings, credentials: 'me' }))).toBe(
    `010100${zeros}${said}026d65`,
  );
  const session = new Uint8Array(32).fill(0x11);
  expect(hexOf(writeGreeting({ session, settings, credentials: '' }))).toBe(`010101${ones}${said}00`);
  expect(hexOf(writeWelcome({ session, settings, protocol: 'me' }))).toBe(`0201${ones}${said}026d65`);
});
