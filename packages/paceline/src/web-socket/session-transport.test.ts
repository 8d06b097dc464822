import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { closeCode } from '../wire/close-code.ts';
import { sessionTransport } from './session-transport.ts';

function refuse(error: Error): void {
  throw error;
}

test('a socket whose server does not answer its close ends after a minute', async () => {
  const pair = new VirtualPair({ heartbeat: 1_000_000 });
  const link = pair.connect({ delay: 10 });
  pair.pass(100);
  link.stall(1_000_000);
  sessionTransport(pair.client, refuse).close(4000, 'bye');
  pair.pass(59_000);
  expect(pair.client.endpoint.isClosed).toBe(false);
  pair.pass(2000);
  expect(await pair.client.closed).toMatchObject({ code: closeCode.timeout });
});

test('bufferedAmount counts the bytes in the queue, even after the session has ended', () => {
  const pair = new VirtualPair();
  const transport = sessionTransport(pair.client, refuse);
  transport.send('12345', {});
  transport.send(new Uint8Array(10), { key: 'position' });
  transport.send(new Uint8Array(7), { key: 'position' });
  expect(transport.bufferedAmount).toBe(12);
  pair.client.terminate();
  expect(transport.bufferedAmount).toBe(12);
});

test('a message that is too long for the server is reported', () => {
  const pair = new VirtualPair();
  const errors: Error[] = [];
  sessionTransport(pair.client, (error) => errors.push(error)).send(new Uint8Array(2 ** 20 + 1), {});
  expect(errors).toEqual([expect.any(RangeError)]);
});
