import { once } from 'node:events';
import { createConnection, type AddressInfo } from 'node:net';
import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ServerOptions, WebSocketServer } from 'ws';
import { PacelineWebSocketServer } from '../ws-server/paceline-web-socket-server.ts';
import { PacelineServer } from './paceline-server.ts';
import { bytesOfFrame, closing, opcode } from './raw-socket.test.setup.ts';
import { atTestEnd } from './server.test.setup.ts';
import { echo } from './echo.test.setup.ts';

// The cases 12 and 13 of the Autobahn test suite, and invalid frames, which the suite lacks. Our
// servers send the same bytes as servers of ws.

type Options = Pick<ServerOptions, 'perMessageDeflate'>;
type Serve = (options: Options) => Promise<number>;

function serveWith(Class: new (options: ServerOptions) => WebSocketServer): Serve {
  return async (options) => {
    const server = new Class({ port: 0, ...options });
    atTestEnd(() => server.close());
    server.on('connection', echo);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
}

const serveByWs = serveWith(WebSocketServer);
const ours: Readonly<Record<string, Serve>> = {
  PacelineWebSocketServer: serveWith(PacelineWebSocketServer),
  async PacelineServer(options) {
    const server = new PacelineServer({ port: 0, onSocket: echo, onRefused: () => {}, ...options });
    atTestEnd(() => server.close({ timeout: 0 }));
    return server.listening;
  },
};

/**
 * The bytes that a server sends to a client that offers extensions, sends frames, and closes. If
 * the server refuses the handshake, only the status line.
 */
async function answersOf(port: number, offer: string, frames: readonly Buffer[]): Promise<string> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.on('error', () => {}); // the server may cut the connection
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  const extensions = offer === '' ? '' : `Sec-WebSocket-Extensions: ${offer}\r\n`;
  const head = `${extensions}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13`;
  socket.write(
    `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${head}\r\n\r\n`,
  );
  for (const frame of frames) socket.write(frame);
  socket.write(bytesOfFrame({ opcode: opcode.close, payload: closing(1000) }));
  await once(socket, 'close');
  const answers = Buffer.concat(parts).toString('latin1');
  return answers.startsWith('HTTP/1.1 101') ? answers : answers.slice(0, answers.indexOf('\r\n')); // our refusals have texts of their own
}

/** Compresses each message by itself (RFC 7692, §7.2.1). */
function deflated(data: Buffer, windowBits = 15): Buffer {
  const bytes = deflateRawSync(data, { finishFlush: constants.Z_SYNC_FLUSH, windowBits });
  return bytes.subarray(0, bytes.length - 4);
}

const compressed = 4; // RSV1

function textOf(size: number): Buffer {
  return Buffer.from(
    Array.from({ length: size }, (_, i) => String.fromCodePoint(97 + ((i * i) % 23))).join(''),
  );
}

/** Messages as those of the cases 12 and 13, whole and in fragments. */
function messages(windowBits: number): Buffer[] {
  const sizes = [0, 16, 64, 256, 1024, 4096, 8192, 16_384, 32_768, 65_536, 131_072];
  const whole = sizes.map((size) =>
    bytesOfFrame({ opcode: opcode.text, rsv: compressed, payload: deflated(textOf(size), windowBits) }),
  );
  const data = deflated(textOf(10_000), windowBits);
  const parts = [0, 1, 2].map((i) =>
    bytesOfFrame({
      opcode: i === 0 ? opcode.binary : opcode.continuation,
      rsv: i === 0 ? compressed : 0,
      fin: i === 2,
      payload: data.subarray((i * data.length) / 3, ((i + 1) * data.length) / 3),
    }),
  );
  const plain = bytesOfFrame({ opcode: opcode.text, payload: 'not compressed' });
  return [...whole, ...parts, plain];
}

const offers = [
  'permessage-deflate',
  'permessage-deflate; client_max_window_bits',
  'permessage-deflate; client_no_context_takeover; client_max_window_bits',
  'permessage-deflate; server_no_context_takeover; client_max_window_bits',
  'permessage-deflate; server_max_window_bits=9; client_max_window_bits',
  'permessage-deflate; server_max_window_bits=15; client_max_window_bits',
  'permessage-deflate; server_no_context_takeover; server_max_window_bits=9',
  'permessage-deflate; server_no_context_takeover; server_max_window_bits=15',
  'permessage-deflate; server_max_window_bits=9, permessage-deflate; client_max_window_bits=9, permessage-deflate',
  'permessage-deflate; server_max_window_bits=7',
  'permessage-deflate; unknown_parameter',
  'unknown-extension',
  '',
];

/** Messages for clients that compress with a window of 2⁹ and of 2¹⁵ bytes. */
const [messagesOf9, messagesOf15] = [messages(9), messages(15)];

/** The answers to a client for each offer. */
async function answersToOffers(port: number): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const offer of offers) {
    const is9 = / client_max_window_bits=9/.test(offer);
    answers.push(await answersOf(port, offer, is9 ? messagesOf9 : messagesOf15));
  }
  return answers;
}

/** The answers of ws, which both of our servers are compared with. */
const answersOfWs = new Map<Options, Promise<readonly string[]>>();

async function askWs(options: Options): Promise<readonly string[]> {
  const port = await serveByWs(options);
  return answersToOffers(port);
}

const configurations: readonly Options[] = [
  { perMessageDeflate: true },
  { perMessageDeflate: { threshold: 0, serverNoContextTakeover: true, clientNoContextTakeover: true } },
  { perMessageDeflate: { serverMaxWindowBits: 10, clientMaxWindowBits: 10, concurrencyLimit: 2 } },
  { perMessageDeflate: false },
  {},
];

const tooLong = bytesOfFrame({
  opcode: opcode.binary,
  rsv: compressed,
  payload: deflated(Buffer.alloc(100 * 2 ** 20 + 1)),
});

const faults: Readonly<Record<string, Buffer>> = {
  'bytes that are not compressed': bytesOfFrame({ opcode: opcode.text, rsv: compressed, payload: 'plain' }),
  'a compressed text that is not UTF-8': bytesOfFrame({
    opcode: opcode.text,
    rsv: compressed,
    payload: deflated(Buffer.of(0xff)),
  }),
  'a compressed control frame': bytesOfFrame({ opcode: opcode.ping, rsv: compressed, payload: 'x' }),
  'a compressed continuation': bytesOfFrame({ opcode: opcode.continuation, rsv: compressed, payload: 'x' }),
  'another reserved bit': bytesOfFrame({ opcode: opcode.text, rsv: 2, payload: 'x' }),
  'a message of more than 100 MiB': tooLong,
};

describe.each(Object.entries(ours))('%s compresses as ws:', (_, serve) => {
  test.each(configurations.map((options) => [JSON.stringify(options), options] as const))(
    'with %s',
    async (__, options) => {
      if (!answersOfWs.has(options)) answersOfWs.set(options, askWs(options));
      const port = await serve(options);
      const [answers, expected] = await Promise.all([answersToOffers(port), answersOfWs.get(options)!]);
      expect(offers.filter((___, i) => answers[i] !== expected[i])).toEqual([]);
    },
  );

  test.each(Object.entries(faults))('after %s', async (__, frame) => {
    const options = { perMessageDeflate: true };
    const [port, portOfWs] = await Promise.all([serve(options), serveByWs(options)]);
    const [answers, expected] = await Promise.all(
      [port, portOfWs].map((each) => answersOf(each, 'permessage-deflate', [frame])),
    );
    expect(expected).toMatch(/^HTTP\/1.1 101 /);
    expect(answers).toBe(expected);
  });
});
