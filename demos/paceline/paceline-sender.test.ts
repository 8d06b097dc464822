import { VirtualPair } from '@doha/paceline/virtual';
import { expect, test } from 'vitest';
import type { Kind } from './kinds.ts';
import { PacelineOutlet } from './paceline-sender.ts';

const weights = { play: 4, download: 1 };

/** An outlet of a session that has no connection yet, so that everything waits. */
function start(): { pair: VirtualPair; outlet: PacelineOutlet; send: (kind: Kind, times: number) => void } {
  const pair = new VirtualPair();
  const outlet = new PacelineOutlet(pair.server, weights);
  const send = (kind: Kind, times: number): void => {
    for (let i = 0; i < times; i++) outlet.send({ kind, priority: 1, bytes: new Uint8Array(1000) });
  };
  return { pair, outlet, send };
}

test('of positions the newest waits, of the download a little, of inputs all', () => {
  const { pair, send } = start();
  send('positions', 500);
  expect(pair.server.queued).toBe(1000);
  send('download', 500);
  expect(pair.server.queued).toBe(1000 + 66_000);
  send('inputs', 500);
  expect(pair.server.queued).toBe(1000 + 66_000 + 500_000);
});

test('pictures are taken back when they are of no use any more, inputs when nobody plays on', () => {
  const { pair, send } = start();
  send('video', 10);
  send('inputs', 10);
  pair.pass(299);
  expect(pair.server.queued).toBe(20_000);
  pair.pass(2);
  expect(pair.server.queued).toBe(10_000);
  pair.pass(10_000);
  expect(pair.server.queued).toBe(0);
});

test('the download goes on when some of it has left', () => {
  const { pair, send } = start();
  let came = 0;
  pair.client.onStream((stream) => stream.onMessage((data) => (came += data.length)));
  send('download', 100);
  pair.connect({ rate: 1000 });
  pair.pass(1000);
  expect(came).toBe(66_000);
  send('download', 10);
  pair.pass(1000);
  expect(came).toBe(76_000);
});

test('other weights make other streams, and what was sent before still comes', () => {
  const { pair, outlet, send } = start();
  const labels: string[] = [];
  let came = 0;
  pair.client.onStream((stream) => {
    labels.push(stream.label);
    stream.onMessage(() => came++);
  });
  send('inputs', 2);
  outlet.weigh({ ...weights });
  outlet.weigh({ play: 1, download: 1 });
  send('inputs', 3);
  pair.connect();
  pair.pass(100);
  expect(labels).toEqual(['play', 'download', 'play', 'download']);
  expect(came).toBe(5);
});
