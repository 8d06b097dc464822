import { expect, test, vi } from 'vitest';
import { Recorder } from '../recording/recorder.ts';
import type { Channel } from './channel.ts';
import { collectorOf, ports } from './channels.test.setup.ts';
import type { Collector } from './collector.ts';
import type { RecordedPool } from './pool-channels.ts';
import { serveRecorder } from './serve-recorder.ts';

type Lost = (reason: Error) => unknown;

function namedError(name: string): Error {
  return Object.assign(new Error(name), { name });
}

/** A pool whose workers are recorders of this thread. */
class FakePool implements RecordedPool {
  readonly workers: number;
  /** The recorders of the workers; undefined while a worker is being replaced. */
  readonly recorders: (Recorder | undefined)[];
  /** Number of calls of `connect`. */
  attempts = 0;
  absence = 'WorkerLostError';
  #lost: Map<number, Lost> = new Map();

  constructor(recorders: (Recorder | undefined)[]) {
    this.workers = recorders.length;
    this.recorders = recorders;
  }

  worker(index: number): { connect(name: string, lost: Lost): Channel & { close(): void } } {
    return {
      connect: (_, lost) => {
        this.attempts++;
        const [here, there] = ports();
        const recorder = this.recorders[index];
        if (recorder === undefined) queueMicrotask(() => lost(namedError(this.absence)));
        else {
          this.#lost.set(index, lost);
          serveRecorder(recorder, there);
        }
        return here;
      },
    };
  }

  lose(index: number, reason = 'WorkerLostError'): void {
    this.recorders[index] = undefined;
    this.#lost.get(index)!(namedError(reason));
  }
}

function stage(...recorders: (Recorder | undefined)[]): {
  readonly pool: FakePool;
  readonly collector: Collector;
  readonly onError: ReturnType<typeof vi.fn<(error: unknown) => void>>;
} {
  const pool = new FakePool(recorders);
  const onError = vi.fn<(error: unknown) => void>();
  return { pool, onError, collector: collectorOf({ onError, interval: 60_000 }) };
}

test('a worker that was lost before its first answer is counted, and others are not', async () => {
  const { collector, onError, pool } = stage(new Recorder(), new Recorder());
  collector.addPool(pool);
  pool.lose(1); // in the call in which its channel was opened: it has recorded nothing
  await collector.recording();
  expect(collector.unseen).toBe(0);
  pool.recorders[1] = new Recorder();
  const waiting = collector.recording();
  await Promise.resolve();
  pool.lose(1);
  await waiting;
  expect(collector.unseen).toBe(1);
  pool.lose(0);
  await collector.recording();
  expect(collector.unseen).toBe(1);
  expect(onError).not.toHaveBeenCalled();
});

test('a replacement is connected with the next request', async () => {
  const { collector, onError, pool } = stage(new Recorder());
  collector.addPool(pool, { name: 'sim' });
  await collector.recording();
  pool.lose(0);
  await collector.recording();
  await collector.recording();
  expect([pool.attempts, collector.unseen]).toEqual([3, 0]);
  pool.recorders[0] = new Recorder();
  pool.recorders[0].signal('back', 1);
  const { events } = await collector.recording();
  expect(events).toMatchObject([{ thread: 'sim 0', name: 'back' }]);
  expect(collector.threads.map(({ answers, name }) => [name, answers])).toEqual([
    ['sim 0', false],
    ['sim 0', true],
  ]);
  expect(onError).not.toHaveBeenCalled();
});

test('a replacement is connected by the timer', async () => {
  const pool = new FakePool([new Recorder()]);
  const collector = collectorOf({ interval: 1 });
  collector.addPool(pool);
  await collector.recording();
  pool.lose(0);
  pool.recorders[0] = new Recorder();
  await vi.waitFor(() => expect(collector.threads).toHaveLength(2));
});

test('a pool that was closed before is reported once, and one that closes later is not', async () => {
  const { collector, onError, pool } = stage(undefined, undefined);
  pool.absence = 'PoolClosedError';
  collector.addPool(pool);
  for (let i = 0; i < 3; i++) await collector.recording();
  expect(onError).toHaveBeenCalledOnce();
  const later = stage(new Recorder(), new Recorder());
  later.collector.addPool(later.pool);
  await later.collector.recording();
  later.pool.absence = 'PoolClosedError';
  for (const index of [0, 1]) later.pool.lose(index);
  for (let i = 0; i < 3; i++) await later.collector.recording();
  expect(later.onError).not.toHaveBeenCalled();
  expect(later.pool.attempts).toBeLessThanOrEqual(4);
});

test('a worker that accepts no channel is reported, and not asked again', async () => {
  const { collector, onError, pool } = stage(undefined, new Recorder());
  pool.absence = 'Error';
  collector.addPool(pool);
  for (let i = 0; i < 3; i++) await collector.recording();
  expect(onError).toHaveBeenCalledOnce();
  expect([pool.attempts, collector.threads.length]).toEqual([2, 1]);
});

test('a worker that refuses a channel at once is reported', async () => {
  const { collector, onError } = stage();
  const [here] = ports();
  const reason = new Error('refused');
  collector.addPool({ workers: 1, worker: () => ({ connect: (_, lost) => (lost(reason), here) }) });
  await collector.recording({ timeout: Infinity });
  expect(onError).toHaveBeenCalledExactlyOnceWith(reason);
});

test('errors of a pool are reported', async () => {
  const { collector, onError } = stage();
  const error = new Error('on purpose');
  const connect = (): never => {
    throw error;
  };
  collector.addPool({ workers: 2, worker: () => ({ connect }) });
  for (let i = 0; i < 3; i++) await collector.recording();
  expect(onError.mock.calls).toEqual([[error], [error]]);
});

test('a pool that is added twice is recorded once', async () => {
  const recorder = new Recorder();
  recorder.signal('value', 1);
  const { collector, pool } = stage(recorder);
  collector.addPool(pool);
  collector.addPool(pool, { name: 'again' });
  await collector.recording();
  const { events } = await collector.recording();
  expect(events).toMatchObject([{ thread: 'worker 0' }]);
});

test('a second pool of the same name is reported, unless the collection of the first one has ended', async () => {
  const { collector, onError, pool } = stage(new Recorder());
  const remove = collector.addPool(pool, { name: 'sim' });
  collector.addPool(new FakePool([new Recorder()]), { name: 'other' });
  remove();
  collector.addPool(pool, { name: 'sim' });
  expect(onError).not.toHaveBeenCalled();
  collector.addPool(new FakePool([new Recorder()]), { name: 'sim' });
  expect(onError).toHaveBeenCalledOnce();
  expect(String(onError.mock.calls[0]![0])).toContain('another pool has the name "sim"');
  await collector.recording();
  expect(collector.threads.map(({ name }) => name).toSorted()).toEqual(['other 0', 'sim 0', 'sim 0 (2)']);
});
