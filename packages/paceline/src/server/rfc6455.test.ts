import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import { PacelineServer } from './paceline-server.ts';
import {
  bytesOfFrame,
  closing,
  framesUntilEnd,
  handshake,
  opcode,
  type RawFrame,
} from './raw-socket.test.setup.ts';
import { echo } from './echo.test.setup.ts';

// The cases of the Autobahn test suite for servers, without compression and speed. Section numbers are those of the suite.

const { binary, close, continuation, ping, pong, text } = opcode;

/** Frames or bytes that a client sends, and the frames that the server must send until it ends the connection. */
type Case = readonly [name: string, sent: readonly (RawFrame | Buffer)[], answers: readonly string[]];

/**
 * The close frame at the end of a case in which the connection survives: the server returns its
 * code.
 */
const bye: RawFrame = { opcode: close, payload: closing(1000) };
const byeBack = 'close 1000';

/** A case in which the connection survives. */
function survives(name: string, sent: readonly (RawFrame | Buffer)[], ...answers: readonly string[]): Case {
  return [name, [...sent, bye], [...answers, byeBack]];
}

/** A case in which the server fails the connection. */
function fails(
  name: string,
  code: number,
  sent: readonly (RawFrame | Buffer)[],
  ...before: readonly string[]
): Case {
  return [name, sent, [...before, `close ${code}`]];
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}

function parts(first: number, payload: Buffer, size: number): RawFrame[] {
  const frames: RawFrame[] = [];
  for (let at = 0; at < payload.length; at += size)
    frames.push({
      opcode: at === 0 ? first : continuation,
      payload: payload.subarray(at, at + size),
      fin: at + size >= payload.length,
    });
  return frames;
}

const sizes = [0, 1, 125, 126, 127, 128, 65_535, 65_536];
const framing = [text, binary].flatMap((code) =>
  sizes.map((size) => {
    const name = code === text ? 'text' : 'binary';
    const shown = size > 80 ? `of ${size} bytes` : '*'.repeat(size);
    return survives(
      `a ${name} message of ${size} bytes`,
      [{ opcode: code, payload: '*'.repeat(size) }],
      `${name} ${shown}`.trim(),
    );
  }),
);

const pings = [
  survives('a ping without payload', [{ opcode: ping }], 'pong'),
  survives('a ping with a text', [{ opcode: ping, payload: 'hello' }], 'pong hello'),
  survives(
    'a ping with bytes',
    [{ opcode: ping, payload: bytes('00 ff fe fd') }],
    `pong ${bytes('00fffefd').toString('latin1')}`,
  ),
  survives('a ping of 125 bytes', [{ opcode: ping, payload: '*'.repeat(125) }], 'pong of 125 bytes'),
  fails('a ping of 126 bytes', 1002, [{ opcode: ping, payload: '*'.repeat(126) }]),
  survives('a pong that nobody asked for', [{ opcode: pong, payload: 'hello' }]),
  survives(
    'a pong, then a ping',
    [
      { opcode: pong, payload: 'a' },
      { opcode: ping, payload: 'b' },
    ],
    'pong b',
  ),
  survives(
    'ten pings',
    Array.from({ length: 10 }, (_, i) => ({ opcode: ping, payload: `${i}` })),
    ...Array.from({ length: 10 }, (_, i) => `pong ${i}`),
  ),
];

const reserved = [
  ...[1, 2, 3, 4, 5, 6, 7].map((rsv) =>
    fails(`a text with reserved bits ${rsv}`, 1002, [{ opcode: text, rsv, payload: 'hello' }]),
  ),
  fails(
    'reserved bits after a good message',
    1002,
    [
      { opcode: text, payload: 'one' },
      { opcode: text, rsv: 4, payload: 'two' },
    ],
    'text one',
  ),
  fails('a ping with reserved bits', 1002, [{ opcode: ping, rsv: 1 }]),
  fails('a close with reserved bits', 1002, [{ opcode: close, rsv: 1 }]),
];

const opcodes = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap((code) => [
  fails(`the opcode ${code}`, 1002, [{ opcode: code }]),
  fails(`the opcode ${code} with payload`, 1002, [{ opcode: code, payload: 'hello' }]),
  fails(
    `the opcode ${code} after a good message`,
    1002,
    [{ opcode: text, payload: 'one' }, { opcode: code }],
    'text one',
  ),
]);

const start: RawFrame = { opcode: text, payload: 'one', fin: false };
const end: RawFrame = { opcode: continuation, payload: 'two' };
const fragments = [
  fails('a ping in two parts', 1002, [{ opcode: ping, payload: 'one', fin: false }, end]),
  fails('a pong in two parts', 1002, [{ opcode: pong, payload: 'one', fin: false }, end]),
  survives('a text in two parts', [start, end], 'text onetwo'),
  survives(
    'parts without payload',
    [{ opcode: text, fin: false }, { opcode: continuation, fin: false }, { opcode: continuation }],
    'text',
  ),
  survives('a ping between parts', [start, { opcode: ping, payload: 'now' }, end], 'pong now', 'text onetwo'),
  survives(
    'two pings between three parts',
    [start, { opcode: ping, payload: '1' }, { ...end, fin: false }, { opcode: ping, payload: '2' }, end],
    'pong 1',
    'pong 2',
    'text onetwotwo',
  ),
  fails('a continuation of nothing', 1002, [end]),
  fails('a continuation of nothing that is no end', 1002, [{ ...end, fin: false }]),
  fails('a continuation after a whole message', 1002, [{ opcode: text, payload: 'one' }, end], 'text one'),
  fails('a new text between parts', 1002, [start, { opcode: text, payload: 'new' }]),
  fails('new bytes between parts', 1002, [start, { opcode: binary, payload: 'new' }]),
  fails('reserved bits in a continuation', 1002, [start, { ...end, rsv: 4 }]),
];

// From the suite's section 6: Greek, all lengths of sequences and their bounds, and Markus Kuhn's list of ill-formed sequences.
const valid = [
  '48 65 6c 6c 6f',
  'ce ba e1 bd b9 cf 83 ce bc ce b5',
  '00',
  'c2 80',
  'e0 a0 80',
  'f0 90 80 80',
  '7f',
  'df bf',
  'ef bf bf',
  'f4 8f bf bf',
  'ed 9f bf',
  'ee 80 80',
  'ef bf bd',
  'ef bf be',
  'f0 9f bf bf',
  'f3 bf bf be',
];
const invalid = [
  'ce ba e1 bd b9 cf 83 ce bc ce b5 ed a0 80 65',
  '80',
  'bf',
  '80 bf 80',
  'c0',
  'c1',
  'f5',
  'ff',
  'fe',
  'c2',
  'df',
  'e0 80',
  'ef bf',
  'f0 80 80',
  'f7 bf bf',
  'f8 88 80 80 80',
  'fc 84 80 80 80 80',
  'f8 bf bf bf bf',
  'fd bf bf bf bf bf',
  'c0 af',
  'e0 80 af',
  'f0 80 80 af',
  'c1 bf',
  'e0 9f bf',
  'f0 8f bf bf',
  'ed a0 80',
  'ed ad bf',
  'ed be 80',
  'ed bf bf',
  'ed a0 80 ed b0 80',
  'f4 90 80 80',
  'f7 bf bf bf',
  'c3 28',
];
const utf8 = [
  ...valid.flatMap((hex) => {
    const payload = bytes(hex);
    const answer = `text ${payload.toString('latin1')}`.trim();
    return [
      survives(`the text ${hex}`, [{ opcode: text, payload }], answer),
      survives(`the text ${hex} in parts of one byte`, parts(text, payload, 1), answer),
    ];
  }),
  ...invalid.flatMap((hex) => [
    fails(`the text ${hex}`, 1007, [{ opcode: text, payload: bytes(hex) }]),
    fails(`the text ${hex} in parts of one byte`, 1007, parts(text, bytes(hex), 1)),
  ]),
  survives(
    'bytes that are no UTF-8',
    [{ opcode: binary, payload: bytes('ff') }],
    `binary ${bytes('ff').toString('latin1')}`,
  ),
];

const closes: Case[] = [
  ['a close without a code', [{ opcode: close }], ['close']],
  [
    'two closes',
    [
      { opcode: close, payload: closing(1000) },
      { opcode: close, payload: closing(1001) },
    ],
    ['close 1000'],
  ],
  ['a ping after a close', [bye, { opcode: ping }], ['close 1000']],
  ['a text after a close', [bye, { opcode: text, payload: 'late' }], ['close 1000']],
  ['a close between parts', [start, bye, end], ['close 1000']],
  fails('a close of one byte', 1002, [{ opcode: close, payload: 'x' }]),
  ['a close with a reason', [{ opcode: close, payload: closing(1000, 'bye') }], ['close 1000 bye']],
  [
    'a close with a reason of 123 bytes',
    [{ opcode: close, payload: closing(1000, '*'.repeat(123)) }],
    [`close 1000 ${'*'.repeat(123)}`],
  ],
  fails('a close with a reason of 124 bytes', 1002, [
    { opcode: close, payload: closing(1000, '*'.repeat(124)) },
  ]),
  fails('a close with a reason that is no UTF-8', 1007, [
    { opcode: close, payload: closing(1000, bytes('ce ba ed a0 80')) },
  ]),
  fails('a close in two parts', 1002, [{ opcode: close, payload: closing(1000), fin: false }]),
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map((code): Case => [
    `the code ${code}`,
    [{ opcode: close, payload: closing(code) }],
    [`close ${code}`],
  ]),
  ...[0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535].map((code) =>
    fails(`the code ${code}`, 1002, [{ opcode: close, payload: closing(code) }]),
  ),
];

const large = Buffer.alloc(2 ** 18, '*');
const limits = [
  ...[64, 1024, 65_536].flatMap((size) => [
    survives(
      `a text of 256 KiB in parts of ${size} bytes`,
      parts(text, large, size),
      `text of ${large.length} bytes`,
    ),
    survives(
      `256 KiB in parts of ${size} bytes`,
      parts(binary, large, size),
      `binary of ${large.length} bytes`,
    ),
  ]),
  survives(
    'a length in more bytes than it needs',
    [{ opcode: text, payload: 'hello', lengthSize: 8 }],
    'text hello',
  ),
  survives(
    'a length in two bytes that needs none',
    [{ opcode: text, payload: 'hello', lengthSize: 2 }],
    'text hello',
  ),
  fails('a length of 2^53', 1009, [bytes('81 ff 00 20 00 00 00 00 00 00')]),
  fails('a message that is longer than maxPayload', 1009, [
    bytes('82 ff 00 00 00 00 10 00 00 00 00 00 00 00'),
  ]),
  fails('a frame that is not masked', 1002, [{ opcode: text, payload: 'hello', isMasked: false }]),
];

const servers: { readonly name: string; port: number; close: () => unknown }[] = [];

beforeAll(async () => {
  for (const Class of [WebSocketServer, PacelineWebSocketServer]) {
    const server = new Class({ port: 0 });
    server.on('connection', echo);
    await once(server, 'listening');
    servers.push({
      name: Class.name,
      port: (server.address() as AddressInfo).port,
      close: () => server.close(),
    });
  }
  const server = new PacelineServer({ port: 0, onSocket: echo });
  const port = await server.listening;
  servers.push({ name: 'PacelineServer', port, close: () => server.close({ timeout: 0 }) });
});
afterAll(() => servers.map(({ close: end_ }) => end_()));

/** The answers of each server to bytes that arrive in pieces of a size. */
async function answersOf(sent: readonly (RawFrame | Buffer)[], piece = Infinity): Promise<object> {
  const all = Buffer.concat(sent.map((one) => (Buffer.isBuffer(one) ? one : bytesOfFrame(one))));
  const answers = servers.map(async ({ name, port }) => {
    const socket = await handshake(port);
    const frames = framesUntilEnd(socket);
    await send(socket, all, piece);
    return [name, await frames];
  });
  return Object.fromEntries(await Promise.all(answers)) as object;
}

async function send(socket: Socket, all: Buffer, piece: number): Promise<void> {
  socket.setNoDelay();
  for (let at = 0; at < all.length; at += piece) {
    socket.write(all.subarray(at, Math.min(all.length, at + piece)));
    if (piece < all.length) await new Promise(setImmediate);
  }
}

function byAll(answers: readonly string[]): object {
  return Object.fromEntries(servers.map(({ name }) => [name, answers]));
}

describe.each([
  ['1 framing', framing],
  ['2 pings and pongs', pings],
  ['3 reserved bits', reserved],
  ['4 opcodes', opcodes],
  ['5 fragmentation', fragments],
  ['6 UTF-8', utf8],
  ['7 closing', closes],
  ['9 limits', limits],
])('%s', (_, cases) => {
  test.each(cases)('%s', async (__, sent, answers) => {
    expect(await answersOf(sent)).toEqual(byAll(answers));
  });

  const short = cases.filter(([, sent]) => sent.length < 20);
  test.each(short)('%s, byte by byte', async (__, sent, answers) => {
    const isLong = sent.some((one) => !Buffer.isBuffer(one) && (one.payload?.length ?? 0) > 1000);
    expect(await answersOf(sent, isLong ? 997 : 1)).toEqual(byAll(answers));
  });
});
