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

const heard = new Map<string, unknown[]>();
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
const scratch = new Float64Array(4); // what several functions give and change again

class QuotaError extends RangeError {
  override readonly name = 'QuotaError';
  readonly code = 'E_QUOTA';
}

export type Unprintable = 'without prototype' | 'toString' | 'name' | 'message' | 'revoked';

// A value that can neither be copied nor converted to a string.
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

// The functions of workers in the checks of the conformance suite.
export const samples = join(
  expose({
    add: (a: number, b: number): number => a + b,

    async later<T>(ms: number, value: T): Promise<T> {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return value;
    },

    /** Throws outside of all tasks, and never ends. */
    crashLater(): Promise<never> {
      setTimeout(() => {
        throw new Error('out of turn');
      });
      return new Promise(() => {});
    },

    /** Publishes two values and posts a task while the other thread waits, lets it go on, and throws if asked to. */
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

    /** Leaves a rejected promise behind. */
    rejectAside(message: string): void {
      void Promise.reject(new RangeError(message));
    },

    /** `topic`: of a value that is published when it begins. */
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

    /** Gives a generator, or a value that has no type, by a promise. */
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

    /** Resolves twice, as no promise does. */
    giveTwice: (): PromiseLike<number> =>
      ({
        // oxlint-disable-next-line unicorn/no-thenable -- that is what it is about
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

    /** Publishes the same object again and again, and changes it in between. */
    tellScratch(topic: string, count: number, retention: Retention): void {
      for (let i = 0; i < count; i++) samples.publish(topic, scratch.fill(i), { retention });
      scratch.fill(NaN);
    },

    /** Submits tasks with the same object, and changes it in between. Gives the sums. */
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

    /** Gives what can only be moved. */
    givePort(): MessagePort {
      const { port1 } = new MessageChannel();
      return transfer(port1, [port1]);
    },

    /** Has another task give that, and says how it ends. */
    askForPort: (): Promise<string> =>
      samples
        .task('givePort')
        .submit([])
        .result.then(({ status }) => status, String),

    /** Publishes a value some milliseconds later. */
    tellLater(topic: string, ms: number): void {
      setTimeout(() => samples.publish(topic, ms), ms);
    },

    double(numbers: Float64Array): Float64Array {
      const doubled = numbers.map((number) => 2 * number);
      return transfer(doubled, [doubled.buffer]);
    },

    /** Keeps a note; `reset` forgets them, `read` gives them. */
    note(what: unknown): unknown[] {
      if (what === 'read') return notes;
      if (what === 'reset') notes = [];
      else notes.push(what);
      return [];
    },

    /** How many are in the room at once. */
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

    /** Submits a task that does not end, and takes it back. */
    async startAndStop(): Promise<string> {
      const task = samples.task('endless').submit([], { color: 'endless' });
      setTimeout(() => task.cancel(), 20);
      return (await task.result).status;
    },

    /** Submits a task from this worker, and tells how it ends. */
    /** Runs a function as a nested task. */
    async runFrom(
      name: string,
      args: readonly unknown[],
      options?: Readonly<SubmitOptions>,
    ): Promise<unknown> {
      return samples.run(name as 'add', args as never, options);
    },

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

    /** Counts in shared memory that this call has begun. */
    countIn(counts: Int32Array, place: number): void {
      Atomics.add(counts, place, 1);
    },

    /** Sets the first number of shared memory, and blocks its worker until the second one is set. */
    occupy(memory: Int32Array): void {
      Atomics.store(memory, 0, 1);
      Atomics.wait(memory, 1, 0);
    },

    /** Fills shared memory again and again. A thread is not ended in the middle of `fill`. */
    fillForever(memory: Int32Array): void {
      for (;;) memory.fill(1);
    },

    /** Whether nobody else writes to shared memory for some milliseconds. */
    isAlone(memory: Int32Array, ms: number): boolean {
      Atomics.store(memory, memory.length - 1, 2);
      spin(ms);
      return Atomics.load(memory, memory.length - 1) === 2;
    },

    /** Transfers the same buffer twice. The second time it is detached. */
    giveSpent: (spent: boolean): ArrayBuffer => {
      if (!spent) buffer = new ArrayBuffer(8);
      return transfer(buffer, [buffer]);
    },

    /** Waits for a task of a color, and says how it ends. */
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

    /** Waits for a task of a color and rejects as that does. */
    async needColor(color: string): Promise<number> {
      const outcome = await samples.task('add').submit([1, 1], { color }).result;
      return outcome.status === 'done' ? outcome.value : NaN;
    },

    /** Throws an error of a class that only this module has. */
    failWithCode(): never {
      throw new QuotaError('too much', { cause: new TypeError('why') });
    },

    /** Throws what the browser throws. */
    failAsPlatform(): never {
      throw new DOMException('no such thing', 'NotFoundError');
    },

    /** Says which properties the failure of a task has that this worker submits. */
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

    /** Whether a nested task that waits for this one fails by the class of such errors. */
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

    /** Publishes so many values. */
    tell(topic: string, values: readonly unknown[], retention: Retention): void {
      for (const value of values) samples.publish(topic, value, { retention });
    },

    /** Publishes a list of so many levels. */
    tellDeep(topic: string, levels: number): void {
      let list: unknown[] = [];
      for (let level = 1; level < levels; level++) list = [list];
      samples.publish(topic, list);
    },

    /** Publishes values, and fails. */
    tellAndFail(topic: string, values: readonly unknown[]): never {
      for (const value of values) samples.publish(topic, value, { retention: 'all' });
      throw new RangeError(topic);
    },

    /** Publishes 1, and blocks its worker until the second number of shared memory is set. */
    async tellAndBlock(topic: string, memory: Int32Array): Promise<void> {
      samples.publish(topic, 1);
      await Promise.resolve();
      Atomics.wait(memory, 1, 0);
    },

    /** Subscribes a topic, publishes it in the same turn, and gives what has come once the turn is over. */
    async listenAndTell(topic: string, values: readonly unknown[], retention: Retention): Promise<unknown[]> {
      const came: unknown[] = [];
      samples.subscribe(topic, (value) => came.push(value));
      for (const value of values) samples.publish(topic, value, { retention });
      await new Promise((resolve) => setTimeout(resolve, 20));
      return came;
    },

    /** Unpublishes a topic, and publishes the name of it under another one. */
    untell(topic: string): void {
      samples.unpublish(topic);
      samples.publish('untold', topic, { retention: 'all' });
    },

    /** Publishes what cannot be copied. */
    tellSecret: (topic: string): void => samples.publish(topic, () => {}),

    /** Subscribes a topic; `heard` gives what has come. */
    listen(topic: string): void {
      const values: unknown[] = [];
      heard.set(topic, values);
      samples.subscribe(topic, (value) => values.push(value));
    },

    /** Keeps what it is called with; `heard` gives what has come. */
    keepNews(value: unknown): void {
      heard.set('kept', [...(heard.get('kept') ?? []), value]);
    },

    heard: (topic: string): readonly unknown[] => heard.get(topic) ?? [],

    /** As `heard`. A call that has an object as argument is sent at once. */
    withHeard: (topic: string, _object: object): readonly unknown[] => heard.get(topic) ?? [],

    /** What a new subscriber gets at once. */
    async retained(topic: string, _object: object): Promise<readonly unknown[]> {
      const values: unknown[] = [];
      const undo = samples.subscribe(topic, (value) => values.push(value));
      await Promise.resolve();
      undo();
      return values;
    },

    ids: (count: number): number[] => Array.from({ length: count }, () => samples.nextId()),

    /** Writes a table of so many agents, all of whose numbers are `number`. */
    writeAgents(count: number, number: number, time: number): void {
      agents ??= samples.table('agents', agentSchema, { capacity: 4 });
      while (agents.count > count) agents.remove(agents.ids[agents.count - 1]!);
      while (agents.count < count) agents.add(samples.nextId());
      agents.columns.position.fill(number, 0, 2 * count);
      agents.columns.angle.fill(number, 0, count);
      agents.columns.health.fill(number, 0, count);
      agents.commit(time);
    },

    /** Writes a table of so many agents, each of whose position and angle is its place. */
    spreadAgents(count: number): void {
      samples.functions.writeAgents(0, 0, samples.now); // the rows may be of an earlier session
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

    /** Commits rising numbers to each of these tables. Returns the last number. */
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

    /** The numbers in the replicas. */
    readStamps: (): number[] => stampReplicas.map(stampIn),

    async watchAgents(): Promise<void> {
      watched ??= await samples.replica('agents', { angle: 'f32' });
    },

    countAgents(): number {
      watched!.advance();
      return watched!.at().count;
    },

    /** Blocks, some milliseconds at a time, until there are so many agents. */
    async awaitAgents(count: number): Promise<number> {
      watched ??= await samples.replica('agents', { angle: 'f32' });
      for (let turn = 0; turn < 500; turn++) {
        watched.wait(20);
        watched.advance();
        if (watched.at().count >= count) return watched.at().count;
        await new Promise((resolve) => setTimeout(resolve)); // there may be news of more memory
      }
      throw new Error('waited in vain');
    },

    /** Sets `marks[0]` to 1, and blocks until a table of agents has ended. Returns how many rows are left. */
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
     * Opens a replica of agents and takes steps: `w` waits and expects news, `n` looks for news without blocking, `a` advances, `t` receives
     * messages. Returns what each step gave.
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

    /** Makes an entity, whose state is what was done to it. */
    makeRobot(...state: readonly unknown[]): number {
      const id = samples.nextId();
      robots.set(id, [...state]);
      allRobots.own(id);
      return id;
    },

    changeRobot(id: number, changes: readonly unknown[]): void {
      for (const change of changes) allRobots.mutate(id, change);
    },

    /** A change that cannot be copied. */
    spoilRobot: (id: number): void => allRobots.mutate(id, () => {}),

    moveRobot: (id: number, to: ThreadIndex): void => allRobots.migrate(id, to),

    removeRobot(id: number): void {
      robots.delete(id);
      allRobots.disown(id);
    },

    /** Its state; undefined if this worker is not its authority. */
    robot: (id: number): readonly unknown[] | undefined => (allRobots.has(id) ? robots.get(id) : undefined),

    /** Entities that have died with another worker. */
    lostRobots: (): readonly number[] => lost,

    spin,

    hang(): void {
      spin(Infinity);
    },

    /** Ends its worker. */
    exit,

    /** Ends its worker when what is under way in it has ended. */
    leave(): void {
      if (typeof process === 'undefined') close();
      else process.exit(0);
    },

    /** Closes the channel of its worker to the pool. Only in Node. */
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

samples.subscribe('at load', (value) => heard.set('at load', [value]));

samples.accept('broken', () => {
  throw new Error('of an acceptor');
});

samples.accept('echo', (port) => {
  port.onmessage = ({ data }) => port.postMessage(`echo of ${String(data)}`);
});

/** What `wrap` of the package's Comlink gets. */
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
