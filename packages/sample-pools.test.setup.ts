import { Worker } from 'node:worker_threads';
import { onTestFinished, vi } from 'vitest';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { MultiProc, type MultiProcOptions } from '@doha/multiproc';
import { type SharedPool, share } from '@doha/multiproc/shared';
import { samples, type Samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import { bundleForNode } from './bundle-for-node.ts';

/** The workers' module. */
export const path: string = await bundleForNode('e2e/tests/browser/multiproc/pages/samples.worker.ts');

export const spawn = (): Worker => new Worker(path, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
export const inThread = (): typeof samples => samples;

/** Errors that the pools of the running test have reported. */
export const reportedErrors: unknown[] = [];

/** Starts a pool, which is disposed of at the end of the test. */
export async function start(options: MultiProcOptions<Samples>): Promise<SharedPool<Samples>> {
  onTestFinished(() => void reportedErrors.splice(0));
  const proc = await share(
    MultiProc.start<Samples>({ onError: (error) => reportedErrors.push(error), ...options }),
  );
  onTestFinished(() => proc.dispose());
  return proc;
}

/** Starts a pool whose timers run on simulated time. */
export async function startWithClock(
  options: MultiProcOptions<Samples>,
): Promise<{ host: VirtualHost; proc: SharedPool<Samples> }> {
  const host = new VirtualHost();
  const proc = await start({ loop: new EventLoop({ host }), ...options });
  return { host, proc };
}

/** Lets simulated time pass until a promise has settled. */
export async function advancing<T>(host: VirtualHost, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = (): boolean => (isSettled = true);
  promise.then(settle, settle);
  await vi.waitUntil(() => (host.advanceTo(host.now() + 20), isSettled), { timeout: 60_000, interval: 5 });
  return promise;
}
