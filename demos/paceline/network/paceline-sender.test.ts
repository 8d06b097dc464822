import { VirtualPair } from '@doha/paceline/virtual';
import { expect, test } from 'vitest';
import type { Kind } from './kinds.ts';
import { PacelineSender } from './paceline-sender.ts';

const weights = { play: 4, download: 1 };

/** A sender whose session has no connection, so that all messages are queued. */
function start(): { pair: VirtualPair; sender: PacelineSender; send: (kind: Kind, times: number) => void } {
  const pair = new VirtualPair();
  const sender = new PacelineSender(pair.server, weights);
  const send = (kind: Kind, times: number): void => {
    for (let i = 0; i < times; i++) sender.send({ kind, priority: 1, bytes: new Uint8Array(1000) });
  };
  return { pair, sender, send };
}

test('the queue has the latest position, a limited part of the download, and all inputs', () => {
  const { pair, send } = start();
  send('positions', 500);
  expect(pair.server.queued).toBe(1000);
  send('download', 500);
  expect(pair.server.queued).toBe(1000 + 66_000);
  send('inputs', 500);
  expect(pair.server.queued).toBe(1000 + 66_000 + 500_000);
});

test('queued video frames expire after 300 ms, inputs after 10 s', () => {
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

test('the download continues when its queued messages were sent', () => {
  const { pair, send } = start();
  let received = 0;
  pair.client.onStream((stream) => stream.onMessage((data) => (received += data.length)));
  send('download', 100);
  pair.connect({ rate: 1000 });
  pair.pass(1000);
  expect(received).toBe(66_000);
  send('download', 10);
  pair.pass(1000);
  expect(received).toBe(76_000);
});

test('new weights open new streams, and messages of the old streams still arrive', () => {
  const { pair, sender, send } = start();
  const labels: string[] = [];
  let received = 0;
  pair.client.onStream((stream) => {
    labels.push(stream.label);
    stream.onMessage(() => received++);
  });
  send('inputs', 2);
  sender.setWeights({ ...weights });
  sender.setWeights({ play: 1, download: 1 });
  send('inputs', 3);
  pair.connect();
  pair.pass(100);
  expect(labels).toEqual(['play', 'download', 'play', 'download']);
  expect(received).toBe(5);
});
