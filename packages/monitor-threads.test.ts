import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { bundleForNode } from './bundle-for-node.ts';
import { Recorder, Recording, type RecordingData } from '@doha/monitor';
import { RecordRing, recordSize } from './monitor/src/recording/record-ring.ts';
import { SharedNames } from './monitor/src/recording/shared-names.ts';

test('a reader in another thread takes only whole records', async () => {
  const count = 400_000;
  const ring = RecordRing.create(64, true);
  const worker = new Worker(
    await bundleForNode('packages/monitor/src/recording/write-records.test.setup.ts'),
    {
      workerData: { memory: ring.memory, count },
    },
  );
  const writer = { isRunning: true };
  worker.once('exit', () => (writer.isRunning = false));
  let [taken, lost] = [0, 0];
  const takeAll = (): void => {
    const records = ring.take();
    for (const [at, number] of records.numbers.entries())
      if (number !== records.numbers[at - (at % recordSize)]) throw new Error(`record ${number} is torn`);
    taken += records.numbers.length / recordSize;
    lost += records.lost;
  };
  while (writer.isRunning) {
    takeAll();
    await new Promise(setImmediate);
  }
  takeAll();
  expect(taken + lost).toBe(count);
  expect(taken).toBeGreaterThan(0);
});

test('a reader in another thread takes only whole names', async () => {
  const names = new SharedNames();
  const worker = new Worker(await bundleForNode('packages/monitor/src/recording/write-names.test.setup.ts'), {
    workerData: names.memory,
  });
  const writer = { isRunning: true };
  worker.once('exit', () => (writer.isRunning = false));
  let count = 0;
  const readAll = (): void => {
    for (let name = names.nameOf(count); name !== undefined; name = names.nameOf(count)) {
      if (name !== `${count}|`.repeat(1 + (count % 7))) throw new Error(`the name ${name} is torn`);
      count++;
    }
  };
  while (writer.isRunning) {
    readAll();
    await new Promise(setImmediate);
  }
  readAll();
  expect(names.nameOf(count)).toBeUndefined();
  expect(count).toBeGreaterThan(1000);
});

test('the recordings of two threads have a common clock', async () => {
  const recorder = new Recorder();
  const worker = new Worker(
    await bundleForNode('packages/monitor/src/recording/answer-signals.test.setup.ts'),
  );
  for (let question = 0; question < 20; question++) {
    recorder.signal('question', question);
    const answered = once(worker, 'message');
    worker.postMessage(question);
    await answered;
    recorder.signal('received', question);
  }
  const reported = once(worker, 'message');
  worker.postMessage('end');
  const [ofWorker] = (await reported) as [RecordingData];
  const { events } = Recording.merge([recorder.recording(), ofWorker]);
  expect(events.map(({ name, thread }) => `${thread} ${name}`)).toEqual(
    Array.from({ length: 20 }, () => ['main question', 'worker answer', 'main received']).flat(),
  );
  await worker.terminate();
});
