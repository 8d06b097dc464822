import { expect, test } from 'vitest';
import { fixed } from '../control/fixed.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import { minBuf } from '../control/min-buf.ts';
import { none } from '../control/none.ts';
import { paceA } from '../control/pace-a.ts';
import { paceK } from '../control/pace-k.ts';
import type { LinkEndpoint } from '../virtual/virtual-link.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';

const fast = { delay: 1, rate: 10_000 };
const mebibyte = 2 ** 20;

/** Keeps all sent bytes in the buffer of a connection, although they arrive and are acknowledged. Returns the sent bytes. */
function keepAll(endpoint: LinkEndpoint): () => number {
  let bytes = 0;
  const send = endpoint.send.bind(endpoint);
  endpoint.send = (frame): void => {
    bytes += frame.length;
    send(frame);
  };
  Object.defineProperty(endpoint, 'buffered', { get: () => bytes });
  return () => bytes;
}

const generous = (): LatencyController => ({ name: 'generous', budget: () => mebibyte });
const controllers: Record<string, () => LatencyController> = {
  paceA,
  paceK,
  none,
  generous,
  minBuf: minBuf(2, 0),
  fixed: fixed(2 ** 18),
  unbounded: fixed(2 ** 40),
};

test.each(
  Object.entries(controllers).flatMap(([name, controller]) =>
    (['client', 'server'] as const).map((role) => [name, role, controller] as const),
  ),
)('with %s, a %s adds about 1 MiB to a buffer that never becomes empty', (_, role, controller) => {
  const pair = new VirtualPair({ controller });
  const { [role]: sender, [role === 'client' ? 'server' : 'client']: receiver } = pair;
  receiver.onMessage(() => {});
  const sent = keepAll(pair.connect(fast).endpoints[role === 'client' ? 0 : 1]);
  for (let time = 0; time < 3000; time++) {
    if (sender.queued < 2 * mebibyte) sender.send(new Uint8Array(2 ** 16));
    pair.pass(1);
  }
  expect(sent()).toBeLessThan(mebibyte + 2 ** 16);
  expect(sender.queued).toBeGreaterThanOrEqual(2 * mebibyte);
  expect(sender.endpoint.isClosed).toBe(false);
});

test.each(Object.entries(controllers))(
  'with %s, sending continues as soon as a full buffer is empty, without an acknowledgment',
  (_, controller) => {
    const pair = new VirtualPair({ controller });
    const [endpoint] = pair.connect(fast).endpoints;
    pair.pass(10);
    let buffered = 2 * mebibyte;
    Object.defineProperty(endpoint, 'buffered', { get: () => buffered });
    const message = pair.client.send('x');
    pair.pass(100);
    expect(message.status).toBe('queued');
    buffered = 0;
    pair.pass(10);
    expect(message.status).toBe('delivered');
  },
);

test.each(Object.entries(controllers).filter(([name]) => name !== 'none'))(
  'with %s, an honest connection has the same throughput whether or not its buffer is known',
  (_, controller) => {
    const [known, unknown] = [false, true].map((isHidden) => arrivedIn(500, controller, isHidden));
    expect(known).toBeGreaterThan(0.99 * unknown!);
  },
);

/** Bytes that arrive within a time in ms by a path that needs a large window. */
function arrivedIn(time: number, controller: () => LatencyController, isHidden: boolean): number {
  const window = 2 ** 30;
  const pair = new VirtualPair({
    controller,
    settings: { receiveWindow: window, streamWindow: window, reassemblyLimit: window },
  });
  let bytes = 0;
  pair.server.onMessage(({ length }) => (bytes += length));
  const [endpoint] = pair.connect({ delay: 10, rate: 50_000 }).endpoints;
  if (isHidden) Object.defineProperty(endpoint, 'buffered', { get: () => 0 });
  for (let passed = 0; passed < time; passed++) {
    while (pair.client.queued < 8 * mebibyte) pair.client.send(new Uint8Array(2 ** 18));
    pair.pass(1);
  }
  return bytes;
}
