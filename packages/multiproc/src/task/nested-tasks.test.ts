import { setImmediate } from 'node:timers/promises';
import { EventLoop } from '@doha/loop';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { Timeline } from '../virtual/timeline.ts';
import { virtualChannel } from '../virtual/virtual-channel.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import { NestedTaskSubmitter } from './nested-task-submitter.ts';
import { JobRunner } from '../worker/job-runner.ts';
import { Pool } from '../pool/pool.ts';
import { NestedTasks } from './nested-tasks.ts';
import { handshake } from '../pool/handshake.ts';
import type { RemoteTask } from './remote-task.ts';
import { TaskKind } from './task-kind.ts';
import { receiver } from '../transport/remote-methods.ts';
import {
  type SubmitterToPool,
  submitterToPool,
  type PoolToSubmitter,
  poolToSubmitter,
} from './nested-task-messages.ts';

/**
 * The program of a task: it waits for another task if `shares` is given, then submits nested tasks
 * and waits for their results.
 */
interface Script {
  readonly name: 'act' | 'poll';
  readonly color?: string | undefined;
  readonly priority?: number;
  /** Whether it waits for a promise first. */
  readonly isLate?: boolean;
  /** The tasks that it submits. */
  readonly nested: readonly Script[];
  /** Whether it submits all nested tasks at once, and not each when the one before has ended. */
  readonly atOnce?: boolean;
  /** Whether the results of its nested tasks are read long after it has ended. */
  readonly asksAfterwards?: boolean;
  /** Whether it waits for a promise between submitting a nested task and reading its result. */
  readonly asksLate?: boolean;
  /** Name by which other tasks of the submitting worker can wait for this task. */
  readonly offers?: string;
  /** Name (`offers`) of a task for which it waits before it submits nested tasks. */
  readonly shares?: string;
}

/** The outcomes of tasks whose results were read afterwards. */
const outcomes: unknown[] = [];

/** A pool on simulated time whose tasks are scripts. */
class ScriptedPool {
  readonly errors: unknown[] = [];
  readonly #timeline = new Timeline(Infinity);
  readonly #main: VirtualThread = this.#timeline.thread();
  readonly #pool: Pool;

  constructor(window: number | 'auto') {
    this.#pool = new Pool({
      window,
      loop: new EventLoop({ host: this.#main }),
      soon: (callback) => this.#main.at(this.#timeline.now, callback),
      replace: () => Promise.reject(new Error('no worker is lost here')),
      startLimit: 1000,
      sharesMemory: true,
      onError: (error) => this.errors.push(error),
      attach: (connection) => {
        const nestedTasks = new NestedTasks(this.#pool, connection, (...call) => {
          connection.send(...call);
          this.#pool.flushSoon();
        });
        return {
          receivers: [receiver<SubmitterToPool>(nestedTasks, submitterToPool)],
          detach: () => nestedTasks.close(),
        };
      },
    });
  }

  async start(workers: number): Promise<this> {
    for (let index = 0; index < workers; index++) {
      const thread = this.#timeline.thread();
      const [end, otherEnd] = virtualChannel(
        { thread: this.#main, message: 0.01 },
        { thread, message: 0.01 },
        0.02,
      );
      thread.at(0, () => serve(otherEnd, thread));
      const started = handshake(end, 1000);
      this.#timeline.run();
      void this.#pool.addWorker(index, await started);
    }
    return this;
  }

  submit(script: Script): RemoteTask {
    const { name, color, priority = 0 } = script;
    const kind = new TaskKind<(script: Script) => void>(
      { receiver: this.#pool, names: ['act', 'poll'], traces: false },
      name,
      {},
    );
    return kind.submit([script], { priority, ...(color === undefined ? {} : { color }) });
  }

  /** Advances simulated time until no thread has anything left to do. */
  async settle(): Promise<void> {
    for (let steps = 0, quiet = 0; quiet < 3; quiet++) {
      while (this.#timeline.step()) {
        quiet = 0;
        if (++steps % 20 === 0) await setImmediate(); // promise callbacks run
        if (steps > 100_000) throw new Error('the pool does not come to rest');
      }
      await setImmediate();
    }
  }
}

function serve(end: Parameters<typeof handshake>[0], thread: VirtualThread): void {
  const send = (...call: Parameters<JobRunner['send']>): void => runner.send(...call);
  const submitter = new NestedTaskSubmitter({
    send,
    flushNow: () => runner.flushNow(),
    running: () => runner.running,
    onError: () => {},
  });
  const shared = new Map<string, RemoteTask>();
  const submit = ({ name, color, priority = 0, ...script }: Script): RemoteTask => {
    const kind = new TaskKind<(script: object) => void>(
      { receiver: submitter, names: ['act', 'poll'], traces: false },
      name,
      {},
    );
    const task = kind.submit([script], { priority, ...(color === undefined ? {} : { color }) });
    if (script.offers !== undefined) shared.set(script.offers, task);
    return task;
  };
  const runner = new JobRunner(
    end,
    {
      async act({ nested, asksAfterwards, asksLate, atOnce, isLate, shares }: Script) {
        const pause = (): Promise<void> => new Promise((resolve) => thread.at(thread.now() + 1, resolve));
        thread.spend(0.05);
        if (isLate === true) await pause();
        if (shares !== undefined) await shared.get(shares)?.result;
        if (asksAfterwards === true) {
          for (const task of nested.map(submit)) {
            const note = (outcome: unknown): unknown => outcomes.push(outcome);
            thread.at(thread.now() + 100, () => void task.result.then(({ status }) => note(status), note));
          }
        } else if (atOnce === true) await Promise.all(nested.map((one) => submit(one).result));
        else {
          for (const one of nested) {
            const task = submit(one);
            if (asksLate === true) await pause();
            await task.result;
          }
        }
      },
      *poll({ nested }: Script) {
        for (const one of nested) {
          const task = submit(one);
          while (!task.hasEnded) {
            thread.spend(0.05);
            yield;
          }
        }
      },
    },
    [receiver<PoolToSubmitter>(submitter, poolToSubmitter)],
    { host: thread },
  );
}

const leaf = (color?: string, priority = 0): Script => ({ name: 'act', color, priority, nested: [] });

describe('a task that waits for a nested task, with later tasks of its own color behind it,', () => {
  test.each<[workers: number, window: number | 'auto', nested: Script]>([
    [1, 1, leaf()],
    [1, 2, leaf()],
    [1, 'auto', leaf()],
    [1, 2, leaf(undefined, -5)],
    [1, 2, leaf('other')],
    [2, 1, leaf()],
    [2, 2, { ...leaf(), nested: [leaf(), leaf('other')] }],
  ])('ends with %s workers and window %s', async (workers, window, nested) => {
    for (const isLate of [false, true]) {
      const pool = await new ScriptedPool(window).start(workers);
      const submit = (color: string): RemoteTask[] => {
        const waiting = pool.submit({ name: 'act', color, priority: 1, isLate, nested: [nested, nested] });
        return [waiting, ...Array.from({ length: 20 }, () => pool.submit(leaf(color, 1)))];
      };
      const tasks = ['a', 'b'].flatMap(submit);
      await pool.settle();
      expect(tasks.filter(({ status }) => status !== 'done').length).toBe(0);
    }
  });
});

test('if tasks that wait for one nested task fill all workers, all of them end', async () => {
  const pool = await new ScriptedPool(1).start(2);
  const tasks = Array.from({ length: 10 }, (_, i) =>
    pool.submit(
      i === 0
        ? { name: 'act', nested: [{ ...leaf(undefined, -1), offers: 'it' }] }
        : { name: 'act', isLate: i > 5, nested: [], shares: 'it' },
    ),
  );
  await pool.settle();
  expect(tasks.every(({ status }) => status === 'done')).toBe(true);
});

test('a generator that polls a nested task leaves room for it', async () => {
  for (const window of [1, 2] as const) {
    const pool = await new ScriptedPool(window).start(1);
    const poll: Script = { name: 'poll', color: 'a', nested: [leaf()] };
    const tasks = [poll, poll, leaf('a'), leaf('a')].map((script) => pool.submit(script));
    await pool.settle();
    expect(tasks.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
  }
});

describe('a task that waits for its own color', () => {
  const reasonOf = async (pool: ScriptedPool, script: Script): Promise<unknown> => {
    const reason = pool.submit(script).result.then(
      () => 'it ended',
      (error: unknown) => String(error),
    );
    await pool.settle();
    return Promise.race([reason, Promise.resolve('it waits')]);
  };

  test('gets an error that names the cycle', async () => {
    const pool = await new ScriptedPool('auto').start(2);
    expect(await reasonOf(pool, { name: 'act', color: 'a', nested: [leaf('a')] })).toMatch(
      /must not wait for each other in a cycle: act \(color a\) waits for act \(color a\) waits for act \(color a\)/,
    );
  });

  test('gets the error if it reads the result after an `await`', async () => {
    const pool = await new ScriptedPool('auto').start(2);
    const nested = { ...leaf('a'), name: 'act' } as const;
    expect(await reasonOf(pool, { name: 'act', color: 'a', asksLate: true, nested: [nested] })).toMatch(
      /must not wait for each other in a cycle: act \(color a\) waits for act \(color a\)/,
    );
  });

  test('gets no error if it has ended before other code reads the result', async () => {
    const pool = await new ScriptedPool('auto').start(1);
    outcomes.length = 0;
    expect(await reasonOf(pool, { name: 'act', color: 'a', asksAfterwards: true, nested: [leaf('a')] })).toBe(
      'it ended',
    );
    expect(outcomes).toEqual(['done']);
  });

  test('gets the error if it waits by way of other tasks', async () => {
    const pool = await new ScriptedPool('auto').start(2);
    const nested: Script = { name: 'act', nested: [{ ...leaf('b'), nested: [leaf('a')] }] };
    expect(await reasonOf(pool, { name: 'act', color: 'a', nested: [nested] })).toMatch(
      /must not wait for each other/,
    );
  });

  test('gets the error if another task has submitted the nested task and waits for it', async () => {
    const pool = await new ScriptedPool(8).start(1);
    const tasks = [
      pool.submit({ name: 'act', priority: 1, nested: [{ ...leaf('b'), offers: 'it' }] }),
      pool.submit({ ...leaf('b'), shares: 'it' }),
    ];
    const ends = tasks.map(({ result }) => result.catch(String));
    await pool.settle();
    expect(tasks.map(({ status }) => status)).toEqual(['failed', 'failed']);
    for (const end of ends) expect(await end).toMatch(/^WaitCycleError: tasks must not wait for each other/);
  });
});

/**
 * Programs whose waits have no cycle: a nested task has no color, or a color with a later letter
 * than the colors of all tasks that wait for it. Tasks of one color wait for each other in the
 * order of their submission. Generators that poll have the lowest priority: they are never idle, so
 * tasks of a lower priority would wait for them forever.
 */
const script = (colors: string, depth: number): fc.Arbitrary<Script> =>
  fc.integer({ min: -1, max: colors.length - 1 }).chain((place) => {
    const left = place < 0 ? colors : colors.slice(place + 1);
    const nested = depth === 0 ? fc.constant([]) : fc.array(script(left, depth - 1), { maxLength: 3 });
    return fc
      .record({
        name: fc.constantFrom<Script['name']>('act', 'act', 'poll'),
        color: fc.constant(place < 0 ? undefined : colors[place]),
        priority: fc.integer({ min: -1, max: 1 }),
        isLate: fc.boolean(),
        atOnce: fc.boolean(),
        asksLate: fc.boolean(),
        nested,
      })
      .map((one) => (one.name === 'poll' ? Object.assign(one, { priority: -1 }) : one));
  });

test('all tasks without a wait cycle end, whatever the window, the colors and the priorities', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(script('abc', 3), { maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(1, 2, 3, 'auto' as const),
      async (scripts, workers, window) => {
        const pool = await new ScriptedPool(window).start(workers);
        const tasks = scripts.map((one) => pool.submit(one));
        await pool.settle();
        expect(tasks.map(({ status }) => status)).toEqual(tasks.map(() => 'done'));
        expect(pool.errors).toEqual([]);
      },
    ),
    { numRuns: runs({ gate: 25, long: 1500 }) },
  );
}, 60_000);
