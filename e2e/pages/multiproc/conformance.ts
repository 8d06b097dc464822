import { assert } from 'chai';
import { releaseProxy } from 'comlink';
import { EventLoop } from '@doha/loop';
import {
  type Entities,
  type MultiProc,
  type MultiProcOptions,
  type Place,
  type RemoteTask,
  WorkerLostError,
} from '@doha/multiproc';
import { wrap } from '@doha/multiproc/comlink';
import { agentSchema } from './agent-schema.ts';
import { robotHost } from './robot-host.ts';
import type { Counter, Samples } from './samples.worker.ts';

/** What holds on every rung and every platform. */
export interface Check {
  readonly name: string;
  /** Whether it needs workers that are threads of their own. */
  readonly needsWorkers?: boolean;
  readonly run: (given: Given) => Promise<void>;
}

/** What a check is given. */
export interface Given {
  /** Starts workers, as the platform does, with `options` on top; they are ended after the check. */
  readonly start: (options?: MultiProcOptions<Samples>) => Promise<MultiProc<Samples>>;
  /** What `onError` was told. */
  readonly told: unknown[];
}

/** Whether memory can be shared: in Node always. */
const { crossOriginIsolated: isolated = true } = globalThis as { crossOriginIsolated?: boolean };

export const checks: readonly Check[] = [
  {
    name: 'a task gives what its function returns, or its promise or generator comes to',
    async run({ start }) {
      const proc = await start();
      assert.deepEqual(await proc.task('add').submit([1, 2]).result, { status: 'done', value: 3 });
      assert.deepEqual(await proc.task('later').submit([5, 'x']).result, { status: 'done', value: 'x' });
      assert.deepEqual(await proc.task('sumTo').submit([4]).result, { status: 'done', value: 6 });
    },
  },
  {
    name: 'what a function throws is what the result rejects with',
    async run({ start, told }) {
      const proc = await start();
      const failure = await failureOf(proc.task('fail').submit(['no']));
      assert.instanceOf(failure, RangeError);
      assert.equal(failure.message, 'no');
      assert.equal((await failureOf(proc.task('failLater').submit(['late']))).message, 'late');
      assert.equal((await failureOf(proc.task('failAtStep').submit([2]))).message, 'step 2');
      assert.deepEqual(told, []);
    },
  },
  {
    name: 'a failure that nobody waits for is told, once',
    async run({ start, told }) {
      const proc = await start();
      const failed = proc.task('fail').submit(['unseen']);
      proc.task('fail').post(['unseen']);
      await until(() => told.length === 2);
      assert.equal((told[0] as Error).message, 'unseen');
      assert.equal((await failureOf(failed)).message, 'unseen');
    },
  },
  {
    name: 'arguments and results that cannot be copied fail their task only',
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
    name: 'buffers are moved there and back',
    async run({ start }) {
      const proc = await start();
      const numbers = new Float64Array([1, 2, 3]);
      const { result } = proc.task('double').submit([numbers], { transfer: [numbers.buffer] });
      assert.deepEqual(await result, { status: 'done', value: new Float64Array([2, 4, 6]) });
      assert.equal(numbers.length, 0);
    },
  },
  {
    name: 'a task that no worker has is dropped at once: that is no failure',
    async run({ start }) {
      const proc = await start({ window: 1 });
      const running = [1, 2].map(() => proc.task('spin').submit([20], { priority: 1 }));
      const queued = proc.task('add').submit([1, 2]);
      await Promise.resolve();
      assert.isTrue(queued.cancel());
      assert.isFalse(queued.cancel());
      assert.equal(queued.status, 'cancelled');
      assert.deepEqual(await queued.result, { status: 'cancelled' });
      await Promise.all(running.map(({ result }) => result));
    },
  },
  {
    name: 'a generator that a worker has begun is dropped at its next yield',
    async run({ start }) {
      const proc = await start();
      const endless = proc.task('endless').submit([]);
      await proc.task('later').submit([20, 0]).result;
      assert.equal(endless.status, 'sent');
      assert.isFalse(endless.cancel());
      assert.deepEqual(await endless.result, { status: 'cancelled' });
      assert.deepEqual(await proc.task('add').submit([1, 1]).result, { status: 'done', value: 2 });
    },
  },
  {
    name: 'a task is dropped when its time is over, or when its signal says so',
    async run({ start }) {
      const proc = await start();
      const abort = new AbortController();
      const expiring = proc.task('endless').submit([], { expiresIn: 15 });
      const aborted = proc.task('endless').submit([], { signal: abort.signal });
      const early = proc.task('add').submit([1, 1], { signal: AbortSignal.abort() });
      assert.deepEqual(await early.result, { status: 'cancelled' });
      assert.deepEqual(await expiring.result, { status: 'expired' });
      abort.abort();
      assert.deepEqual(await aborted.result, { status: 'cancelled' });
    },
  },
  {
    name: 'what matters most goes first, of what is submitted in one turn and of what waits',
    async run({ start }) {
      const proc = await start({ workers: 1, window: 1 });
      const note = proc.task('note');
      await note.submit(['reset']).result;
      const low = note.submit([1], { priority: 1 });
      note.submit([3], { priority: 3 });
      note.submit([2], { priority: 2 });
      low.priority = 4;
      const read = note.submit(['read'], { priority: -1 });
      assert.deepEqual(await read.result, { status: 'done', value: [1, 3, 2] });
    },
  },
  {
    name: 'tasks of a color run one after another, in order, even where they wait for something',
    async run({ start }) {
      const proc = await start();
      const visit = proc.task('visit', { color: 'room' });
      const visits = Array.from({ length: 8 }, (_, i) => visit.submit([8 - i, i], { priority: i % 3 }));
      const ended: number[] = [];
      for (const [i, { result }] of visits.entries()) void result.then(() => ended.push(i));
      for (const [order, { result }] of visits.entries()) {
        assert.deepEqual(await result, { status: 'done', value: { visitors: 1, order } });
      }
      assert.deepEqual(ended, [0, 1, 2, 3, 4, 5, 6, 7]);
    },
  },
  {
    name: 'many are done that nobody wants to know of',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      const note = proc.task('note', { color: 'notes' });
      note.post(['reset']);
      for (let i = 0; i < 1000; i++) note.post([i]);
      const expected = Array.from({ length: 1000 }, (_, i) => i);
      assert.deepEqual(await note.submit(['read']).result, { status: 'done', value: expected });
    },
  },
  {
    name: 'a worker is called directly',
    async run({ start }) {
      const proc = await start();
      assert.equal(await proc.worker(0).call('add', 20, 22), 42);
      assert.equal((await reasonOf(proc.worker(0).call('fail', 'called'))).message, 'called');
      assert.throws(() => proc.worker(7), RangeError, 'index must be from 0 to');
      assert.throws(() => void proc.worker(0).call('nothing' as 'add', 1, 1), RangeError, 'expose nothing');
    },
  },
  {
    name: 'after the end all that had not ended has failed, and nothing more is taken',
    async run({ start }) {
      const proc = await start({ window: 1 });
      const left = [1, 2, 3, 4].map(() => proc.task('endless').submit([]));
      const reasons = Promise.all(left.map(failureOf));
      await proc.task('add').submit([1, 1], { expiresIn: 20 }).result;
      proc.dispose();
      for (const { message } of await reasons) assert.match(message, /dispose was called/);
      assert.match((await failureOf(proc.task('add').submit([1, 1]))).message, /no worker is left/);
    },
  },
  {
    name: 'what is published comes to those who subscribe, in this thread and in others',
    async run({ start }) {
      const proc = await start();
      const [here, early]: [unknown[], unknown[]] = [[], []];
      proc.subscribe('news', (value) => early.push(value));
      await proc.worker(0).call('listen', 'news');
      await proc.worker(0).call('tell', 'news', [1, 2, 3], 'all');
      proc.publish('news', 4, { keep: 'all' });
      proc.subscribe('news', (value) => here.push(value));
      await until(() => early.length === 4);
      await proc.worker(0).call('tell', 'news', [5], 'all');
      await until(() => early.length === 5);
      assert.sameMembers(early, [1, 2, 3, 4, 5]);
      assert.deepEqual(
        early.filter((value) => value !== 4),
        [1, 2, 3, 5],
      );
      await until(async () => (await proc.worker(0).call('heard', 'news')).length === 5);
    },
  },
  {
    name: 'who subscribes late gets what a topic is, once a turn at the most',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('tell', 'score', [1, 2, 3], 'newest');
      const values: unknown[] = [];
      const undo = proc.subscribe('score', (value) => values.push(value));
      await until(() => values.length === 1);
      await proc.worker(0).call('tell', 'score', [4, 5], 'newest');
      await until(() => values.length === 2);
      assert.deepEqual(values, [3, 5]);
      undo();
      await proc.worker(0).call('tell', 'score', [6], 'newest');
      await proc.task('later').submit([20, 0]).result;
      assert.deepEqual(values, [3, 5]);
    },
  },
  {
    name: 'workers tell one another',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 2 });
      await proc.worker(1).call('listen', 'talk');
      const many = Array.from({ length: 500 }, (_, i) => i);
      await proc.worker(0).call('tell', 'talk', many, 'all');
      await until(async () => (await proc.worker(1).call('heard', 'talk')).length === many.length);
      assert.deepEqual(await proc.worker(1).call('heard', 'talk'), many);
    },
  },
  {
    name: 'workers submit tasks as well, which go through the same scheduler',
    async run({ start, told }) {
      const proc = await start();
      const numbers = Array.from({ length: 100 }, (_, i) => i);
      assert.deepEqual(await proc.task('sumOf').submit([numbers]).result, { status: 'done', value: 4950 });
      assert.equal(await proc.worker(0).call('startAndStop'), 'cancelled');
      assert.equal(await proc.worker(0).call('failFar', 'far'), 'RangeError: far');
      assert.deepEqual(told, []);
    },
  },
  {
    name: 'a function of a worker is called with what is published, also of one that took the place of another',
    async run({ start }) {
      const proc = await start();
      const undo = proc.worker(0).subscribe('wind', 'keepNews');
      const before = (await proc.worker(0).call('heard', 'kept')).length;
      const heard = async (): Promise<readonly unknown[]> =>
        (await proc.worker(0).call('heard', 'kept')).slice(proc.rung === 'thread' ? before : 0);
      proc.publish('wind', 1);
      await until(async () => (await heard()).length === 1);
      if (proc.rung !== 'thread') {
        proc.worker(0).terminate();
        await until(() => proc.stats.workers.length === proc.workers);
        await until(async () => (await heard()).length === 1); // what it is
      }
      undo();
      proc.publish('wind', 2);
      await proc.task('later').submit([20, 0]).result;
      assert.deepEqual(await heard(), [1]);
      assert.throws(() => proc.worker(0).subscribe('wind', 'nothing' as 'add'), RangeError, 'expose nothing');
    },
  },
  {
    name: 'the application has channels of its own to workers',
    async run({ start }) {
      const proc = await start();
      const losses: string[] = [];
      const port = proc.worker(0).connect('echo', ({ message }) => losses.push(message));
      const answers: unknown[] = [];
      port.onmessage = ({ data }) => answers.push(data);
      port.postMessage('a');
      await until(() => answers.length === 1);
      assert.deepEqual(answers, ['echo of a']);
      proc.worker(0).connect('nobody', ({ message }) => losses.push(message));
      await until(() => losses.length === 1);
      assert.equal(losses[0], 'connect: the worker must accept nobody, and accepts echo, comlink');
      proc.dispose();
      assert.match(losses[1]!, /^worker 0 was lost/);
    },
  },
  {
    name: 'objects of workers are wrapped by Comlink, and reject what is asked of them when the worker goes',
    async run({ start }) {
      const proc = await start();
      const counter = wrap<Counter>(proc.worker(0));
      const count = await counter.count;
      assert.equal(await counter.add(2), count + 2);
      assert.equal(await counter.add(3), count + 5);
      assert.equal((await reasonOf(counter.fail('no'))).message, 'no');
      const released = wrap<Counter>(proc.worker(0));
      await released.add(1);
      released[releaseProxy]();
      if (proc.rung === 'thread') return;
      const hanging = reasonOf(counter.hang());
      proc.worker(0).terminate();
      assert.instanceOf(await hanging, WorkerLostError);
      assert.instanceOf(await reasonOf(counter.add(1)), WorkerLostError);
      await until(() => proc.stats.workers.length === proc.workers);
      assert.equal(await wrap<Counter>(proc.worker(0)).add(1), 1);
    },
  },
  {
    name: 'what goes wrong in a worker outside of tasks is told, and the worker goes on',
    async run({ start, told }) {
      const proc = await start();
      proc.worker(0).subscribe('trouble', 'fail');
      proc.publish('trouble', 'heard of trouble');
      await until(() => told.length === 1);
      assert.equal((told[0] as Error).message, 'heard of trouble');
      proc.subscribe('words', () => {});
      await proc.worker(0).call('tellSecret', 'words');
      await until(() => told.length === 2);
      assert.match(String(told[1]), /DataCloneError/);
      assert.equal(await proc.worker(0).call('add', 1, 1), 2);
    },
  },
  {
    name: 'no two ids are the same, wherever they are made',
    async run({ start }) {
      const proc = await start();
      const ids = Array.from({ length: 1000 }, () => proc.nextId());
      for (let i = 0; i < 3 * proc.workers; i++)
        ids.push(...(await proc.worker(i % proc.workers).call('ids', 50_000)));
      assert.equal(new Set(ids).size, ids.length);
    },
  },
  {
    name: 'a replica is what its table was at the last commit, however it grows',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('writeAgents', 3, 7, 100);
      const agents = await proc.replica('agents', agentSchema);
      await until(() => agents.advance());
      const { columns, count } = agents.at();
      assert.equal(count, 3);
      assert.deepEqual(
        [...columns.position.subarray(0, 6), ...columns.health.subarray(0, 3)],
        Array(9).fill(7),
      );
      for (let turn = 1; turn <= 40; turn++)
        await proc.worker(0).call('writeAgents', 10 * turn, turn, 100 + turn);
      await until(() => agents.advance() && agents.at().count === 400);
      assert.deepEqual([...agents.at().columns.angle.subarray(0, 400)], Array(400).fill(40));
    },
  },
  {
    name: 'a replica may have some of the fields, and tells how they were in between',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('writeAgents', 2, 10, 1000);
      const agents = await proc.replica('agents', { angle: 'f32' });
      await until(() => agents.advance() && agents.parts[0]!.time === 1000);
      await proc.worker(0).call('writeAgents', 2, 20, 2000);
      await until(() => agents.advance());
      assert.deepEqual([...agents.at(1500).columns.angle.subarray(0, 2)], [15, 15]);
      assert.notProperty(agents.at().columns, 'position');
      const other = await start();
      await other.worker(0).call('writeAgents', 1, 1, 1);
      const wrong = await reasonOf(other.replica('agents', { angle: 'vec2' }));
      assert.equal(wrong.message, 'replica: agents.angle must be f32, got vec2');
    },
  },
  {
    name: 'a replica may have some of the rows, calls back when it changes, and is closed',
    async run({ start, told }) {
      const proc = await start();
      await proc.worker(0).call('spreadAgents', 100);
      const agents = await proc.replica(
        'agents',
        { angle: 'f32' },
        {
          within: {
            position: [
              [10, 0],
              [19, 99],
            ],
          },
        },
      );
      const counts: number[] = [];
      const undo = agents.onChange(() => {
        if (agents.advance()) counts.push(agents.at().count);
      });
      agents.onChange(() => {
        throw new Error('of a listener');
      });
      await until(() => counts.at(-1) === 10);
      assert.deepEqual(
        [...agents.at().columns.angle.subarray(0, 10)],
        [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
      );
      agents.within = { angle: [95, Infinity] };
      await until(() => counts.at(-1) === 5);
      agents.within = undefined;
      await until(() => counts.at(-1) === 100);
      undo();
      await proc.worker(0).call('spreadAgents', 50);
      await until(() => agents.advance() && agents.at().count === 50);
      assert.notInclude(counts, 50);
      assert.equal((told[0] as Error).message, 'of a listener');
      assert.throws(() => (agents.within = { size: [0, 1] }), TypeError, 'size must be a field');
      assert.throws(
        () => (agents.within = { position: [0, 1] }),
        TypeError,
        'position must have two ends of 2',
      );
      agents.close();
      assert.equal(agents.at().count, 0);
      const again = await proc.replica('agents', { angle: 'f32' });
      await until(() => again.advance() && again.at().count === 50);
      await proc.worker(0).call('closeAgents');
      await until(() => again.at().count === 0);
      await proc.worker(0).call('spreadAgents', 7);
      await until(() => again.advance() && again.at().count === 7);
    },
  },
  {
    name: 'a worker may block until a table of another one has changed',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 2 });
      await proc.worker(0).call('spreadAgents', 1);
      if (!isolated) {
        const reason = await reasonOf(proc.worker(1).call('awaitAgents', 2));
        assert.include(reason.message, 'memory must be shared');
        return;
      }
      await proc.worker(1).call('awaitAgents', 1);
      const counted = proc.worker(1).call('awaitAgents', 2);
      await proc.worker(0).call('spreadAgents', 2);
      assert.equal(await counted, 2);
    },
  },
  {
    name: 'entities move with all their state; what changes them arrives once and in order, wherever they are',
    async run({ start, told }) {
      const proc = await start();
      const { robots, here } = openRobots(proc);
      const places: Place[] = ['main', ...Array.from({ length: proc.workers }, (_, i) => i)];
      const id = await proc.worker(0).call('makeRobot', 'born');
      const calls: Promise<void>[] = [];
      for (let turn = 0; turn < 100; turn++) {
        robots.mutate(id, `main ${turn}`);
        const worker = proc.worker(turn % proc.workers);
        if (turn < 50) calls.push(worker.call('changeRobot', id, [`worker ${turn % proc.workers} ${turn}`]));
        const to = places[turn % places.length]!;
        if (turn % 2 === 0) robots.migrate(id, to);
        else calls.push(worker.call('moveRobot', id, to));
        if (turn % 10 === 0) await worker.call('add', 1, 1);
      }
      await Promise.all(calls);
      await until(() => robots.has(id) || (robots.migrate(id, 'main'), false));
      await until(() => here.get(id)!.length === 151);
      const changes = here.get(id)!.map(String);
      assert.equal(changes.shift(), 'born');
      assert.equal(new Set(changes).size, changes.length);
      for (const sender of ['main', ...Array.from({ length: proc.workers }, (_, i) => `worker ${i}`)]) {
        const turns = changes
          .filter((change) => change.startsWith(sender))
          .map((change) => lastNumber(change));
        assert.deepEqual(
          turns,
          turns.toSorted((one, other) => one - other),
          sender,
        );
      }
      assert.deepEqual(told, []);
    },
  },
  {
    name: 'an entity that cannot be copied stays, and a change that cannot be copied is left out',
    async run({ start, told }) {
      const proc = await start();
      const { robots, here } = openRobots(proc);
      const id = proc.nextId();
      here.set(id, [() => {}]);
      robots.own(id);
      robots.migrate(id, 0);
      await until(() => told.length === 1);
      assert.match(String(told[0]), /DataCloneError/);
      await proc.worker(0).call('changeRobot', id, ['before']);
      await proc.worker(0).call('spoilRobot', id);
      await proc.worker(0).call('changeRobot', id, ['after']);
      await until(() => here.get(id)!.length === 3);
      assert.deepEqual(here.get(id)!.slice(1), ['before', 'after']);
      here.set(id, ['copied']);
      robots.migrate(id, 0);
      await until(async () => (await proc.worker(0).call('robot', id)) !== undefined);
      assert.deepEqual(await proc.worker(0).call('robot', id), ['copied']);
    },
  },
  {
    name: 'an entity that will not be released stays, one that is removed is no more',
    async run({ start, told }) {
      const proc = await start();
      const { robots, here } = openRobots(proc);
      const id = proc.nextId();
      here.set(id, ['bolted']);
      robots.own(id);
      robots.migrate(id, 0);
      await until(() => told.length === 1);
      assert.equal((told[0] as Error).message, `robot ${id} is bolted`);
      assert.isTrue(robots.has(id));
      here.set(id, ['free']);
      robots.migrate(id, 0);
      await until(async () => (await proc.worker(0).call('robot', id)) !== undefined);
      await proc.worker(0).call('removeRobot', id);
      robots.mutate(id, 'too late');
      await proc.worker(0).call('changeRobot', id, ['too late as well']);
      const watched = proc.entities('ghosts');
      assert.throws(() => watched.own(proc.nextId()), TypeError, 'this thread must have a host of ghosts');
      assert.isUndefined(await proc.worker(0).call('robot', id));
      assert.throws(
        () => proc.entities('robots', robotHost(here, [])),
        RangeError,
        'robots must not be open',
      );
    },
  },
  {
    name: 'entities that die with their worker are reported; one that was on its way there stays',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 2 });
      const { robots, here, lost } = openRobots(proc);
      const dying = await proc.worker(1).call('makeRobot');
      const moving = proc.nextId();
      here.set(moving, ['mine']);
      robots.own(moving);
      robots.migrate(moving, 1);
      proc.worker(1).terminate();
      await until(() => lost.length > 0);
      assert.deepEqual(lost, [dying]);
      assert.isTrue(robots.has(moving));
      assert.deepEqual(here.get(moving), ['mine']);
      await until(async () => (await proc.worker(0).call('lostRobots')).includes(dying));
      robots.mutate(moving, 'changed');
      await until(() => proc.stats.workers.length === 2);
      await proc.worker(1).call('add', 1, 1);
      robots.migrate(moving, 1);
      await until(async () => (await proc.worker(1).call('robot', moving)) !== undefined);
      assert.deepEqual(await proc.worker(1).call('robot', moving), ['mine', 'changed']);
    },
  },
  {
    name: 'the loop that keeps the time may be that of the application',
    async run({ start }) {
      const loop = new EventLoop();
      const proc = await start({ loop, hangLimit: Infinity });
      const task = proc.task('endless').submit([], { expiresIn: 20 });
      assert.equal(loop.pendingTimers, 1);
      await task.result;
      assert.equal(loop.pendingTimers, 0);
    },
  },
  {
    name: 'what makes no sense is refused by name',
    async run({ start }) {
      const proc = await start();
      assert.throws(() => proc.task('nothing' as 'add'), 'the workers must expose nothing, and expose add');
      assert.throws(() => proc.task('add').submit([1, 1], { priority: NaN }), RangeError, 'got NaN');
      assert.throws(
        () => proc.task('add', { expiresIn: 0 }),
        RangeError,
        'expiresIn must be a number > 0, got 0',
      );
      for (const [options, message] of [
        [{ workers: -1 }, "workers must be a whole number ≥ 0 or 'auto', got -1"],
        [{ window: 0 }, "window must be a number ≥ 1 or 'auto', got 0"],
        [{ hangLimit: NaN }, 'hangLimit must be a number > 0, got NaN'],
      ] as const) {
        assert.include((await reasonOf(start(options))).message, message);
      }
    },
  },
  {
    name: 'a worker that hangs is named with what it does and where that was submitted, and replaced',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 1, hangLimit: 200, traces: true });
      const first = proc.task('hang', { color: 'stuck' }).submit([]);
      const beside = failureOf(proc.task('later', { color: 'stuck' }).submit([1, 0]));
      const hanging = await failureOf(first);
      assert.instanceOf(hanging, WorkerLostError);
      const where = isolated ? '' : 'one of .*';
      assert.match(
        hanging.message,
        new RegExp(`it hangs for 200 ms in ${where}hang \\(color stuck, submitted at .+:\\d+:\\d+`),
      );
      assert.instanceOf(await beside, WorkerLostError);
      assert.deepEqual(await proc.task('add').submit([1, 1]).result, { status: 'done', value: 2 });
    },
  },
];

interface Robots {
  readonly robots: Entities<unknown[], unknown>;
  /** Those of this thread. */
  readonly here: Map<number, unknown[]>;
  readonly lost: number[];
}

function openRobots(proc: MultiProc<Samples>): Robots {
  const here = new Map<number, unknown[]>();
  const lost: number[] = [];
  return { here, lost, robots: proc.entities('robots', robotHost(here, lost)) };
}

function lastNumber(text: string): number {
  return Number(text.split(' ').at(-1));
}

/** Why a task failed. */
async function failureOf(task: RemoteTask): Promise<Error> {
  return reasonOf(task.result);
}

async function reasonOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('should have been rejected');
}

/** Waits until something holds, for some seconds at the most. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; !(await holds()); turn++) {
    if (turn > 500) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
