import { EventEmitter } from 'node:events';
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

test('a Worker that the pool terminates is not reported as terminated by the application', async () => {
  const { close, losses, worker } = listening();
  await close();
  expect([worker.terminations, losses]).toEqual([1, []]);
});

class FakeNodeWorker extends EventEmitter {
  postMessage(): void {}

  terminate(): Promise<number> {
    return Promise.resolve(1);
  }
}

test.each(['fails', 'is ended', 'is ended, and fails'])(
  'messages of a worker of Node are delivered before its loss is reported, if it %s',
  (how) => {
    const worker = new FakeNodeWorker();
    const events: string[] = [];
    const endpoint = endpointOfWorker(worker);
    endpoint.listen({
      message: (message) => events.push(message as string),
      lost: ({ message }) => events.push(message),
    });
    if (how !== 'fails') endpoint.end?.(new Error('ended'));
    if (how !== 'is ended') worker.emit('error', new Error('failed'));
    worker.emit('message', 'late');
    expect(events).toEqual(['late']);
    worker.emit('exit', 1);
    expect(events).toEqual(['late', how === 'fails' ? 'failed' : 'ended']);
  },
);
