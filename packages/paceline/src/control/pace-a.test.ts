import { expect, test } from 'vitest';
import { VirtualPair } from '../virtual/virtual-pair.ts';

// If the round trip is much shorter than the time between acknowledgments, a window must last from
// one acknowledgment to the next.
test.each([64, 16_384])(
  'paceA fills a short and wide path with messages of %i bytes, also after a stall',
  (size) => {
    const rate = 10_000; // bytes per ms
    const pair = new VirtualPair();
    let received = 0;
    pair.server.onMessage(() => (received += size));
    const link = pair.connect({ delay: 0.05, rate });
    const run = (milliseconds: number): void => {
      for (const end = pair.host.now() + milliseconds; pair.host.now() < end; pair.pass(1))
        while (pair.client.queued < 2 * rate) pair.client.send(new Uint8Array(size));
    };
    run(5);
    link.stall(pair.host.now() + 50);
    run(1000);
    received = 0;
    run(500);
    expect(received / (500 * rate)).toBeGreaterThan(0.7);
  },
);
