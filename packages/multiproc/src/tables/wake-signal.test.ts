import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { endWaitForLost, WakeSignal, WakeSender } from './wake-signal.ts';

test('a wait ends at once if there was a signal since the last ignoreEarlier', () => {
  const wakeSignal = new WakeSignal();
  const sender = new WakeSender(wakeSignal.memory, () => {});
  expect(wakeSignal.wait(0)).toBe(false);
  sender.wake();
  expect(wakeSignal.wait(0)).toBe(true);
  expect(wakeSignal.wait(Infinity)).toBe(true);
  wakeSignal.ignoreEarlier();
  expect(wakeSignal.wait(0)).toBe(false);
});

test('the loss of a writer ends a wait, and needsMessage is true until the message about the last loss has arrived', () => {
  const wakeSignal = new WakeSignal();
  expect(wakeSignal.needsMessage).toBe(false);
  for (const writer of [3, 2]) {
    wakeSignal.ignoreEarlier();
    endWaitForLost(writer, wakeSignal.memory);
    expect(wakeSignal.wait(Infinity)).toBe(true);
  }
  wakeSignal.confirmLost(3);
  expect(wakeSignal.needsMessage).toBe(true);
  wakeSignal.confirmLost(2);
  expect(wakeSignal.needsMessage).toBe(false);
});

test('endWait ends a wait without a message, and the next signal sends the requested message', () => {
  const wakeSignal = new WakeSignal();
  let messages = 0;
  const sender = new WakeSender(wakeSignal.memory, () => messages++);
  wakeSignal.requestMessage();
  sender.endWait();
  expect(wakeSignal.wait(Infinity)).toBe(true);
  expect(messages).toBe(0);
  sender.wake();
  expect(messages).toBe(1);
});

test.each([0, 1, 600])(
  'a wait ends with the signal of another thread, after %i waits without a signal',
  async (waits) => {
    const wakeSignal = new WakeSignal();
    for (let i = 0; i < waits; i++) expect(wakeSignal.wait(0)).toBe(false);
    const go = new Int32Array(new SharedArrayBuffer(4));
    const program = `
    const { workerData: { go, memory } } = require('node:worker_threads');
    const words = new Int32Array(memory);
    Atomics.wait(go, 0, 0);
    Atomics.add(words, 0, 1);
    Atomics.notify(words, 0);`;
    const worker = new Worker(program, { eval: true, workerData: { go, memory: wakeSignal.memory } });
    const ended = new Promise((resolve) => worker.on('exit', resolve));
    Atomics.store(go, 0, 1);
    Atomics.notify(go, 0);
    expect(wakeSignal.wait(Infinity)).toBe(true);
    await ended;
  },
);
