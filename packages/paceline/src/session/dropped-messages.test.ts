import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';

const window = 2 ** 17;
const large = new Uint8Array(100_000);

/** A pair of endpoints, an unread stream whose window the client has filled, and messages that wait for credit. */
function blocked(howMany: number, expiresIn: number | undefined) {
  const pair = new VirtualPair({ settings: { streamWindow: window }, heartbeat: 60_000 });
  pair.connect({ delay: 5, rate: 10_000 });
  const stream = pair.client.stream();
  for (let i = 0; i < 2; i++) stream.send(large);
  pair.pass(500);
  const waiting = Array.from({ length: howMany }, () => stream.send(large, { expiresIn }));
  pair.pass(500);
  return { pair, stream, waiting };
}

const causes = [
  { cause: 'cancelled', expiresIn: undefined },
  { cause: 'expired', expiresIn: 1000 },
];

test.each(causes)(
  'a message that has credit is sent when the messages before it are $cause',
  ({ expiresIn }) => {
    const { pair, stream, waiting } = blocked(3, expiresIn);
    const small = stream.send('small');
    pair.pass(200);
    expect([...waiting, small].map(({ status }) => status)).toEqual(Array(4).fill('queued'));
    if (expiresIn === undefined) for (const message of waiting) message.cancel();
    pair.pass(500);
    expect(small.status).toBe('delivered');
  },
);

test.each(causes)('a session that closes ends when the last message is $cause', async ({ expiresIn }) => {
  const { pair, waiting } = blocked(1, expiresIn);
  void pair.client.close({ code: 3001 });
  pair.pass(100);
  expect(pair.client.endpoint.isClosed).toBe(false);
  if (expiresIn === undefined) waiting[0]!.cancel();
  pair.pass(600);
  for (const { closed } of [pair.client, pair.server]) expect(await closed).toMatchObject({ code: 3001 });
});

test.each(causes)(
  'without a connection, a session becomes ready when messages are $cause',
  async ({ expiresIn }) => {
    const pair = new VirtualPair();
    const waiting = Array.from({ length: 3 }, () => pair.client.send(large, { expiresIn }));
    let isReady = false;
    void pair.client.ready.then(() => (isReady = true));
    if (expiresIn === undefined) for (const message of waiting) message.cancel();
    pair.pass(1500);
    await Promise.resolve();
    expect(isReady).toBe(true);
  },
);
