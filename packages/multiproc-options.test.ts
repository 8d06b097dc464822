import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import {
  type CallOptions,
  type CloseOptions,
  MultiProc,
  type MultiProcOptions,
  type SubmitOptions,
} from '@doha/multiproc';
import { expose } from '@doha/multiproc/worker';
import type { SimulatedTask, SimulationOptions } from '@doha/multiproc/virtual';
import {
  type EntitySpectator,
  type PublishOptions,
  type ReplicaOptions,
  type SharedPool,
  type TableOptions,
  join,
  share,
} from '@doha/multiproc/shared';
import { samples, type Samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';

// Each option of the pool with each value of `odd`. Either the value is accepted, or an error that
// names the option is thrown before any state changes.

const odd: readonly unknown[] = [undefined, NaN, Infinity, -Infinity, -1, 0, 2 ** 31, '5', {}, null];

function namesIt(error: unknown, name: string): void {
  expect(error).toSatisfy((one) => one instanceof TypeError || one instanceof RangeError);
  expect((error as Error).message).toMatch(new RegExp(`^[\\w.]+: ${name}.* must be .+, got `));
}

function cases(accepted: Readonly<Record<string, readonly unknown[]>>): [string, unknown, boolean][] {
  return Object.entries(accepted).flatMap(([name, values]) =>
    odd.map((value): [string, unknown, boolean] => [
      name,
      value,
      value === undefined || values.includes(value),
    ]),
  );
}

describe('MultiProc.start', () => {
  const accepted = {
    workers: [0],
    window: [Infinity, 2 ** 31],
    maxQueue: [Infinity, 2 ** 31],
    color: [Infinity, -Infinity, -1, 0, 2 ** 31, '5'],
    unresponsiveTimeout: [Infinity, 2 ** 31],
    startLimit: [],
    traces: [],
    onError: [],
    loop: [],
    spawn: [],
    script: ['5'],
    inThread: [],
  };

  test.each(cases(accepted))('with the option %s: %s; accepted: %s', async (name, value, isAccepted) => {
    let starts = 0;
    const inThread = (): typeof samples => {
      starts++;
      return samples;
    };
    const options = { workers: 0, inThread, [name]: value } as MultiProcOptions<Samples>;
    if (name === 'inThread' && value === undefined) options.inThread = inThread;
    const starting = share(MultiProc.start(options));
    if (isAccepted) {
      const proc = await starting;
      expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
      proc.dispose();
    } else {
      namesIt(await starting.catch((error: unknown) => error), name);
      expect(starts).toBe(0);
    }
  });

  test.each([undefined, null, 5, '5'])('throws an error with %s instead of options', async (options) => {
    const error: unknown = await share(MultiProc.start(options as never)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    namesIt(error, 'options');
  });
});

describe('a task', () => {
  let proc: SharedPool<Samples>;
  beforeEach(async () => {
    proc = await share(MultiProc.start({ workers: 0, inThread: () => samples, onError: () => {} }));
  });
  afterEach(() => proc.dispose());

  const accepted = {
    priority: [-1, 0, 2 ** 31],
    color: [Infinity, -Infinity, -1, 0, 2 ** 31, '5'],
    expiresIn: [Infinity, 2 ** 31],
    signal: [],
    transfer: [],
    retries: [Infinity, 0, 2 ** 31],
  };
  const asOutcome = async (value: Promise<number>): Promise<unknown> => ({
    status: 'done',
    value: await value,
  });
  const ways = {
    defaults: (options: SubmitOptions) => proc.task('add', options).submit([1, 1]).result,
    submit: (options: SubmitOptions) => proc.task('add').submit([1, 1], options).result,
    run: (options: SubmitOptions) => asOutcome(proc.run('add', [1, 1], options)),
    'run of a kind': (options: SubmitOptions) => asOutcome(proc.task('add').run([1, 1], options)),
    'nested run': (options: SubmitOptions) => asOutcome(samples.run('add', [1, 1], options)),
    post: (options: SubmitOptions) => proc.task('add').post([1, 1], options),
    nested: (options: SubmitOptions) => samples.task('add').submit([1, 1], options).result,
  };
  const all = Object.keys(ways).flatMap((way) =>
    cases(accepted).map(([name, value, isAccepted]) => [way, name, value, isAccepted] as const),
  );

  test.each(all)('via %s with %s: %s; accepted: %s', async (way, name, value, isAccepted) => {
    const use = ways[way as keyof typeof ways];
    const options = { [name]: value } as SubmitOptions;
    if (isAccepted) {
      const outcome = await use(options);
      if (outcome !== undefined) expect(outcome).toEqual({ status: 'done', value: 2 });
      return;
    }
    let error: unknown;
    try {
      await use(options);
    } catch (thrown) {
      error = thrown;
    }
    namesIt(error, name);
    const [worker] = proc.stats.workers;
    expect([proc.stats.waiting, worker!.inFlight]).toEqual([0, 0]);
  });

  test.each(cases({ signal: [], transfer: [] }))(
    'via call with %s: %s; accepted: %s',
    async (name, value, isAccepted) => {
      const call = async (): Promise<number> => proc.worker(0).call('add', [1, 1], { [name]: value });
      const ended: unknown = await call().catch((error: unknown) => error);
      if (!isAccepted) namesIt(ended, name);
      expect(await proc.worker(0).call('add', [1, 1])).toBe(2);
    },
  );

  test.each(cases({ timeout: [Infinity, 0, 2 ** 31] }))(
    'is refused after close, unless close has rejected because of its option %s: %s',
    async (name, value, isAccepted) => {
      const ended: unknown = await proc.close({ [name]: value }).catch((error: unknown) => error);
      if (!isAccepted) namesIt(ended, name);
      const { status } = await proc
        .task('add')
        .submit([1, 1])
        .result.catch(() => ({ status: 'closed' }));
      expect(status).toBe(isAccepted ? 'closed' : 'done');
    },
  );

  test.each([null, 5, '5'])('throws an error with %s as the options of call or close', async (options) => {
    expect(() => proc.worker(0).call('add', [1, 1], options as never)).toThrow(
      'call: options must be an object',
    );
    await expect(proc.close(options as never)).rejects.toThrow('close: options must be an object');
  });

  test.each([undefined, null, 5, '5', {}])('throws an error with %s instead of arguments', (args) => {
    expect(() => proc.task('add').submit(args as never)).toThrow('submit: arguments must be an array');
    expect(() => proc.run('add', args as never)).toThrow('submit: arguments must be an array');
    expect(() => proc.worker(0).call('add', args as never)).toThrow('call: arguments must be an array');
    expect(proc.stats.waiting).toBe(0);
  });

  test.each([null, 5, '5'])('throws an error with %s instead of options', (options) => {
    expect(() => proc.task('add').submit([1, 1], options as never)).toThrow(
      'submit: options must be an object',
    );
    expect(() => proc.task('add', options as never)).toThrow('submit: options must be an object');
  });

  test.each(odd.filter((value) => ![0, -1, 2 ** 31].includes(value as number)))(
    'throws an error and keeps its priority if the priority is set to %s',
    (value) => {
      const task = proc.task('add').submit([1, 1], { priority: 3 });
      expect(() => (task.priority = value as number)).toThrow(/priority must be a finite number, got/);
      expect(task.priority).toBe(3);
    },
  );

  test.each(odd.filter((value) => value !== 0))('cannot be sent to a worker with the index %s', (value) => {
    expect(() => proc.worker(value as number)).toThrow(/index must be a whole number from 0 to 0, got/);
  });

  test('has the color of the pool if its own color is undefined', async () => {
    const serial = await share(
      MultiProc.start({
        workers: 0,
        inThread: () => join(expose(samples.functions)),
        color: 'all',
      }),
    );
    const visit = serial.task('visit', { color: undefined as never });
    const visits = [3, 2, 1].map((ms, i) => visit.submit([ms, i], { color: undefined as never }).result);
    const outcomes = await Promise.all(visits);
    expect(outcomes.map((one) => one.status === 'done' && one.value.visitors)).toEqual([1, 1, 1]);
    serial.dispose();
  });
});

/** All options that may be absent, given as `undefined`. */
type Absent<O> = { readonly [Name in keyof O as object extends Pick<O, Name> ? Name : never]-?: undefined };
/** The options that may be absent. */
type Optional<O> = Pick<O, keyof Absent<O> & keyof O>;

test('each option may be given as undefined, also with exactOptionalPropertyTypes', () => {
  expectTypeOf<Absent<{ a?: number; b: number }>>().toEqualTypeOf<{ readonly a: undefined }>();
  expectTypeOf<Absent<{ a?: number }>>().not.toExtend<{ a?: number }>(); // the check finds an option whose type lacks `undefined`
  expectTypeOf<Absent<MultiProcOptions<Samples>>>().toExtend<Optional<MultiProcOptions<Samples>>>();
  expectTypeOf<Absent<CallOptions>>().toExtend<Optional<CallOptions>>();
  expectTypeOf<Absent<CloseOptions>>().toExtend<Optional<CloseOptions>>();
  expectTypeOf<Absent<SubmitOptions>>().toExtend<Optional<SubmitOptions>>();
  expectTypeOf<Absent<TableOptions>>().toExtend<Optional<TableOptions>>();
  expectTypeOf<Absent<ReplicaOptions>>().toExtend<Optional<ReplicaOptions>>();
  expectTypeOf<Absent<PublishOptions>>().toExtend<Optional<PublishOptions>>();
  expectTypeOf<Absent<EntitySpectator>>().toExtend<Optional<EntitySpectator>>();
  expectTypeOf<Absent<SimulationOptions>>().toExtend<Optional<SimulationOptions>>();
  expectTypeOf<Absent<SimulatedTask>>().toExtend<Optional<SimulatedTask>>();
});
