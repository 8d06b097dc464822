import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';
import { isCloseCode } from '../wire/close-code.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import type { FrameReceiver } from '../wire/read-frame.ts';
import { maxVarint } from '../wire/varint.ts';

// Mostly small numbers, so that records refer to each other.
const few = fc.oneof(
  { weight: 9, arbitrary: fc.nat(5) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 16, 2 ** 32, maxVarint) },
);
const bytes = fc.oneof(
  { weight: 19, arbitrary: fc.uint8Array({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.nat(70_000).map((length) => new Uint8Array(length)) },
);
const record = fc.oneof(
  fc.record({
    name: fc.constantFrom(
      ...([
        'ack',
        'failover',
        'credit',
        'streamCredit',
        'closeStream',
        'stopStream',
        'suspend',
        'restart',
        'resumed',
        'ping',
      ] as const),
    ),
    a: few,
    b: few,
  }),
  fc.record({
    name: fc.constantFrom('whole', 'start', 'more', 'cancel'),
    a: few,
    b: fc.nat(30),
    payload: bytes,
  }),
  fc.record({
    name: fc.constantFrom('openStream', 'end', 'terminate'),
    a: fc.oneof(few, fc.constantFrom(1000, 3000)),
    b: fc.nat(30),
  }),
);

/** A random frame that no correct program sends. */
const mad = fc.array(record, { minLength: 1, maxLength: 6 }).map((records) => {
  const writer = new FrameWriter();
  for (const { name, a, b = 0, payload = new Uint8Array() } of records as readonly Mad[]) {
    if (name === 'whole') writer.whole(a, b % 3, b > 15, payload);
    else if (name === 'start') writer.start({ message: a, stream: b % 3, isText: b > 15, total: b }, payload);
    else if (name === 'more') writer.more(a, b, payload);
    else if (name === 'cancel') writer.cancel(a, b % 3, payload.length);
    else if (name === 'openStream') writer.openStream(a, 'x', b > 15);
    else if (name === 'end' || name === 'terminate') writer[name](a, 'x');
    else if (name === 'ack') writer.ack(a, b, payload.length);
    else writer[name](a, b);
  }
  return writer.take();
});

interface Mad {
  readonly name: Exclude<keyof FrameReceiver, 'isClosed' | 'pong'>;
  readonly a: number;
  readonly b?: number;
  readonly payload?: Uint8Array;
}

test.each<['client' | 'server', 0 | 1]>([
  ['server', 0],
  ['client', 1],
])('random frames leave the session of a %s open, or close it with a valid code', async (name, from) => {
  let closed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(mad, bytes), { minLength: 1, maxLength: 20 }), async (frames) => {
      const pair = new VirtualPair();
      const attacked = pair[name];
      let taken = 0;
      attacked.onMessage((data) => (taken += data.length));
      const attacker = pair.connect({ delay: 10, rate: 100 }).endpoints[from];
      for (const frame of frames) attacker.send(frame);
      pair.pass(1000);
      const received = frames.reduce((sum, frame) => sum + frame.length, 0);
      if (taken > received) expect.fail(`${received} bytes were received, and ${taken} were taken`);
      if (attacked.queued > 0) expect.fail(`${attacked.queued} bytes are queued`);
      if (!attacked.endpoint.isClosed) return;
      closed++;
      const { code, reason } = await attacked.closed;
      // Random bytes may be a valid `end` record with any code.
      if (!isCloseCode(code)) expect.fail(`the code is ${code}`);
      if (reason.length >= 124) expect.fail(`the reason is ${reason}`);
    }),
    { numRuns: runs({ gate: 1000, long: 100_000 }) },
  );
  expect(closed).toBeGreaterThan(0);
});
