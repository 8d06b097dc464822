import type { SubmitOptions } from '@doha/multiproc';
import { offer } from '@doha/multiproc/comlink';
import { expose, transfer, WaitCycleError } from '@doha/multiproc/worker';
import {
  type PublishedTable,
  type Replica,
  type Retention,
  type ThreadIndex,
  join,
} from '@doha/multiproc/shared';
import { agentSchema } from './agent-schema.ts';
import { robotHost } from './robot-host.ts';
import { stampIn, stampSchema } from './stamps.ts';

declare const process:
  | {
      exit(code: number): never;
      getBuiltinModule(name: 'node:worker_threads'): { readonly parentPort: MessagePort };
    }
  | undefined;

const records = new Map<string, unknown[]>();
const robots = new Map<number, unknown[]>();
const lost: number[] = [];
let agents: PublishedTable<typeof agentSchema> | undefined;
let notes: unknown[] = [];
let watched: Replica<{ angle: 'f32' }> | undefined;
const stampTables = new Map<string, PublishedTable<typeof stampSchema>>();
const stampReplicas: Replica<typeof stampSchema>[] = [];
let stamp = 0;
let visitors = 0;
let waiting = new AbortController();
let buffer = new ArrayBuffer(8);
const scratch = new Float64Array(4); // several functions return this object and change it again

class QuotaError extends RangeError {
  override readonly name = 'QuotaError';
  readonly code = 'E_QUOTA';
}

export type Unprintable = 'without prototype' | 'toString' | 'name' | 'message' | 'revoked';

// Returns a value that can neither be copied nor converted to a string.
function unprintable(kind: Unprintable): unknown {
  const fail = (): never => {
    throw new Error(`${kind} throws`);
  };
  if (kind === 'without prototype') return Object.assign(Object.create(null) as object, { fail });
  if (kind === 'toString') return { toString: fail };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  if (kind === 'revoked') return proxy;
  return Object.defineProperty(Object.assign(new Error(), { fail }), kind, { get: fail });
}

function* oneStep(): Generator<number, void> {
  yield 1;
}

// Functions of the workers in the conformance tests.
export const samples = join(
  expose({
    add: (a: number, b: number): number => a + b,

    async later<T>(ms: number, value: T): Promise<T> {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return value;
    },

    /** Throws outside of all tasks. Its promise never resolves. */
    crashLater(): Promise<never> {
      setTimeout(() => {
        throw new Error('out of turn');
      });
      return new Promise(() => {});
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

    mark: (marks: Int32Array): void => void Atomics.store(marks, 1, 1),

    /** Creates a rejected promise without a handler. */
    rejectAside(message: string): void {
      void Promise.reject(new RangeError(message));
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

    /** Returns a promise of a generator, or of a revoked proxy. */
    stepsInPromise: (isRevoked: boolean): Promise<unknown> =>
      Promise.resolve().then(() => (isRevoked ? unprintable('revoked') : oneStep())),

    async *stepsLater(): AsyncGenerator<undefined, number> {
      yield;
      return 1;
    },

    fail(message: string): never {
      throw new RangeError(message);
    },

    async failLater(message: string): Promise<never> {
      await Promise.resolve();
      throw new RangeError(message);
    },

    *failAtStep(step: number): Generator<undefined, void> {
      for (let i = 0; i < step; i++) yield;
      throw new Error(`step ${step}`);
    },

    giveFunction: (): (() => void) => () => {},

    giveUnprintable: (kind: Unprintable): unknown => unprintable(kind),

    throwUnprintable(kind: Unprintable): never {
      throw unprintable(kind);
    },

    /** Returns a thenable that resolves twice, unlike a promise. */
    giveTwice: (): PromiseLike<number> =>
      ({
        // oxlint-disable-next-line unicorn/no-thenable -- the test needs a thenable
        then(resolve: (value: number) => void): void {
          resolve(1);
          resolve(2);
        },
      }) as PromiseLike<number>,

    fillScratch: (number: number): Float64Array => scratch.fill(number),

    fillScratchAsync: async (number: number): Promise<Float64Array> => scratch.fill(number),

    *fillScratchInSteps(number: number): Generator<undefined, Float64Array> {
      yield;
      return scratch.fill(number);
    },

    async fillScratchLater(ms: number, number: number): Promise<Float64Array> {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return scratch.fill(number);
    },

    throwScratch(number: number): never {
      throw Object.assign(new Error('scratch'), { scratch: scratch.fill(number) });
    },

    /** Publishes the same object several times, and changes it after each time. */
    publishScratch(topic: string, count: number, retention: Retention): void {
      for (let i = 0; i < count; i++) samples.publish(topic, scratch.fill(i), { retention });
      scratch.fill(NaN);
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

    /** Publishes a value after some milliseconds. */
    publishLater(topic: string, ms: number): void {
      setTimeout(() => samples.publish(topic, ms), ms);
    },

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

    /** Adds 1 to a number in shared memory when the function begins. */
    countIn(counts: Int32Array, place: number): void {
      Atomics.add(counts, place, 1);
    },

    /** Sets the first number of shared memory, and blocks its worker until the second number is set. */
    occupy(memory: Int32Array): void {
      Atomics.store(memory, 0, 1);
      Atomics.wait(memory, 1, 0);
    },

    /** Fills shared memory endlessly. A thread is not terminated in the middle of `fill`. */
    fillForever(memory: Int32Array): void {
      for (;;) memory.fill(1);
    },

    /** Returns true if no other thread fills shared memory during the next `ms` milliseconds. */
    isAlone(memory: Int32Array, ms: number): boolean {
      Atomics.store(memory, memory.length - 1, 2);
      spin(ms);
      return Atomics.load(memory, memory.length - 1) === 2;
    },

    /** Transfers a buffer. If `spent` is true the buffer is already detached by the last call. */
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

    /** Throws an error of a class that only this module has. */
    failWithCode(): never {
      throw new QuotaError('too much', { cause: new TypeError('why') });
    },

    /** Throws a DOMException, as browsers do. */
    failAsPlatform(): never {
      throw new DOMException('no such thing', 'NotFoundError');
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

    /** Publishes values. */
    publishValues(topic: string, values: readonly unknown[], retention: Retention): void {
      for (const value of values) samples.publish(topic, value, { retention });
    },

    /** Publishes a list that is nested `levels` deep. */
    publishDeepList(topic: string, levels: number): void {
      let list: unknown[] = [];
      for (let level = 1; level < levels; level++) list = [list];
      samples.publish(topic, list);
    },

    /** Publishes values and throws an error. */
    publishAndFail(topic: string, values: readonly unknown[]): never {
      for (const value of values) samples.publish(topic, value, { retention: 'all' });
      throw new RangeError(topic);
    },

    /** Publishes 1 and blocks its worker until the second number of shared memory is set. */
    async publishAndBlock(topic: string, memory: Int32Array): Promise<void> {
      samples.publish(topic, 1);
      await Promise.resolve();
      Atomics.wait(memory, 1, 0);
    },

    /** Subscribes to a topic and publishes it in the same turn. Returns the values that have arrived 20 ms later. */
    async subscribeAndPublish(
      topic: string,
      values: readonly unknown[],
      retention: Retention,
    ): Promise<unknown[]> {
      const arrived: unknown[] = [];
      samples.subscribe(topic, (value) => arrived.push(value));
      for (const value of values) samples.publish(topic, value, { retention });
      await new Promise((resolve) => setTimeout(resolve, 20));
      return arrived;
    },

    /** Unpublishes a topic, then publishes its name under `unpublished`. */
    unpublish(topic: string): void {
      samples.unpublish(topic);
      samples.publish('unpublished', topic, { retention: 'all' });
    },

    /** Publishes a value that cannot be copied. */
    publishFunction: (topic: string): void => samples.publish(topic, () => {}),

    /** Subscribes to a topic. `recorded` returns the received values. */
    recordTopic(topic: string): void {
      const values: unknown[] = [];
      records.set(topic, values);
      samples.subscribe(topic, (value) => values.push(value));
    },

    /** Records its argument. `recorded` returns the records of the topic `kept`. */
    recordValue(value: unknown): void {
      records.set('kept', [...(records.get('kept') ?? []), value]);
    },

    recorded: (topic: string): readonly unknown[] => records.get(topic) ?? [],

    /** As `recorded`. Calls with an object as argument are sent at once. */
    recordedForObject: (topic: string, _object: object): readonly unknown[] => records.get(topic) ?? [],

    /** Returns the values that a new subscriber gets at once. */
    async retained(topic: string, _object: object): Promise<readonly unknown[]> {
      const values: unknown[] = [];
      const undo = samples.subscribe(topic, (value) => values.push(value));
      await Promise.resolve();
      undo();
      return values;
    },

    ids: (count: number): number[] => Array.from({ length: count }, () => samples.nextId()),

    /** Writes a table of `count` agents. All their fields have the value `number`. */
    writeAgents(count: number, number: number, time: number): void {
      agents ??= samples.table('agents', agentSchema, { capacity: 4 });
      while (agents.count > count) agents.remove(agents.ids[agents.count - 1]!);
      while (agents.count < count) agents.add(samples.nextId());
      agents.columns.position.fill(number, 0, 2 * count);
      agents.columns.angle.fill(number, 0, count);
      agents.columns.health.fill(number, 0, count);
      agents.commit(time);
    },

    /** Writes a table of `count` agents. The position and the angle of an agent equal its row index. */
    spreadAgents(count: number): void {
      samples.functions.writeAgents(0, 0, samples.now); // removes rows that an earlier call has written
      samples.functions.writeAgents(count, 0, samples.now);
      for (let row = 0; row < count; row++) {
        agents!.columns.position.set([row, row], 2 * row);
        agents!.columns.angle[row] = row;
      }
      agents!.commit();
    },

    closeAgents(): void {
      agents!.close();
      agents = undefined;
    },

    /** Commits increasing numbers to each of these tables. Returns the last number. */
    writeStamps(names: readonly string[], commits: number): number {
      for (let i = 0; i < commits; i++) {
        stamp++;
        for (const name of names) commitStamp(name);
      }
      return stamp;
    },

    /** Opens a replica of each of these tables. */
    async watchStamps(names: readonly string[]): Promise<void> {
      for (const name of names) stampReplicas.push(await samples.replica(name, stampSchema));
    },

    /** Returns the numbers in the replicas. */
    readStamps: (): number[] => stampReplicas.map(stampIn),

    async watchAgents(): Promise<void> {
      watched ??= await samples.replica('agents', { angle: 'f32' });
    },

    countAgents(): number {
      watched!.advance();
      return watched!.at().count;
    },

    /** Blocks for 20 ms at a time until there are at least `count` agents. */
    async awaitAgents(count: number): Promise<number> {
      watched ??= await samples.replica('agents', { angle: 'f32' });
      for (let turn = 0; turn < 500; turn++) {
        watched.wait(20);
        watched.advance();
        if (watched.at().count >= count) return watched.at().count;
        await new Promise((resolve) => setTimeout(resolve)); // a message may announce more memory
      }
      throw new Error(`there must be ${count} agents within 500 waits`);
    },

    /** Sets `marks[0]` to 1 and blocks until the table of agents is closed. Returns the number of remaining rows. */
    async awaitEnd(marks: Int32Array): Promise<number> {
      const replica = await samples.replica('agents', { angle: 'f32' });
      replica.advance();
      Atomics.store(marks, 0, 1);
      while (!replica.wait(Infinity)) await new Promise((resolve) => setTimeout(resolve));
      replica.advance();
      const { count } = replica.at();
      replica.close();
      return count;
    },

    /**
     * Opens a replica of agents and executes steps: `w` waits for a commit, `n` checks for a commit without blocking, `a` advances, `t`
     * receives messages. Returns the result of each step except `t`.
     */
    async readAgents(steps: string): Promise<boolean[]> {
      const replica = await samples.replica('agents', { angle: 'f32' });
      const given: boolean[] = [];
      for (const step of steps) {
        if (step === 't') await new Promise((resolve) => setTimeout(resolve));
        else given.push(step === 'a' ? replica.advance() : replica.wait(step === 'w' ? Infinity : 0));
      }
      replica.close();
      return given;
    },

    /** Creates an entity. Its state is the list of its mutations. */
    makeRobot(...state: readonly unknown[]): number {
      const id = samples.nextId();
      robots.set(id, [...state]);
      allRobots.own(id);
      return id;
    },

    changeRobot(id: number, changes: readonly unknown[]): void {
      for (const change of changes) allRobots.mutate(id, change);
    },

    /** Sends a mutation that cannot be copied. */
    spoilRobot: (id: number): void => allRobots.mutate(id, () => {}),

    moveRobot: (id: number, to: ThreadIndex): void => allRobots.migrate(id, to),

    removeRobot(id: number): void {
      robots.delete(id);
      allRobots.disown(id);
    },

    /** The state of a robot; undefined if this worker does not own it. */
    robot: (id: number): readonly unknown[] | undefined => (allRobots.has(id) ? robots.get(id) : undefined),

    /** Entities that were lost with another worker. */
    lostRobots: (): readonly number[] => lost,

    spin,

    /** Sets `marks[0]` to 1, and never returns. */
    hang(marks?: Int32Array): void {
      if (marks !== undefined) Atomics.store(marks, 0, 1);
      spin(Infinity);
    },

    /** Ends its worker at once, with this exit code. Only in Node. */
    exit,

    /** Ends its worker: in a browser by `close`, in Node by `process.exit`. */
    leave(): void {
      if (typeof process === 'undefined') close();
      else process.exit(0);
    },

    /** Closes the channel from its worker to the pool. Only in Node. */
    closePort(): void {
      process!.getBuiltinModule('node:worker_threads').parentPort.close();
    },

    fillMemory(): void {
      const kept: number[][] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => i + kept.length));
    },
  }),
);

export type Samples = typeof samples.functions;

samples.subscribe('at load', (value) => records.set('at load', [value]));

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

const allRobots = samples.entities('robots', robotHost(robots, lost));

function commitStamp(name: string): void {
  const table = stampTables.get(name) ?? samples.table(name, stampSchema);
  stampTables.set(name, table);
  if (table.count === 0) table.add(1);
  table.columns.stamp[0] = stamp;
  table.commit();
}

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function exit(code: number): void {
  if (typeof process === 'undefined') throw new Error('only workers of Node can end themselves at once');
  process.exit(code);
}
