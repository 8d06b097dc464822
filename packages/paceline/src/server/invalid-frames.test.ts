import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';
import { clientHello } from '../wire/hellos.test.setup.ts';
import { maxFrameSize, protocol } from '../wire/layout.ts';
import { maxFragmentsOfSession } from './max-fragments.ts';
import { bytesOfFrame, closing, handshake, opcode, type RawFrame } from './raw-socket.test.setup.ts';
import { codesOf, sendHello, atTestEnd, refusals, serve, until } from './server.test.setup.ts';

// Frames that `ws` refuses, in a session.

const { binary, close, continuation, ping, text } = opcode;
const hello = clientHello({ standbys: 1 });

interface Bound {
  readonly session: Session;
  readonly socket: Socket;
  readonly url: string;
  readonly errors: readonly unknown[];
}

/** A session with one connection, whose frames the test sends. */
async function bound(): Promise<Bound> {
  const errors: unknown[] = [];
  const { server, url } = await serve({ onError: (error) => errors.push(error) });
  const socket = await handshake(Number(new URL(url).port), protocol);
  atTestEnd(() => socket.destroy());
  socket.write(bytesOfFrame({ opcode: binary, payload: hello }));
  await until(() => server.sessions.length === 1);
  return { session: server.sessions[0]!, socket, url, errors };
}

const fragments: RawFrame[] = Array.from({ length: maxFragmentsOfSession + 1 }, (_, i) => ({
  opcode: i === 0 ? binary : continuation,
  payload: 'x',
  fin: i === maxFragmentsOfSession,
}));

test.each<[string, readonly RawFrame[], string]>([
  ['an unknown opcode', [{ opcode: 3 }], 'Invalid WebSocket frame: invalid opcode 3'],
  ['a reserved bit', [{ opcode: binary, rsv: 4 }], 'Invalid WebSocket frame: RSV1 must be clear'],
  ['no mask', [{ opcode: binary, isMasked: false }], 'Invalid WebSocket frame: MASK must be set'],
  [
    'a text that is not UTF-8',
    [{ opcode: text, payload: Uint8Array.of(0xff) }],
    'Invalid WebSocket frame: invalid UTF-8 sequence',
  ],
  [
    'more bytes than allowed',
    [{ opcode: binary, payload: new Uint8Array(maxFrameSize + 1) }],
    'Max payload size exceeded',
  ],
  [
    'a ping of 126 bytes',
    [{ opcode: ping, payload: '*'.repeat(126) }],
    'Invalid WebSocket frame: invalid payload length 126',
  ],
  [
    'an invalid close code',
    [{ opcode: close, payload: closing(999) }],
    'Invalid WebSocket frame: invalid status code 999',
  ],
  ['17 fragments', fragments, 'Too many message fragments'],
])('a session ends at once, with a code and a reason, when its client sends %s', async (_, sent, reason) => {
  const { errors, session, socket, url } = await bound();
  const other = await sendHello(url, session.name);
  await until(() => session.endpoint.channels.size === 2);
  const codes = codesOf([other]);
  socket.write(Buffer.concat(sent.map(bytesOfFrame)));
  expect(await session.closed).toEqual({ code: closeCode.badFrame, reason });
  await until(() => codes[0] !== undefined);
  expect([codes, errors, refusals]).toEqual([[closeCode.badFrame], [], []]);
});

test.each<[string, (socket: Socket) => void]>([
  ['between two frames', (socket) => socket.destroy()],
  [
    'in the middle of a frame',
    (socket) => socket.end(bytesOfFrame({ opcode: binary, payload: 'half' }).subarray(0, 8)),
  ],
  ['by a reset', (socket) => socket.resetAndDestroy()],
])('a session whose connection is cut %s can resume', async (_, cut) => {
  const { session, socket, url } = await bound();
  cut(socket);
  await until(() => !session.isConnected);
  expect(session.endpoint.isClosed).toBe(false);
  await sendHello(url, session.name);
  await until(() => session.isConnected);
});
