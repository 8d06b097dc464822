import { expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { copyMessages } from './copy-messages.test.setup.ts';

function sent(message: unknown, transfer: readonly Transferable[] = []): unknown {
  const posted: unknown[] = [];
  const end: Endpoint = { post: (one) => void posted.push(one), listen: () => {}, close: async () => {} };
  copyMessages(end).post(message, transfer);
  return posted[0];
}

test('a simulated thread that changes an object after sending it does not change the message', () => {
  const state = ['first'];
  const message = sent([1, state]);
  state.push('second');
  expect(message).toEqual([1, ['first']]);
});

test('buffers of a message are transferred, and ports stay as they are', () => {
  const buffer = new ArrayBuffer(8);
  const port = { postMessage: () => {} } as unknown as MessagePort;
  const message = sent([1, 'link', port, [buffer, 'text']], [port, buffer]) as readonly unknown[];
  expect(buffer.byteLength).toBe(0);
  expect(message[2]).toBe(port);
  expect(message[3]).toEqual([new ArrayBuffer(8), 'text']);
});

test('shared memory is still shared by the copy', () => {
  const memory = new SharedArrayBuffer(4);
  const [copy] = sent([memory]) as [SharedArrayBuffer];
  new Uint8Array(copy)[0] = 7;
  expect(new Uint8Array(memory)[0]).toBe(7);
});

test('a message that cannot be copied is not sent', () => {
  expect(() => sent([() => {}])).toThrow(DOMException);
});
