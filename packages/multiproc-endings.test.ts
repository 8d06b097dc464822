import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MultiProc, type SubmitOptions } from '@doha/multiproc';
import { type SharedPool, share } from '@doha/multiproc/shared';
import { until } from '../e2e/tests/browser/multiproc/pages/checks/check.ts';
import { samples, type Samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import { bundleForNode } from './bundle-for-node.ts';

// Each promise of the pool, for each way in which its task or call can end. Then each callback that
// can throw an error, while the pool is under load.

let path: string; // of the workers' module
let proc: SharedPool<Samples>;
/** The pool of all tests whose worker survives, because the start of a thread is slow. */
let surviving: SharedPool<Samples> | undefined;
let reportedErrors: unknown[];

beforeAll(async () => {
  path = await bundleForNode('e2e/tests/browser/multiproc/pages/samples.worker.ts');
});

beforeEach(() => {
  reportedErrors = [];
});
// Vitest also fails on uncaught exceptions and unhandled rejections.
afterEach(() => {
  if (proc !== surviving) proc.dispose();
});
afterAll(() => surviving?.dispose());

const spawn = (): Worker => new Worker(path);
const onError = (error: unknown): void => void reportedErrors.push(error);

/** A call of a function of a worker, with its arguments. */
interface Work {
  readonly name: keyof Samples;
  readonly args?: readonly unknown[];
}

type Ask = (work: Work, options: SubmitOptions) => Promise<unknown>;

function submit({ name, args = [] }: Work, options: SubmitOptions): Promise<unknown> {
  return proc.task(name as 'add').submit(args as [number, number], options).result;
}

/**
 * The promises of the pool, by the call that returns them. Some of these calls ignore the options.
 */
const promises: Readonly<Record<string, Ask>> = {
  'the result of a task': submit,
  'the result of a task with a color': (work, options) => submit(work, { ...options, color: 'all' }),
  'the result of a task with retries': (work, options) => submit(work, { ...options, retries: 1 }),
  'the result of a nested task': async ({ name, args = [] }, options) =>
    submit({ name: 'submitFrom', args: [name, args, options] }, {}),
  'the value of a task': ({ name, args = [] }, options) =>
    proc.run(name as 'add', args as [number, number], options),
  'the value of a nested task': ({ name, args = [] }, options) => proc.run('runFrom', [name, args, options]),
  'the result of a call': ({ name, args = [] }, { signal }) =>
    proc.worker(0).call(name as 'add', args as [number, number], { signal }),
};

interface Ending {
  /** Whether the worker and its pool survive this end. */
  readonly isHarmless?: boolean;
  readonly work: Work;
  readonly options?: SubmitOptions;
  /** Resolves when the work has begun. */
  readonly begun?: () => Promise<unknown>;
  /** Causes the end. May return a promise that resolves at the end. */
  readonly end?: () => unknown;
  /** The promises that cannot end in this way. */
  readonly except?: readonly string[];
}

const never: Work = { name: 'never' };
const add: Work = { name: 'add', args: [1, 1] };
// This task has a lower priority than the work before it. When the task ends, the work has begun.
const othersBegan = (): Promise<unknown> => submit(add, { priority: -1 }).catch(() => {});
const nested = ['the result of a nested task', 'the value of a nested task'];
const call = 'the result of a call';

function endings(abort: AbortController): Readonly<Record<string, Ending>> {
  const memory = new Int32Array(new SharedArrayBuffer(4));
  const isLooping = async (): Promise<unknown> => {
    memory.fill(0);
    return vi.waitUntil(() => Atomics.load(memory, 0) === 1, { timeout: 60_000, interval: 1 });
  };
  return {
    returns: { work: add, isHarmless: true },
    throws: { work: { name: 'fail', args: ['thrown'] }, isHarmless: true },
    rejects: { work: { name: 'failLater', args: ['rejected'] }, isHarmless: true },
    'throws after a yield': { work: { name: 'failAtStep', args: [2] }, isHarmless: true },
    'returns a value that cannot be copied': { work: { name: 'giveFunction' }, isHarmless: true },
    'has an argument that cannot be copied': { work: { name: 'add', args: [() => {}] }, isHarmless: true },
    crashes: { work: { name: 'exit', args: [3] } },
    'throws outside of the task': { work: { name: 'crashLater' } },
    'is terminated': { work: never, begun: othersBegan, end: () => proc.worker(0).terminate() },
    'is terminated in a loop': {
      work: { name: 'fillForever', args: [memory] },
      begun: isLooping,
      end: () => proc.worker(0).terminate(),
    },
    'is disposed of': { work: never, begun: othersBegan, end: () => proc.dispose() },
    'is closed': { work: never, begun: othersBegan, end: () => proc.close({ timeout: 20 }) },
    'is aborted': {
      work: never,
      options: { signal: abort.signal },
      begun: othersBegan,
      end: () => abort.abort(),
      except: nested,
    },
    expires: { work: never, options: { expiresIn: 50 }, except: [call] },
  };
}

const table = Object.keys(promises).flatMap((promise) =>
  Object.entries(endings(new AbortController()))
    .filter(([, { except = [] }]) => !except.includes(promise))
    .map(([ending]) => [promise, ending] as const),
);

describe('the promise settles, and the pool still works unless it was ended, for', () => {
  test.each(table)('%s that %s', async (promise, name) => {
    const { begun, end, isHarmless, options = {}, work } = endings(new AbortController())[name]!;
    proc = isHarmless ? (surviving ??= await startOne()) : await startOne();
    const asked = settling(promises[promise]!(work, options));
    // Work with retries runs again, so it is ended again.
    while (!asked.hasSettled) {
      await Promise.race([begun?.() ?? asked.settled, asked.settled]);
      await end?.();
    }
    if (name === 'is disposed of' || name === 'is closed') return;
    expect(await submit(add, {})).toEqual({ status: 'done', value: 2 });
    expect(proc.stats.waiting).toBe(0);
  });

  function startOne(): Promise<SharedPool<Samples>> {
    return share(MultiProc.start<Samples>({ workers: 1, spawn, onError }));
  }

  function settling(promise: Promise<unknown>): { hasSettled: boolean; readonly settled: Promise<unknown> } {
    const settle = (): boolean => (state.hasSettled = true);
    const state = { hasSettled: false, settled: promise.then(settle, settle) };
    return state;
  }
});

test.each(['dispose', 'close'] as const)('the promise `ready` rejects at %s, handled or not', async (end) => {
  proc = await share(MultiProc.start<Samples>({ workers: 1, window: 1, maxQueue: 1, spawn, onError }));
  const options = { color: 1, expiresIn: 100 };
  for (const _ of [1, 2]) void proc.run('never', [], options).catch(() => {});
  const { ready: unhandled, ready } = proc;
  void unhandled;
  const ending = proc[end]();
  await expect(ready).rejects.toThrow(/^ready: the pool is (closed|disposed); start a new one$/);
  await ending;
});

describe('the callback `lost` of a connection is called exactly once', () => {
  const ends: Readonly<Record<string, (() => unknown) | undefined>> = {
    'nobody accepts it': undefined,
    'its acceptor throws': undefined,
    'its worker crashes': () =>
      proc
        .worker(0)
        .call('exit', [3])
        .catch(() => {}),
    'its worker throws outside of tasks': () =>
      proc
        .worker(0)
        .call('crashLater', [])
        .catch(() => {}),
    'its worker is terminated': () => proc.worker(0).terminate(),
    'the pool is disposed of': () => proc.dispose(),
    'there is no worker': undefined,
  };
  test.each(Object.entries(ends))('when %s', async (name, end) => {
    proc = await share(MultiProc.start<Samples>({ workers: 1, spawn, onError }));
    if (name === 'there is no worker') proc.worker(0).terminate();
    const acceptor = { 'nobody accepts it': 'nobody', 'its acceptor throws': 'broken' }[name] ?? 'echo';
    const losses: Error[] = [];
    const lost = new Promise<void>((resolve) => {
      proc.worker(0).connect(acceptor, (reason) => {
        losses.push(reason);
        resolve();
      });
    });
    end?.();
    await lost;
    proc.dispose();
    expect(losses).toEqual([expect.any(Error)]);
  });
});

test('nested tasks of the calling thread fail when the pool ends', async () => {
  proc = await share(MultiProc.start<Samples>({ workers: 0, inThread: () => samples, onError }));
  const { result } = samples.task('never').submit([]);
  proc.dispose();
  await expect(result).rejects.toThrow('the pool has ended in this thread');
  await expect(samples.task('add').submit([1, 1]).result).rejects.toThrow(
    'the pool has ended in this thread',
  );
});

test('a message that a worker cannot read fails only the tasks in it, and the error gives the reason', async () => {
  const spoiling = (): Worker => {
    const worker = spawn();
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message: unknown, transfer) => {
      if (!JSON.stringify(message).includes('spoil')) return post(message, transfer);
      const bytes = new Uint8Array(8);
      post(0, [bytes.buffer]);
      post([message, bytes], [bytes.buffer]); // Node sends this message, but its receiver finds no buffer
    };
    return worker;
  };
  proc = await share(MultiProc.start<Samples>({ workers: 1, spawn: spoiling, onError }));
  const before = proc.task('later').submit([1, 'before']).result;
  await before;
  const spoiled = proc.task('later').submit([1, 'spoil']).result;
  await expect(spoiled).rejects.toThrow('worker 0 cannot read the message that holds this task');
  expect(await proc.task('later').submit([1, 'behind']).result).toEqual({ status: 'done', value: 'behind' });
  expect(String(reportedErrors[0])).toMatch('worker 0 was lost: it could not read a message');
});

/**
 * A worker whose messages arrive right before its exit if `isLate` is set, as in a thread that was
 * busy until then.
 */
class LateWorker extends Worker {
  isLate = false;

  override on(event: string, listener: (value: never) => void): this {
    const deliver = listener as (value: unknown) => void;
    if (event !== 'message') return super.on(event, deliver);
    const waiting: unknown[] = [];
    super.on('exit', () => waiting.forEach((message) => deliver(message)));
    return super.on(event, (message) => {
      if (this.isLate) waiting.push(message);
      else deliver(message);
    });
  }
}

describe('a worker that sends a message that the other worker cannot read', () => {
  const lost = 'WorkerLostError: worker 0 was lost: it sent worker 1 a message that cannot be read';
  const tooDeep = 20_000; // levels
  let workers: LateWorker[];

  beforeEach(async () => {
    workers = [];
    const stacks = [32, 0.5]; // MB: enough for the first worker to send a value, too little for the second one to read it
    const unequal = (): Worker => {
      const stackSizeMb = stacks[workers.length] ?? 4;
      const worker = new LateWorker(path, { resourceLimits: { stackSizeMb } });
      workers.push(worker);
      return worker;
    };
    proc = await share(MultiProc.start<Samples>({ workers: 2, spawn: unequal, onError }));
    await proc.worker(1).call('recordTopic', ['deep']);
    await proc.worker(0).call('publishValues', ['deep', [0], 'newest']);
    await until(async () => (await proc.worker(1).call('recorded', ['deep'])).length === 1);
  });

  test('is lost, and the error names it', async () => {
    proc
      .worker(0)
      .call('publishDeepList', ['deep', tooDeep])
      .catch(() => {});
    await until(() => reportedErrors.length > 0);
    expect(reportedErrors.map(String)).toEqual([lost]);
  });

  test('is lost only after all its messages to the main thread have arrived', async () => {
    const numbers: unknown[] = [];
    proc.subscribe('numbers', (number) => numbers.push(number));
    workers[0]!.isLate = true;
    const results = [
      proc.worker(0).call('publishValues', ['numbers', [1, 2, 3], 'all']),
      proc.worker(0).call('publishDeepList', ['deep', tooDeep]),
    ];
    await Promise.all(results);
    await until(() => reportedErrors.length > 0);
    expect(numbers).toEqual([1, 2, 3]);
    expect(reportedErrors.map(String)).toEqual([lost]);
  });
});

test.each([
  [
    'tasks',
    (name: keyof Samples, options: SubmitOptions) => proc.task(name as 'never').submit([], options).result,
  ],
  [
    'nested tasks',
    (name: keyof Samples, options: SubmitOptions) => samples.task(name as 'never').submit([], options).result,
  ],
])(
  'if a signal of %s throws when its listener is removed, the error is reported, and no result and no worker is lost',
  async (which, run) => {
    const options = which === 'tasks' ? { workers: 1, spawn } : { workers: 0, inThread: () => samples };
    proc = await share(MultiProc.start<Samples>({ ...options, onError }));
    const { signal } = new AbortController();
    signal.removeEventListener = () => {
      throw new Error('of a signal');
    };
    const results = [
      run('describeFailure', { signal }),
      run('describeFailure', { signal, expiresIn: 10_000 }),
    ];
    const outcomes = await Promise.all(results);
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done']);
    await until(() => reportedErrors.length > 0);
    expect(reportedErrors.map(String)).toEqual(['Error: of a signal']); // the two tasks share one listener
    expect(proc.stats.active).toBe(1);
  },
);

test('the failure of a call goes to `onError` if nothing awaits the call, and otherwise does not', async () => {
  proc = await share(MultiProc.start<Samples>({ workers: 1, spawn, onError }));
  void proc.worker(0).call('fail', ['unseen']);
  await expect(proc.worker(0).call('fail', ['seen'])).rejects.toThrow('seen');
  await until(() => reportedErrors.length > 0);
  expect(reportedErrors.map(String)).toEqual(['RangeError: unseen']);
});

describe('all tasks complete, and the pool has both workers at the end, if an error is thrown by', () => {
  function thrower(): never {
    throw new Error('of a callback');
  }
  let isBroken = false;
  beforeEach(() => void (isBroken = false));

  const callbacks: Readonly<Record<string, () => unknown>> = {
    onError: () => proc.task('fail').post(['unseen']),
    'onError at a loss': () => proc.worker(1).terminate(),
    'lost of a connection that is refused': () => proc.worker(0).connect('nobody', thrower),
    'lost of a connection that is lost'() {
      proc.worker(1).connect('echo', thrower);
      proc.worker(1).terminate();
    },
    'an acceptor': () => proc.worker(0).connect('broken', () => {}),
    'a subscriber'() {
      proc.subscribe('topic', thrower);
      proc.publish('topic', 1);
    },
    'a function that subscribes'() {
      proc.worker(0).subscribe('trouble', 'fail');
      proc.publish('trouble', 1);
    },
    'the listener of an abort'() {
      const abort = new AbortController();
      proc.task('never').submit([], { signal: abort.signal });
      abort.abort();
    },
    spawn() {
      isBroken = true;
      proc.worker(1).terminate();
    },
  };

  test.each(Object.entries(callbacks))('%s', async (name, provoke) => {
    const errors: unknown[] = [];
    const silence = vi.spyOn(console, 'error').mockImplementation((error) => void errors.push(error));
    proc = await share(
      MultiProc.start<Samples>({
        workers: 2,
        spawn() {
          if (isBroken) {
            isBroken = false;
            thrower();
          }
          return spawn();
        },
        onError(error) {
          reportedErrors.push(error);
          if (name.startsWith('onError')) thrower();
        },
      }),
    );
    const load = (): Promise<unknown>[] =>
      Array.from(
        { length: 100 },
        (_, i) => proc.task('add', { color: i % 3, retries: 5 }).submit([i, 1]).result,
      );
    const before = load();
    provoke();
    const all = await Promise.all([...before, ...load()]);
    expect(all).toEqual(all.map((_, i) => ({ status: 'done', value: (i % 100) + 1 })));
    await until(() => proc.stats.workers.length === 2);
    if (name.startsWith('onError')) {
      await until(() => errors.length === 1);
      expect(String(errors[0])).toBe('Error: of a callback');
    } else expect(errors).toEqual([]);
    silence.mockRestore();
  });
});
