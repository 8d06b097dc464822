import { expect, test } from 'vitest';
import { type EndpointListener, endpointOfWorker } from './endpoint.ts';

class FakeWorker extends EventTarget {
  terminations = 0;

  postMessage(): void {}

  terminate(): void {
    this.terminations++;
  }
}

function listening(): { worker: FakeWorker; losses: string[]; close: () => Promise<void> } {
  const worker = new FakeWorker();
  const losses: string[] = [];
  const endpoint = endpointOfWorker(worker as unknown as Worker);
  const listener: EndpointListener = { message: () => {}, lost: ({ message }) => losses.push(message) };
  endpoint.listen(listener);
  return { worker, losses, close: () => endpoint.close() };
}

test('a Worker that the application terminates is lost', () => {
  const { losses, worker } = listening();
  worker.terminate();
  expect([worker.terminations, losses]).toEqual([1, ['the application terminated it']]);
});

test('a Worker that the pool ends is not reported as terminated by the application', async () => {
  const { close, losses, worker } = listening();
  await close();
  expect([worker.terminations, losses]).toEqual([1, []]);
});
