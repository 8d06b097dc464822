import { expect, test } from 'vitest';
import { closeCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { clientHello } from '../wire/hellos.test.setup.ts';
import { protocol } from '../wire/layout.ts';
import { bytesOfFrame, framesUntilEnd, handshake, opcode } from './raw-socket.test.setup.ts';
import { atTestEnd, refusals, serve } from './server.test.setup.ts';

// Frames of a client that does not wait for the server hello.

const never = new Promise<never>(() => {});
const hello = clientHello();

function frameOf(write: (writer: FrameWriter) => void): Uint8Array {
  const writer = new FrameWriter();
  write(writer);
  return writer.take();
}

/** Sends frames at once, and answers the close frame of the server. Returns the frames that the server has sent, as texts. */
async function sendAll(url: string, frames: readonly Uint8Array[]): Promise<string[]> {
  const socket = await handshake(Number(new URL(url).port), protocol);
  atTestEnd(() => socket.destroy());
  const closed = framesUntilEnd(socket);
  socket.once('data', () => socket.end(bytesOfFrame({ opcode: opcode.close })));
  socket.write(Buffer.concat(frames.map((payload) => bytesOfFrame({ opcode: opcode.binary, payload }))));
  return closed;
}

const message = frameOf((writer) => writer.whole(0, 0, true, new Uint8Array(3)));

test.each([
  ['answers at once', undefined],
  ['still authenticates it', () => never],
])(
  'a client that sends messages before the server hello has arrived is refused with a reason, also if the server %s',
  async (_, authenticate) => {
    const { server, url } = await serve({ authenticate });
    expect(await sendAll(url, [hello, message, message])).toEqual([
      'close 4500 a frame came before the server hello',
    ]);
    expect(refusals.map((refusal) => [refusal.reason, refusal.message])).toEqual([
      ['badFrame', 'a frame came before the server hello'],
    ]);
    expect(server.sessions).toEqual([]);
  },
);

test('a client with a bad hello and further frames is refused once', async () => {
  const { url } = await serve();
  const [close] = await sendAll(url, [message, message]);
  expect(close).toMatch(/^close 4500 the client hello is invalid/);
  expect(refusals).toHaveLength(1);
});

test('a client that gives up while authenticate is pending is not reported as a refusal', async () => {
  const { server, url } = await serve({ authenticate: () => never });
  const givesUp = frameOf((writer) => writer.terminate(closeCode.timeout, ''));
  expect(await sendAll(url, [hello, givesUp])).toEqual(['close 4510']);
  expect([refusals, server.sessions]).toEqual([[], []]);
});
