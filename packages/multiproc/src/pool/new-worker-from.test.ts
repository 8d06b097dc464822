import { expect, test } from 'vitest';
import type { EndpointListener } from '../transport/endpoint.ts';
import { Code, messageOf, formatVersion } from '../transport/message-format.ts';
import { isHello } from '../transport/hello.ts';
import { newWorkerFrom } from './new-worker-from.ts';
import { Startup } from './startup.ts';

/** A worker of Node whose module calls `expose`. */
class FakeWorker {
  isEnded = false;
  #message: EndpointListener['message'] = () => {};

  on(event: string, listener: (value: unknown) => void): void {
    if (event === 'message') this.#message = listener;
  }

  postMessage(message: unknown): void {
    if (isHello(message)) queueMicrotask(() => this.#message(messageOf([Code.ready, formatVersion], [[]])));
  }

  terminate(): Promise<number> {
    this.isEnded = true;
    return Promise.resolve(0);
  }
}

test('a Worker of another pool is refused with an error that says so, and is not terminated', async () => {
  const worker = new FakeWorker();
  const spawn = (): FakeWorker => worker;
  const [started] = await new Startup({ spawn }, true).start(1);
  await expect(new Startup({ spawn }, true).start(1)).rejects.toThrow(
    'the result of spawn must be a new Worker, got one of another pool',
  );
  expect(worker.isEnded).toBe(false);
  await started!.endpoint.close();
  await expect(new Startup({ spawn }, true).start(1)).rejects.toThrow('of another pool'); // it has ended
});

test('a Worker that spawn has returned before is refused with an error that says so', () => {
  const worker = new FakeWorker();
  const next = newWorkerFrom(() => worker);
  expect(next()).toBe(worker);
  expect(next).toThrow(
    new TypeError('the result of spawn must be a new Worker, got one that it has returned before'),
  );
});
