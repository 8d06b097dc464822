import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { countAlive } from '../count-alive.test.setup.ts';
import { Color } from '../scheduler/color.ts';
import type { WorkerLoad } from '../scheduler/worker-load.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { RemoteTask } from './remote-task.ts';
import { describeWaits, Waits } from './waits.ts';

const owner = { cancel: () => false, rank: () => {}, report: () => {} };
const taskOf = (name: string, color?: string): RemoteTask =>
  new RemoteTask({ owner, name }, [], color === undefined ? {} : { color }, true);

test('a restarted task waits only for the nested tasks that it submits after the restart', () => {
  const events: string[] = [];
  const waits = new Waits({
    suspended: ({ name }) => events.push(`${name} waits`),
    resumed: ({ name }) => events.push(`${name} goes on`),
  });
  const [task, lost, nested] = [taskOf('task'), taskOf('lost'), taskOf('nested')];
  waits.submitted(task, lost);
  waits.awaited(task, lost);
  waits.suspended(task);
  waits.forget(task);
  waits.submitted(task, nested);
  waits.ended(task, lost);
  waits.ended(task, nested);
  expect(events).toEqual(['task waits', 'task waits', 'task waits', 'task goes on']);
  expect(waits.awaited(lost, task)).toBeUndefined(); // without the earlier run, this wait closes no cycle
});

test('ended nested tasks are not kept, whichever tasks have waited for them', async () => {
  const waits = new Waits({ suspended: () => {}, resumed: () => {} });
  const [task, other] = [taskOf('task'), taskOf('other')];
  const nested = Array.from({ length: 50 }, (_, i) => {
    const one = taskOf('nested');
    const submitter = i % 2 === 0 ? task : undefined;
    if (submitter !== undefined) waits.submitted(submitter, one);
    waits.awaited(task, one);
    waits.awaited(other, one);
    one.end('done');
    waits.ended(submitter, one);
    waits.awaited(other, one); // the worker of `other` does not know of the end yet
    return new WeakRef(one);
  });
  expect(await countAlive(nested)).toBe(0);
  expect(waits.awaited(task, other)).toBeUndefined(); // also keeps both tasks reachable until here
});

test('a cycle of 50,000 nested tasks is found, and its description is short', () => {
  const waits = new Waits({ suspended: () => {}, resumed: () => {} });
  const tasks = Array.from({ length: 50_000 }, (_, i) => taskOf(`task${i}`));
  const early = tasks.map((task, i) => (i > 0 ? waits.awaited(tasks[i - 1]!, task) : undefined));
  expect(early.every((cycle) => cycle === undefined)).toBe(true);
  const [first, last] = [tasks[0]!, tasks.at(-1)!];
  const cycle = waits.awaited(last, first)!;
  expect([cycle.length, cycle[0], cycle[1], cycle.at(-1)]).toEqual([50_001, last, first, last]);
  const numbers = describeWaits(cycle).matchAll(/task(\d+) waits for /g);
  expect(Array.from(numbers, ([, number]) => Number(number))).toEqual([
    49_999, 0, 1, 2, 3, 4, 5, 6, 7, 8, 49_990, 49_991, 49_992, 49_993, 49_994, 49_995, 49_996, 49_997, 49_998,
  ]);
  expect(describeWaits(cycle)).toContain(' waits for … (49981 tasks) waits for ');
});

/** Tasks of a scheduler with two workers, with a naive search for cycles. */
class WaitingPool {
  readonly waits: Waits = new Waits({ suspended: () => {}, resumed: () => {} });
  readonly tasks: RemoteTask[] = [];
  #sent: RemoteTask[] = [];
  #scheduler: Scheduler = new Scheduler({ window: 4, send: (job) => this.#sent.push(job as RemoteTask) });
  #awaited: Map<RemoteTask, Set<RemoteTask>> = new Map();

  constructor() {
    for (const index of [0, 1]) this.#scheduler.add(index);
  }

  submit(color: string | undefined): RemoteTask {
    const task = taskOf(`task${this.tasks.length}`, color);
    this.tasks.push(task);
    this.#scheduler.submit(task, color);
    this.#scheduler.dispatch();
    return task;
  }

  /** The task has ended or, if it was queued, was cancelled. */
  end(task: RemoteTask): void {
    if (task.worker === undefined) this.#scheduler.withdraw(task);
    else this.#scheduler.completed(task);
    this.drop(task);
    this.#scheduler.dispatch();
  }

  /** A task that was sent to a worker is cancelled. Its function may continue. */
  drop(task: RemoteTask): void {
    if (task.hasEnded) return;
    task.end('cancelled');
    this.waits.ended(undefined, task);
    for (const awaited of this.#awaited.values()) awaited.delete(task);
  }

  /** A worker is lost and replaced. Its tasks are submitted again. */
  lose(worker: WorkerLoad): void {
    const lost = this.#sent.filter((task) => task.worker === worker);
    this.#scheduler.remove(worker, lost);
    this.#sent = this.#sent.filter((task) => !lost.includes(task));
    this.#scheduler.add(worker.index);
    for (const color of [undefined, ...colors]) {
      const tasks = lost.filter((task) => !task.hasEnded && task.options.color === color);
      for (const task of tasks) this.#forget(task);
      if (color !== undefined) this.#scheduler.resubmit(tasks, color);
      else for (const task of tasks) this.#scheduler.submit(task);
    }
    this.#scheduler.dispatch();
  }

  /** `task` awaits `nested`. Returns whether `Waits` has found a cycle, and whether a naive search finds one. */
  await(task: RemoteTask, nested: RemoteTask): [found: string, expected: string] {
    const cycle = this.waits.awaited(task, nested);
    const expected = !nested.hasEnded && this.#reaches(nested, task, new Set()) ? 'cycle' : 'none';
    if (cycle !== undefined) return [this.#isCycle(cycle, task, nested) ? 'cycle' : 'invalid', expected];
    this.#awaitedBy(task).add(nested);
    return ['none', expected];
  }

  #isCycle(cycle: readonly RemoteTask[], task: RemoteTask, nested: RemoteTask): boolean {
    if (cycle[0] !== task || cycle[1] !== nested || cycle.at(-1) !== task) return false;
    return cycle.slice(2).every((next, i) => this.#waitsFor(cycle[i + 1]!).includes(next));
  }

  #forget(task: RemoteTask): void {
    this.waits.forget(task);
    this.#awaited.delete(task);
  }

  #reaches(from: RemoteTask, to: RemoteTask, seen: Set<RemoteTask>): boolean {
    if (from === to) return true;
    seen.add(from);
    return this.#waitsFor(from).some((task) => !seen.has(task) && this.#reaches(task, to, seen));
  }

  #waitsFor(task: RemoteTask): readonly RemoteTask[] {
    if (task.hasEnded && task.worker === undefined) return [];
    const { color } = task.options;
    const head = this.#sent.find((other) => other.worker !== undefined && other.options.color === color);
    if (color !== undefined && head !== undefined && head !== task) return [head];
    return [...this.#awaitedBy(task)].filter((nested) => !nested.hasEnded);
  }

  #awaitedBy(task: RemoteTask): Set<RemoteTask> {
    const awaited = this.#awaited.get(task) ?? new Set();
    this.#awaited.set(task, awaited);
    return awaited;
  }
}

const colors = ['a', 'b', 'c'];

test('a naive search finds the same cycles, whichever tasks end, are dropped or restart', () => {
  const what = fc.constantFrom('submit', 'submit', 'await', 'await', 'await', 'await', 'end', 'drop', 'lose');
  const step = fc.record({ what, one: fc.nat(9), other: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const pool = new WaitingPool();
      pool.submit(undefined);
      for (const { one, other, ...given } of steps) {
        const task = pool.tasks.at(-1 - (one % pool.tasks.length))!;
        if (given.what === 'submit') pool.submit([...colors, undefined][other % 4]);
        if (given.what === 'await') {
          const [found, expected] = pool.await(task, pool.tasks.at(-1 - (other % pool.tasks.length))!);
          expect(found).toBe(expected);
        }
        if (given.what === 'end') pool.end(task);
        if (given.what === 'drop' && task.worker !== undefined) pool.drop(task);
        if (given.what === 'lose' && task.worker !== undefined) pool.lose(task.worker);
      }
    }),
    { numRuns: runs({ gate: 150, long: 20_000 }) },
  );
});

test('searches for cycles take fewer than 20 steps on average if a task awaits 1,000 tasks of a color whose oldest task awaits 1,000 tasks', () => {
  const pool = new WaitingPool();
  const [holder, waiter] = [pool.submit('a'), pool.submit('b')];
  for (let i = 0; i < 1000; i++) pool.waits.awaited(holder, pool.submit('c'));
  const nested = Array.from({ length: 1000 }, () => pool.submit('a'));
  const other = pool.submit(undefined);
  for (let i = 0; i < 1000; i++) pool.waits.awaited(other, pool.submit('b'));
  const steps = countSteps(() => {
    for (const task of nested) pool.waits.awaited(waiter, task);
  });
  expect(steps).toBeLessThan(20_000);
});

/** Counts the steps of the search. A step is either a look-up of whether a task was already found, or a read of the oldest task of a color. */
function countSteps(run: () => void): number {
  const spies = [vi.spyOn(Map.prototype, 'has'), vi.spyOn(Color.prototype, 'head', 'get')];
  try {
    run();
    return spies.reduce((steps, { mock }) => steps + mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test('a cycle is found although one of its tasks also awaits many tasks that wait for nothing', () => {
  const pool = new WaitingPool();
  const [holder, waiter, nested] = [pool.submit('a'), pool.submit(undefined), pool.submit('a')];
  for (let i = 0; i < 100; i++) pool.waits.awaited(holder, pool.submit(undefined));
  pool.waits.awaited(holder, waiter);
  expect(pool.waits.awaited(waiter, nested)).toEqual([waiter, nested, holder, waiter]);
});
