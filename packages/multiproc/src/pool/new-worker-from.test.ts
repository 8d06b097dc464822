import { expect, test } from 'vitest';
import type { EndpointListener } from '../transport/endpoint.ts';
import { Code, envelopeOf, envelopeVersion } from '../transport/envelope.ts';
import { isHello } from '../transport/hello.ts';
import { newWorkerFrom } from './new-worker-from.ts';
import { Recruiter } from './recruiter.ts';

/** A worker of Node whose module calls `expose`. */
class FakeWorker {
  isEnded = false;
  #message: EndpointListener['message'] = () => {};

  on(event: string, listener: (value: unknown) => void): void {
    if (event === 'message') this.#message = listener;
  }

  postMessage(message: unknown): void {
    if (isHello(message)) queueMicrotask(() => this.#message(envelopeOf([Code.here, envelopeVersion], [[]])));
  }

  terminate(): Promise<number> {
    this.isEnded = true;
    return Promise.resolve(0);
  }
}

test('a Worker of another pool is refused by name, and goes on', async () => {
  const worker = new FakeWorker();
  const spawn = (): FakeWorker => worker;
  const [joined] = await new Recruiter({ spawn }, true).hire(1);
  await expect(new Recruiter({ spawn }, true).hire(1)).rejects.toThrow(
    'spawn must return a new Worker, got one of another pool',
  );
  expect(worker.isEnded).toBe(false);
  await joined!.endpoint.close();
  await expect(new Recruiter({ spawn }, true).hire(1)).rejects.toThrow('of another pool'); // it has ended
});

test('a Worker that spawn has returned before is refused by name', () => {
  const worker = new FakeWorker();
  const next = newWorkerFrom(() => worker);
  expect(next()).toBe(worker);
  expect(next).toThrow(new TypeError('spawn must return a new Worker, got one that it has returned before'));
});
