import { expect, test } from 'vitest';
import type { Acknowledged, LatencyController } from '../control/latency-controller.ts';
import { none } from '../control/none.ts';
import { VirtualPair } from '../virtual/virtual-pair.ts';

test('acknowledgments report when data arrived, by the clock of the peer', () => {
  const reports: Acknowledged[] = [];
  const recording = (): LatencyController => ({
    ...none(),
    acknowledged: (acknowledged) => reports.push(acknowledged),
  });
  const pair = new VirtualPair({ controller: recording });
  pair.connect({ delay: 20 });
  pair.pass(100); // the server hello
  reports.length = 0;
  for (const pause of [50, 200, 30]) {
    pair.client.send('x');
    pair.pass(pause);
  }
  pair.pass(100);
  const [first = NaN, second, third] = reports.map(({ arrivedAt }) => arrivedAt);
  expect([second, third]).toEqual([first + 50, first + 250]);
});
