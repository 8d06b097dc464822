import { expect, expectTypeOf, test } from 'vitest';
import type { ArgumentsOf, ResultOf } from './index.ts';
import { MultiProc } from './multi-proc.ts';
import { expose } from './worker/expose.ts';

const samples = expose({
  add: (a: number, b: number): number => a + b,
  sum: (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0),
  fail(): never {
    throw new Error('on purpose');
  },
});
type Samples = typeof samples.functions;

const start = (onError?: (error: unknown) => void): Promise<MultiProc<Samples>> =>
  MultiProc.start<Samples>({ workers: 0, inThread: () => samples, onError });

test.each([undefined, {}, { workers: 2 }])(
  'new MultiProc throws an error that names MultiProc.start: %o',
  (options) => {
    const Class = MultiProc as unknown as new (given: unknown) => unknown;
    expect(() => new Class(options)).toThrow(
      /^new MultiProc: it must be started by await MultiProc\.start\(options\), got /,
    );
  },
);

test('an error also goes to onError if result is read only after the task has failed', async () => {
  const errors: unknown[] = [];
  const proc = await start((error) => errors.push(error));
  const late = proc.task('fail').submit([]);
  await proc.task('add').submit([1, 2]).result;
  await expect(late.result).rejects.toThrow('on purpose');
  expect(errors).toEqual([new Error('on purpose')]);
  proc.dispose();
});

test('an error is reported only by result if result is read right after submit', async () => {
  const errors: unknown[] = [];
  const proc = await start((error) => errors.push(error));
  const both = Promise.all([proc.task('add').submit([1, 2]).result, proc.task('fail').submit([]).result]);
  await expect(both).rejects.toThrow('on purpose');
  expect(errors).toEqual([]);
  proc.dispose();
});

test('arguments may be readonly', async () => {
  const proc = await start();
  const pair: readonly [number, number] = [1, 2];
  await expect(proc.task('add').submit(pair).result).resolves.toEqual({ status: 'done', value: 3 });
  await expect(proc.task('sum').submit([[1, 2, 3]] as const).result).resolves.toMatchObject({ value: 6 });
  proc.task('add').post([1, 2] as const);
  // @ts-expect-error one argument is missing
  proc.task('add').post([1] as const);
  expectTypeOf<ArgumentsOf<Samples['add']>>().toEqualTypeOf<[a: number, b: number]>();
  proc.dispose();
});

test('functions that are generic over the exposed functions compile', async () => {
  const proc = await start();
  const call = <Name extends keyof Samples>(
    name: Name,
    ...args: ArgumentsOf<Samples[Name]>
  ): Promise<ResultOf<Samples[Name]>> => proc.worker(0).call(name, args);
  const submit = async <Name extends keyof Samples>(
    name: Name,
    ...args: Parameters<Samples[Name]>
  ): Promise<ResultOf<Samples[Name]>> => {
    const outcome = await proc.task(name).submit(args).result;
    if (outcome.status !== 'done') throw new Error(outcome.status);
    return outcome.value;
  };
  await expect(call('add', 1, 2)).resolves.toBe(3);
  await expect(submit('sum', [1, 2])).resolves.toBe(3);
  // @ts-expect-error a string is no number
  await call('add', 1, '2');
  proc.dispose();
});
