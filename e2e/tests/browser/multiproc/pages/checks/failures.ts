import { assert } from 'chai';
import { type SubmitOptions, WaitCycleError } from '@doha/multiproc';
import { type Check, failureOf, reasonOf, until } from './check.ts';

/** Errors of tasks, of arguments and results, and of other code in a worker. */
export const failures: readonly Check[] = [
  {
    name: 'the result rejects with the error that the function throws',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const failure = await failureOf(proc.task('fail').submit(['no']));
      assert.instanceOf(failure, RangeError);
      assert.equal(failure.message, 'no');
      assert.equal((await failureOf(proc.task('failLater').submit(['late']))).message, 'late');
      assert.equal((await failureOf(proc.task('failAtStep').submit([2]))).message, 'step 2');
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'an error of a worker keeps its class, name, code and cause, also in nested tasks',
    async run({ start }) {
      const proc = await start();
      const task = proc.task('needColor').submit(['own'], { color: 'own' });
      const cycle = await failureOf(task);
      assert.instanceOf(cycle, WaitCycleError);
      assert.deepEqual([cycle.name, String(cycle).split(':')[0]], ['WaitCycleError', 'WaitCycleError']);
      const coded = (await failureOf(proc.task('failWithCode').submit([]))) as Error & { code: string };
      assert.instanceOf(coded, RangeError);
      assert.deepEqual([coded.name, coded.message, coded.code], ['QuotaError', 'too much', 'E_QUOTA']);
      assert.instanceOf(coded.cause, TypeError);
      const platform = await failureOf(proc.task('failAsPlatform').submit([]));
      assert.instanceOf(platform, DOMException);
      assert.deepEqual([platform.name, platform.message], ['NotFoundError', 'no such thing']);
      const expected = {
        isRange: true,
        isType: true,
        code: 'E_QUOTA',
        message: 'too much',
        name: 'QuotaError',
      };
      assert.deepEqual(await proc.worker(0).call('describeFailure', []), expected);
      const { result } = proc.task('isCycleNamed').submit([], { color: 'cycle' });
      assert.deepEqual(await result, { status: 'done', value: true });
    },
  },
  {
    name: 'an unhandled failure is reported once',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const failed = proc.task('fail').submit(['unseen']);
      proc.task('fail').post(['unseen']);
      await until(() => reportedErrors.length === 2);
      assert.equal((reportedErrors[0] as Error).message, 'unseen');
      assert.equal((await failureOf(failed)).message, 'unseen');
    },
  },
  {
    name: 'arguments and results that cannot be copied fail only their task',
    async run({ start }) {
      const proc = await start();
      const good = proc.task('add').submit([1, 1]);
      const bad = proc.task('add').submit([1, (() => {}) as never]);
      const worse = proc.task('giveFunction').submit([]);
      assert.match((await failureOf(bad)).message, /(could|can) not be cloned/);
      assert.match((await failureOf(worse)).message, /(could|can) not be cloned/);
      assert.deepEqual(await good.result, { status: 'done', value: 2 });
      assert.deepEqual(await proc.task('add').submit([2, 2]).result, { status: 'done', value: 4 });
    },
  },
  {
    name: 'if arguments or options throw while they are read, submit throws, and other tasks are unaffected',
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      const fail = (): never => {
        throw new Error('of a getter');
      };
      const before = proc.task('add').submit([1, 1]);
      const args = Object.defineProperty([1, 1], 1, { get: fail }) as [number, number];
      const refused = /^submit: arguments must be readable, got Error: of a getter$/;
      assert.throws(() => proc.task('add').submit(args), TypeError, refused);
      assert.throws(() => proc.task('add').post(args), TypeError, refused);
      const { proxy, revoke } = Proxy.revocable([1, 1] as [number, number], {});
      revoke();
      assert.throws(() => proc.task('add').submit(proxy), TypeError, 'submit: arguments must be readable');
      const options = Object.defineProperty({}, 'color', { get: fail });
      assert.throws(() => proc.task('add').submit([1, 1], options), 'of a getter');
      let reads = 0;
      const changing = Object.defineProperty({}, 'priority', { get: () => (reads++ === 0 ? 1 : NaN) });
      const other = proc.task('add').submit([2, 2], changing);
      assert.equal(other.priority, 1);
      assert.deepEqual(await before.result, { status: 'done', value: 2 });
      assert.deepEqual(await other.result, { status: 'done', value: 4 });
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'an async generator function, or a generator function as a subscriber, fails with an error that names it',
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      const reason = 'stepsLater: the result must be a value, a promise or a generator, got ';
      assert.include((await failureOf(proc.task('stepsLater').submit([]))).message, reason);
      proc.task('stepsLater').post([]);
      await until(() => reportedErrors.length === 1);
      assert.include((reportedErrors[0] as Error).message, reason);
      proc.worker(0).subscribe('steps', 'sumTo');
      proc.publish('steps', 3);
      await until(() => reportedErrors.length === 2);
      assert.include(
        (reportedErrors[1] as Error).message,
        'subscribe: the result of sumTo must be a value or a promise',
      );
      for (const error of reportedErrors) assert.instanceOf(error, TypeError);
      assert.equal(await proc.worker(0).call('add', [1, 1]), 2);
    },
  },
  {
    name: 'if the promise of a function resolves to a generator, the error names the function',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      const task = proc.task('stepsInPromise');
      const { message } = await failureOf(task.submit([false]));
      assert.include(message, 'stepsInPromise: the value of the promise must be no generator, got ');
      assert.instanceOf(await failureOf(task.submit([true])), Error);
      assert.equal(await proc.worker(0).call('add', [1, 1]), 2);
    },
  },
  {
    name: 'values that can neither be copied nor converted to a string fail only their task',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      for (const kind of ['without prototype', 'toString', 'name', 'message', 'revoked'] as const) {
        const before = proc.task('add').submit([1, 1]);
        const thrown = proc.task('throwUnprintable').submit([kind]);
        const given = proc.task('giveUnprintable').submit([kind]);
        const after = proc.task('add').submit([2, 2]);
        assert.instanceOf(await failureOf(thrown), Error, kind);
        // Chromium copies an error without its getters.
        const value = await given.result.then(
          ({ status }) => status,
          (error: unknown) => error,
        );
        if (value !== 'done' || (kind !== 'message' && kind !== 'name'))
          assert.instanceOf(value, Error, kind);
        assert.deepEqual(await before.result, { status: 'done', value: 2 });
        assert.deepEqual(await after.result, { status: 'done', value: 4 });
      }
    },
  },
  {
    name: 'errors in a worker outside of tasks are reported, and the worker continues',
    async run({ start, reportedErrors }) {
      const proc = await start();
      proc.worker(0).subscribe('trouble', 'fail');
      proc.publish('trouble', 'of a subscriber');
      await until(() => reportedErrors.length === 1);
      assert.equal((reportedErrors[0] as Error).message, 'of a subscriber');
      assert.equal(await proc.worker(0).call('add', [1, 1]), 2);
    },
  },
  {
    name: 'a rejection without a handler in a worker is reported, and the worker continues',
    needsWorkers: true,
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      await proc.worker(0).call('note', ['reset']);
      await proc.worker(0).call('note', ['before']);
      const waiting = proc.task('later').submit([20, 'waited']).result;
      const isTold = await proc.worker(0).call('rejectAside', ['expected: nobody handles it']);
      await until(() => reportedErrors.length > 0 || !isTold);
      assert.deepEqual(reportedErrors.map(String), isTold ? ['RangeError: expected: nobody handles it'] : []);
      assert.isTrue(reportedErrors.every((error) => error instanceof RangeError));
      assert.deepEqual(await waiting, { status: 'done', value: 'waited' });
      assert.deepEqual(await proc.worker(0).call('note', ['read']), ['before']);
      assert.lengthOf(reportedErrors, isTold ? 1 : 0);
    },
  },
  {
    name: 'invalid names and options are named in the error',
    async run({ start }) {
      const proc = await start();
      assert.throws(() => proc.task('nothing' as 'add'), 'the workers expose no function nothing, only add');
      assert.throws(() => proc.task('add').submit([1, 1], { priority: NaN }), RangeError, 'got NaN');
      assert.throws(
        () => proc.task('add', { expiresIn: 0 }),
        RangeError,
        'expiresIn must be a finite number > 0 or Infinity, got 0',
      );
      for (const [options, message] of [
        [{ workers: -1 }, "workers, if not 'auto', must be a whole number from 0 to 1024, got -1"],
        [{ startLimit: Infinity }, 'startLimit must be a finite number > 0 and ≤ 2147483647, got Infinity'],
        [{ window: 0 }, "window, if not 'auto', must be a finite number ≥ 1 or Infinity, got 0"],
        [
          { unresponsiveTimeout: NaN },
          'unresponsiveTimeout must be a finite number ≥ 1 or Infinity, got NaN',
        ],
      ] as const) {
        assert.include((await reasonOf(start(options))).message, message);
      }
    },
  },
  {
    name: 'tasks whose arguments cannot be copied do not fill the window of their worker',
    async run({ start }) {
      const proc = await start({ workers: 1, window: 2 });
      const bad = Array.from({ length: 5 }, () => proc.task('add').submit([1, (() => {}) as never]));
      const good = proc.task('add').submit([2, 2]);
      for (const task of bad) assert.match((await failureOf(task)).message, /not be cloned/);
      assert.deepEqual(await good.result, { status: 'done', value: 4 });
    },
  },
  {
    name: 'a nested task fails if its result cannot be transferred to the worker that submitted it',
    async run({ start }) {
      const proc = await start();
      assert.match(await proc.worker(0).call('askForPort', []), /^(DataCloneError|TypeError)/);
    },
  },
  {
    name: 'a buffer that is already detached fails only its task, as an argument and as a result',
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      const numbers = new Float64Array([1, 2, 3]);
      const double = proc.task('double', { transfer: [numbers.buffer] });
      const [first, other] = [double.submit([numbers]), proc.task('add').submit([1, 1])];
      const second = failureOf(double.submit([numbers]));
      assert.deepEqual(await first.result, { status: 'done', value: new Float64Array([2, 4, 6]) });
      assert.match((await second).message, /detached|cloned/);
      assert.match((await failureOf(double.submit([numbers]))).message, /detached/);
      assert.deepEqual(await other.result, { status: 'done', value: 2 });
      assert.equal((await proc.task('giveSpent').submit([false]).result).status, 'done');
      assert.match((await failureOf(proc.task('giveSpent').submit([true]))).message, /detached/);
      assert.equal(await proc.worker(0).call('add', [2, 2]), 4);
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'submit throws for a task that has both retries and transferred objects',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      const { buffer } = new Float64Array(2);
      assert.throws(
        () => proc.task('add', { retries: 1 }).submit([1, 1], { transfer: [buffer] }),
        TypeError,
        'submit: retries must be 0 where objects are moved by transfer, got 1',
      );
      assert.equal(buffer.byteLength, 16);
    },
  },
  {
    name: 'options are also checked in the worker that submits the task',
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      const from = (options: unknown): Promise<string> =>
        proc.worker(0).call('submitFrom', ['add', [1, 1], options as SubmitOptions]);
      assert.equal(await from({ expiresIn: Infinity }), 'done');
      assert.equal(await from({ expiresIn: 2 ** 31, retries: Infinity, color: undefined }), 'done');
      assert.match(await from({ expiresIn: '5' }), /^TypeError: submit: expiresIn must be .+, got '5'$/);
      assert.match(await from({ retries: NaN }), /^RangeError: submit: retries must be .+, got NaN$/);
      assert.match(await from({ color: {} }), /^TypeError: submit: color must be a string or a number/);
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'an acceptor that throws ends its connection, and no other message of the same batch is affected',
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      const losses: Error[] = [];
      proc.worker(0).connect('broken', (reason) => losses.push(reason));
      const answers: unknown[] = [];
      const port = proc.worker(0).connect('echo', () => {});
      port.onmessage = ({ data }) => answers.push(data);
      port.postMessage('a');
      assert.equal(await proc.worker(0).call('add', [1, 1]), 2);
      await until(() => answers.length === 1 && losses.length === 1);
      assert.equal(losses[0]!.message, 'connect: the acceptor of broken threw');
      assert.equal((losses[0]!.cause as Error).message, 'of an acceptor');
      assert.deepEqual(reportedErrors, []);
    },
  },
];
