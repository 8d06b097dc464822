import { expect, test } from 'vitest';
import { Code, messageOf, NONE } from '../transport/message-format.ts';
import { run, startWorker } from './started-worker.test.setup.ts';

test('if the finally block of a dropped generator throws, the error is reported, and the other tasks of its worker continue', () => {
  const worker = startWorker((thread) => ({
    *broken(): Generator<undefined, void> {
      try {
        for (;;) {
          thread.spend(3);
          yield;
        }
      } finally {
        // oxlint-disable-next-line no-unsafe-finally -- that is what the test is about
        throw new Error('in finally');
      }
    },
    add: (a: number, b: number) => a + b,
  }));
  worker.send(messageOf([Code.run, 0, 0, 0, NONE, 1, 0], []));
  worker.send(messageOf([Code.run, 1, 1, 0, NONE, 1, 2, Code.cancel, 0], [1, 2]), 10);
  expect(worker.settle().map(({ code, id }) => [code, id])).toEqual([
    [Code.dropped, 0],
    [Code.done, 1],
  ]);
  expect(worker.reports).toEqual([new Error('in finally')]);
});

test('a worker tells the pool at the first yield that a task is a generator', () => {
  const worker = startWorker((thread) => ({
    *steps(count: number): Generator<undefined, void> {
      for (let i = 0; i < count; i++) {
        thread.spend(3);
        yield;
      }
    },
    compute: () => thread.spend(3),
  }));
  run(worker, [['steps', 0], ['steps', 1], ['compute'], ['steps', 5]]);
  expect(worker.yielding).toEqual([1, 3]);
});

const fail = (): never => {
  throw new Error('bad then');
};

test.each([
  ['getter', { get: fail }],
  ['method', { value: fail }],
] as const)(
  'if a generator yields an object with a `then` (%s) that throws, the error is reported, and the generator and its color continue',
  (_, then) => {
    const log: string[] = [];
    const worker = startWorker(() => ({
      *steps(): Generator<unknown, string> {
        try {
          yield Object.defineProperty({}, 'then', then); // oxlint-disable-line unicorn/no-thenable -- that is what the test is about
          return 'result';
        } finally {
          log.push('finally');
        }
      },
      next: () => log.push('next'),
    }));
    worker.send(messageOf([Code.run, 0, 0, 0, 5, 1, 0, Code.run, 1, 1, 0, 5, 1, 0], []));
    expect(worker.settle().map(({ code, id }) => [code, id])).toEqual([
      [Code.done, 0],
      [Code.done, 1],
    ]);
    expect(worker.reports).toEqual([new Error('bad then')]);
    expect(log).toEqual(['finally', 'next']);
  },
);

test('an object that only has the tag of a generator is the result of its task', () => {
  const tagged = { [Symbol.toStringTag]: 'Generator' };
  const worker = startWorker(() => ({ tagged: () => tagged }));
  expect(run(worker, [['tagged']]).map(({ code }) => code)).toEqual([Code.done]);
  expect(worker.reports).toEqual([]);
});

test('a generator that returns a promise fails, because no code would wait for the promise', () => {
  const failures: unknown[] = [];
  const worker = startWorker(
    () => ({
      *late() {
        yield;
        return Promise.resolve(5);
      },
    }),
    (failure) => failures.push(failure),
  );
  run(worker, [['late']]);
  expect(failures.map(String)).toEqual([
    'TypeError: late: the return value of the generator must be no promise (use an async function), got an object (Promise)',
  ]);
});
