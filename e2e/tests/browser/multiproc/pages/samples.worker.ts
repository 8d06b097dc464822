import type { SubmitOptions } from '@doha/multiproc';
import { offer } from '@doha/multiproc/comlink';
import { expose, transfer, WaitCycleError } from '@doha/multiproc/worker';
import { join, type SharedState } from '@doha/multiproc/shared';
import { agentFunctions } from './samples/agent-functions.ts';
import { failingFunctions, type QuotaError } from './samples/failing-functions.ts';
import { openRobots, robotFunctions } from './samples/robot-functions.ts';
import { scratchFunctions } from './samples/scratch-functions.ts';
import { stampFunctions } from './samples/stamp-functions.ts';
import { spin, threadFunctions } from './samples/thread-functions.ts';
import { recordAtLoad, topicFunctions } from './samples/topic-functions.ts';

let notes: unknown[] = [];
let visitors = 0;
let waiting = new AbortController();
let buffer = new ArrayBuffer(8);

const shared = (): SharedState => samples;

// The functions that the workers of the conformance tests expose. Most functions of this file submit nested tasks, for which they need
// the names and types of the others.
export const samples = join(
  expose({
    add: (a: number, b: number): number => a + b,

    async later<T>(ms: number, value: T): Promise<T> {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return value;
    },

    /**
     * Sets `marks[0]` to 1 and blocks until another thread sets it to 2. Then publishes two values
     * and posts a task. 20 ms later it sets `marks[0]` to 3 and wakes the other thread, and throws
     * if `throws` is true. Its promise never resolves.
     */
    lastWords(marks: Int32Array, throws: boolean): Promise<never> {
      Atomics.store(marks, 0, 1);
      while (Atomics.load(marks, 0) !== 2) Atomics.wait(marks, 0, 1, 1);
      for (const value of ['last', 'words']) samples.publish('last words', value, { retention: 'all' });
      samples.task('mark').post([marks]);
      setTimeout(() => {
        Atomics.store(marks, 0, 3);
        Atomics.notify(marks, 0);
        if (throws) throw new Error('last words');
      }, 20);
      return new Promise(() => {});
    },

    /** Never ends. `topic`: publishes `true` to this topic when the function begins. */
    never(topic?: string): Promise<never> {
      if (topic !== undefined) samples.publish(topic, true);
      return new Promise(() => {});
    },

    *sumTo(n: number): Generator<undefined, number> {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        sum += i;
        yield;
      }
      return sum;
    },

    *endless(): Generator<undefined, void> {
      for (;;) yield;
    },

    /** Submits tasks with the same object, and changes it after each time. Returns the sums. */
    async sumScratch(count: number): Promise<number[]> {
      const sums: number[] = [];
      const one = [0];
      const tasks = Array.from({ length: count }, (_, i) => {
        one[0] = i;
        return samples.task('sumOf').submit([one]);
      });
      one[0] = NaN;
      for (const { result } of tasks) {
        const outcome = await result;
        sums.push(outcome.status === 'done' ? outcome.value : NaN);
      }
      return sums;
    },

    /** Returns an object that can only be transferred. */
    givePort(): MessagePort {
      const { port1 } = new MessageChannel();
      return transfer(port1, [port1]);
    },

    /** Submits `givePort` as a nested task. Returns its status or its error. */
    askForPort: (): Promise<string> =>
      samples
        .task('givePort')
        .submit([])
        .result.then(({ status }) => status, String),

    double(numbers: Float64Array): Float64Array {
      const doubled = numbers.map((number) => 2 * number);
      return transfer(doubled, [doubled.buffer]);
    },

    /** Appends a note. `reset` deletes all notes, `read` returns them. */
    note(entry: unknown): unknown[] {
      if (entry === 'read') return notes;
      if (entry === 'reset') notes = [];
      else notes.push(entry);
      return [];
    },

    /** Counts the concurrent visits. Returns their number and `order`. */
    async visit(ms: number, order: number): Promise<{ visitors: number; order: number }> {
      visitors++;
      await new Promise((resolve) => setTimeout(resolve, ms));
      const seen = visitors--;
      return { visitors: seen, order };
    },

    /** Returns the sum of a row of numbers. Each half of a long row is a nested task. */
    async sumOf(numbers: readonly number[]): Promise<number> {
      if (numbers.length < 4) return numbers.reduce((sum, number) => sum + number, 0);
      const middle = numbers.length >> 1;
      const halves = [numbers.slice(0, middle), numbers.slice(middle)];
      const tasks = halves.map((half) => samples.task('sumOf').submit([half], { priority: half.length }));
      const outcomes = await Promise.all(tasks.map(({ result }) => result));
      return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'done' ? outcome.value : NaN), 0);
    },

    /** Submits a task that does not end, and cancels it. */
    async startAndStop(): Promise<string> {
      const task = samples.task('endless').submit([], { color: 'endless' });
      setTimeout(() => task.cancel(), 20);
      return (await task.result).status;
    },

    /** Runs a function as a nested task. */
    async runFrom(
      name: string,
      args: readonly unknown[],
      options?: Readonly<SubmitOptions>,
    ): Promise<unknown> {
      return samples.run(name as 'add', args as never, options);
    },

    /** Submits a task from this worker. Returns its status or its error. */
    async submitFrom(
      name: string,
      args: readonly unknown[],
      options?: Readonly<SubmitOptions>,
    ): Promise<string> {
      try {
        const outcome = await samples.task(name as 'add').submit(args as never, options).result;
        return outcome.status;
      } catch (error) {
        return String(error);
      }
    },

    /** Transfers a buffer. If `spent` is true, the previous call has already detached this buffer. */
    giveSpent: (spent: boolean): ArrayBuffer => {
      if (!spent) buffer = new ArrayBuffer(8);
      return transfer(buffer, [buffer]);
    },

    /** Waits for a nested task of a color. Returns its status or its error. */
    awaitColor: (color: string): Promise<string> =>
      samples
        .task('add')
        .submit([1, 1], { color })
        .result.then(({ status }) => status, String),

    /** As `awaitColor`, after an `await`, so that the pool cannot know which task waits. `stopWaiting` cancels the nested task. */
    async awaitColorLate(color: string, options: Readonly<SubmitOptions> = {}): Promise<string> {
      await Promise.resolve();
      const { signal } = (waiting = new AbortController());
      return (await samples.task('add').submit([1, 1], { ...options, color, signal }).result).status;
    },

    stopWaiting(): void {
      waiting.abort();
    },

    /** Waits for a nested task of a color, and rejects with its error. */
    async needColor(color: string): Promise<number> {
      const outcome = await samples.task('add').submit([1, 1], { color }).result;
      return outcome.status === 'done' ? outcome.value : NaN;
    },

    /** Submits a task that fails. Returns properties of its error. */
    async describeFailure(): Promise<unknown> {
      try {
        return await samples.task('failWithCode').submit([]).result;
      } catch (error) {
        const { cause, code, message, name } = error as QuotaError;
        return {
          isRange: error instanceof RangeError,
          isType: cause instanceof TypeError,
          code,
          message,
          name,
        };
      }
    },

    /** Returns true if a nested task that waits for this one fails with a WaitCycleError. */
    isCycleNamed: (): Promise<boolean> =>
      samples
        .task('needColor')
        .submit(['cycle'])
        .result.then(
          () => false,
          (error: unknown) => error instanceof WaitCycleError,
        ),

    /** Returns the error of a nested task. */
    failFar: (message: string): Promise<string> =>
      samples
        .task('fail')
        .submit([message])
        .result.then(String, ({ name, message: text }: Error) => `${name}: ${text}`),

    ids: (count: number): number[] => Array.from({ length: count }, () => samples.nextId()),

    ...failingFunctions,
    ...threadFunctions,
    ...scratchFunctions(shared),
    ...topicFunctions(shared),
    ...agentFunctions(shared),
    ...stampFunctions(shared),
    ...robotFunctions(shared),
  }),
);

export type Samples = typeof samples.functions;

recordAtLoad(samples);
openRobots(samples);

samples.accept('broken', () => {
  throw new Error('of an acceptor');
});

samples.accept('echo', (port) => {
  port.onmessage = ({ data }) => port.postMessage(`echo of ${String(data)}`);
});

/** The object that Comlink's `wrap` gives access to. */
export class Counter {
  count = 0;

  add(by: number): number {
    this.count += by;
    return this.count;
  }

  fail(message: string): never {
    throw new RangeError(message);
  }

  hang(): void {
    spin(Infinity);
  }
}
offer(samples, new Counter());
