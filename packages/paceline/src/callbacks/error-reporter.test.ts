import { expect, onTestFinished, test, vi } from 'vitest';
import { ErrorReporter } from './error-reporter.ts';

/** A reporter on a clock of the test, and its reports: the message of each error, and the number of errors that were omitted before. */
function reporting(): { readonly at: (now: number) => ErrorReporter; readonly told: unknown[] } {
  let time = 0;
  const told: unknown[] = [];
  const onError = (error: unknown, omitted: number): void => {
    told.push([error instanceof Error ? error.message : error, omitted]);
  };
  const reporter = new ErrorReporter(onError, () => time);
  const at = (now: number): ErrorReporter => {
    time = now;
    return reporter;
  };
  return { at, told };
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return error;
  }
};

test('five errors from one place are reported in ten seconds, and the next report has the number omitted', () => {
  const { at, told } = reporting();
  for (let i = 0; i < 1000; i++) at(9.999 * i).reportError(parse('x'.repeat(i)));
  expect(told).toHaveLength(5);
  at(10_000).reportError(new Error('another'));
  expect(told.slice(5)).toEqual([['another', 995]]);
  at(10_000).reportError(new Error('another'));
  expect(told.slice(6)).toEqual([['another', 0]]);
});

test('errors from different places are counted separately', () => {
  const { at, told } = reporting();
  for (let i = 0; i < 10; i++) {
    at(0).reportError(new Error(`here ${i}`));
    at(0).reportError(new Error(`there ${i}`));
    at(0).reportError(`a text ${i}`);
    at(0).reportError(i);
  }
  expect(told).toHaveLength(20);
  expect(told.slice(-4)).toEqual([
    ['here 4', 0],
    ['there 4', 0],
    ['a text 4', 0],
    [4, 0],
  ]);
});

test('errors from all places beyond the first 32 share one limit', () => {
  const { at, told } = reporting();
  for (let i = 0; i < 10_000; i++) {
    const error = new Error('varied');
    error.stack = `Error: varied\n    at place ${i}`;
    at(0).reportError(error);
  }
  expect(told.length).toBeLessThan(200);
});

test('errors without a readable stack, and values that are no errors, are reported', () => {
  const { at, told } = reporting();
  const unreadable = Object.defineProperty(new Error('unreadable'), 'stack', {
    get() {
      throw new Error('no stack');
    },
  });
  const odd = Object.assign(new Error('odd'), { stack: 5 });
  for (const error of [unreadable, odd, undefined, null]) at(0).reportError(error);
  expect(told).toEqual([
    ['unreadable', 0],
    ['odd', 0],
    [undefined, 0],
    [null, 0],
  ]);
});

const fail = (): never => {
  throw new Error('a trap');
};
const traps = { get: fail, getPrototypeOf: fail, has: fail, ownKeys: fail };

test('a Proxy whose traps throw is reported as any other error', () => {
  const told: unknown[] = [];
  const reporter = new ErrorReporter(
    (error) => told.push(error),
    () => 0,
  );
  const errors = [new Proxy({}, traps), new Proxy(() => {}, traps), new Proxy(new Error('hidden'), traps)];
  for (const error of errors) reporter.reportError(error);
  expect(told.map((error) => errors.indexOf(error as object))).toEqual([0, 1, 2]);
});

test('reporting an error that the console cannot show does not throw', () => {
  const shown: unknown[] = [];
  const error = { [Symbol.for('nodejs.util.inspect.custom')]: fail };
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation((what) => {
    if (what === error) fail();
    shown.push(what);
  });
  onTestFinished(() => console.mockRestore());
  new ErrorReporter().reportError(error);
  new ErrorReporter(fail).reportError(error);
  expect(shown).toEqual([
    'the console cannot show an error',
    'the console cannot show an error',
    new Error('a trap'),
  ]);
});

const throwOne = (): never => {
  throw new Error('of one place');
};

test('errors of an async function before and after an await are counted together', async () => {
  const { at, told } = reporting();
  const callback = async (steps: number): Promise<void> => {
    for (let i = 0; i < steps; i++) await Promise.resolve();
    throwOne();
  };
  const deep = async (steps: number): Promise<void> => callback(steps);
  for (let i = 0; i < 20; i++)
    for (const call of [callback, deep])
      await call(i % 4).catch((error: unknown) => at(0).reportError(error));
  expect(told).toHaveLength(5);
});

test('errors of a shared function are counted separately for each of its callers', () => {
  const { at, told } = reporting();
  const failures = [
    () => throwOne(),
    () => throwOne(),
    () => JSON.parse('{') as unknown,
    () => JSON.parse('[') as unknown,
  ];
  for (let i = 0; i < 10; i++)
    for (const failure of failures)
      try {
        failure();
      } catch (error) {
        at(0).reportError(error);
      }
  expect(told).toHaveLength(20);
});
