import { EventLoop, Task } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { MultiProc } from '@doha/multiproc';
import { expose } from '@doha/multiproc/worker';
import { expect, test } from 'vitest';
import { loopOf, reporterOf } from './paceline/src/client/paceline.ts';

type OnError = (this: unknown, error: unknown) => void;
interface Disposable {
  dispose(): void;
}

const fail = (): never => {
  throw new Error('on purpose');
};

// Each function causes an error that `onError` receives. The worker pool is returned, because it
// must be disposed.
const ways: Readonly<Record<string, (onError: OnError) => unknown>> = {
  'an event loop': (onError) => {
    const host = new VirtualHost();
    new EventLoop({ host, onError }).submit(new Task(fail), 1);
    host.advanceTo(1);
  },
  'a worker pool': async (onError) => {
    const functions = expose({ fail });
    const proc = await MultiProc.start<{ fail: () => never }>({
      workers: 0,
      inThread: () => functions,
      onError,
    });
    proc.task('fail').post([]);
    return proc;
  },
  'a Paceline client': (onError) => reporterOf({ onError }).reportError(new Error('on purpose')),
  'the loop of a Paceline client': (onError) =>
    loopOf(reporterOf({ onError })).reportError(new Error('on purpose')),
};

test.each(Object.keys(ways))('in onError of %s, this is undefined', async (name) => {
  let started: unknown;
  const called = new Promise((resolve) => {
    started = ways[name]!(function (error) {
      resolve([this, (error as Error).message]);
    });
  });
  await expect(called).resolves.toEqual([undefined, 'on purpose']);
  ((await started) as Disposable | undefined)?.dispose();
});
