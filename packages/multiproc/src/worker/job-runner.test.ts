import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { Code, type Message, messageOf, NONE, recordsOf } from '../transport/message-format.ts';
import { JobClaims } from '../transport/job-claims.ts';
import { Timeline } from '../virtual/timeline.ts';
import { virtualChannel } from '../virtual/virtual-channel.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import type { TaskFunction } from '../task/task-function.ts';
import { JobRunner } from './job-runner.ts';

/** The end of a task that a worker reported, with its time in ms. */
interface End {
  readonly code: number | undefined;
  readonly id: number | undefined;
  readonly time: number;
}

type Exposed = Readonly<Record<string, TaskFunction>>;
type Call = readonly [name: string, ...args: number[]];

/** A worker on simulated time, and its reports. Messages take no time. */
function startWorker(
  exposed: (worker: VirtualThread) => Exposed,
  failed: (failure: unknown) => void = () => {},
): {
  /** Sends records to the worker in one message, `delay` ms from now. */
  readonly send: (records: Message, delay?: number) => void;
  /**
   * Advances simulated time until nothing is left to do. Returns the ends of tasks that were
   * reported, with times from the call on.
   */
  readonly settle: () => End[];
  /** The results that were reported during the last `settle`, by the ids of their tasks. */
  readonly values: () => ReadonlyMap<number, unknown>;
  /** The ids of generators that have reported a yield. */
  readonly yielding: readonly (number | undefined)[];
  /** The ids of tasks that have reported to wait, with their work time in ms. */
  readonly waiting: readonly (readonly number[])[];
  readonly names: readonly string[];
  readonly reports: readonly unknown[];
} {
  const timeline = new Timeline(Infinity);
  const [main, worker] = [timeline.thread(), timeline.thread()];
  const [end, otherEnd] = virtualChannel({ thread: main, message: 0 }, { thread: worker, message: 0 }, 0);
  const functions = exposed(worker);
  const reports: unknown[] = [];
  const yielding: (number | undefined)[] = [];
  const waiting: (readonly number[])[] = [];
  let ends: End[] = [];
  const values = new Map<number, unknown>();
  end.listen({
    message(message) {
      for (const record of recordsOf(message as Message)) {
        const [code, id] = record.words;
        if (code === Code.done) values.set(id!, record.values[0]);
        if (code === Code.failed) failed(unpackThrown(record.values[0] as Thrown));
        if (code === Code.waits) waiting.push(record.words.slice(1));
        if (code === Code.call) reports.push(unpackThrown(record.values[1] as Thrown));
        else if (code === Code.yields) yielding.push(id);
        else if (code !== Code.runTimes && code !== Code.ready) ends.push({ code, id, time: timeline.now });
      }
    },
    lost: () => {},
  });
  worker.at(0, () => void new JobRunner(otherEnd, functions, [], { host: worker }));
  timeline.run();
  return {
    names: Object.keys(functions),
    reports,
    yielding,
    waiting,
    values: () => values,
    send: (records, delay = 0) => main.at(timeline.now + delay, () => end.post(records, [])),
    settle() {
      const began = timeline.now;
      ends = [];
      values.clear();
      timeline.run();
      return ends.map(({ code, id, time }) => ({ code, id, time: time - began }));
    },
  };
}

/** Makes a worker run functions, all in one message. The index of a call is its id. */
function run({ names, send, settle }: ReturnType<typeof startWorker>, calls: readonly Call[]): End[] {
  const words = calls.flatMap(([name, ...args], id) => {
    return [Code.run, id, names.indexOf(name), 0, NONE, 1, args.length];
  });
  send(
    messageOf(
      words,
      calls.flatMap(([, ...args]) => args),
    ),
  );
  return settle();
}

describe('a finished result', () => {
  const work = (worker: VirtualThread): Exposed => ({
    short: (ms: number) => worker.spend(ms),
    long: (ms: number) => worker.spend(ms),
  });
  const times = (ends: readonly End[]): number[] => ends.map(({ time }) => Math.round(time));

  test('is sent before a function is called for the first time', () => {
    expect(times(run(startWorker(work), [['short', 0.01], ['long', 1000]]))).toEqual([0, 1000]); // oxfmt-ignore
  });

  test('is sent before a task of a function that takes longer than 1 ms', () => {
    const worker = startWorker(work);
    run(worker, [['short', 0.01], ['long', 1000]]); // oxfmt-ignore
    expect(times(run(worker, [['short', 0.01], ['long', 1000], ['long', 1000]]))).toEqual([0, 1000, 2000]); // oxfmt-ignore
  });

  test('is sent before the second long task of a function that was short before', () => {
    const worker = startWorker(work);
    run(
      worker,
      Array.from({ length: 200 }, (): Call => ['short', 0.001]),
    );
    expect(times(run(worker, [['short', 1000], ['short', 1000], ['short', 1000]]))).toEqual([1000, 2000, 3000]); // oxfmt-ignore
  });

  test('is sent together with others while tasks are short and more will come', () => {
    const worker = startWorker(work);
    const calls = Array.from({ length: 100 }, (): Call => ['short', 0.001]);
    run(worker, calls);
    worker.send(messageOf([Code.more, 1], []));
    expect(new Set(times(run(worker, calls))).size).toBe(1);
  });

  test('is sent after half of the tasks if the pool sends no more tasks before it gets results', () => {
    const worker = startWorker(work);
    const calls = Array.from({ length: 8 }, (): Call => ['short', 0.05]);
    run(worker, calls);
    const reportTimes = run(worker, calls).map(({ time }) => time.toFixed(2));
    expect(reportTimes).toEqual([
      ...Array.from({ length: 4 }, () => '0.20'),
      ...Array.from({ length: 4 }, () => '0.40'),
    ]);
  });
});

test('a generator whose finally block throws when it is dropped is reported, and the other tasks of its worker continue', () => {
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

test('a generator is reported at its first yield, and a function is not', () => {
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
  'a generator that yields an object whose then throws continues, as does its color, and the error is reported: then is a %s',
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

test.each([0, 1])(
  'a task that the pool has withdrawn is dropped, and its color continues: number %i of three',
  (which) => {
    const worker = startWorker(() => ({ work: () => {} }));
    const block = JobClaims.allocate();
    const claims = new JobClaims();
    claims.add(block);
    worker.send(messageOf([Code.share], [block]));
    claims.withdraw(which);
    const jobs = [0, 1, 2].flatMap((id) => [Code.run, id, 0, 0, 5, 1, 0]);
    worker.send(messageOf(jobs, []));
    const ends = worker.settle().map(({ code, id }) => [code, id]);
    expect(ends).toEqual([0, 1, 2].map((id) => [id === which ? Code.dropped : Code.done, id]));
    worker.send(messageOf([Code.cancel, which], []));
    expect(worker.settle()).toEqual([]);
  },
);

test('a task has no options or arguments of earlier tasks of its function', () => {
  const worker = startWorker(() => ({ count: (...args: number[]) => args.length }));
  const kinds = [
    { options: [0, NONE, 1], end: Code.done },
    { options: [5, NONE, 0], end: Code.ended },
    { options: [0, 7, 1], end: Code.done },
  ];
  for (let round = 0; round < 6; round++) {
    const tasks = [0, 1, 2, 3].map((id) => kinds[(round + id * (1 + (round % 2))) % 3]!);
    const runs = tasks.flatMap(({ options }, id) => [Code.run, id, 0, ...options, id]);
    worker.send(
      messageOf(
        runs,
        tasks.flatMap((_, id) => Array.from({ length: id }, () => 1)),
      ),
    );
    const ends = worker.settle().toSorted((one, other) => one.id! - other.id!);
    expect(ends.map(({ code }) => code)).toEqual(tasks.map(({ end }) => end));
    const values = tasks.flatMap(({ end }, id) => (end === Code.done ? [[id, id] as const] : []));
    expect(worker.values()).toEqual(new Map(values));
  }
});

describe('the first task of a color has the highest priority of its color in the worker', () => {
  /** A task, and whether it is cancelled before it can begin. */
  interface Wanted {
    readonly priority: number;
    readonly color: number;
    readonly isCancelled: boolean;
  }
  const runs = (jobs: readonly Wanted[], functionIndex = 0): number[] =>
    jobs.flatMap(({ color, priority }, id) => [Code.run, id, functionIndex, priority, color, 1, 0]);

  /** The order in which tasks run, by the definition. */
  function naiveOrder(jobs: readonly Wanted[]): number[] {
    let left = jobs.map((job, id) => ({ ...job, id })).filter(({ isCancelled }) => !isCancelled);
    const order: number[] = [];
    while (left.length > 0) {
      const heads = left.filter(
        ({ color }, i) => color === NONE || left.findIndex((job) => job.color === color) === i,
      );
      const [next] = heads
        .map(({ color, id, priority }) => {
          const chain = left.filter((job) => color !== NONE && job.color === color);
          return { id, priority: Math.max(priority, ...chain.map((job) => job.priority)) };
        })
        .toSorted((one, other) => other.priority - one.priority || one.id - other.id);
      order.push(next!.id);
      left = left.filter(({ id }) => id !== next!.id);
    }
    return order;
  }

  test('for any combination of waiting and cancelled tasks', () => {
    const wanted = fc.record({
      color: fc.constantFrom(NONE, 1, 2),
      isCancelled: fc.boolean(),
    });
    // No two colors have a priority in common: among equals the order depends on when each got its priority.
    const priority = ({ color }: { color: number }, rank: number, id: number): number =>
      rank * 3 + color + (color === NONE ? id / 100 : 0);
    fc.assert(
      fc.property(fc.array(fc.tuple(wanted, fc.nat(5)), { maxLength: 20 }), (drawn) => {
        const jobs = drawn.map(([job, rank], id) => ({ ...job, priority: priority(job, rank, id) }));
        const cancels = jobs.flatMap(({ isCancelled }, id) => (isCancelled ? [Code.cancel, id] : []));
        const worker = startWorker(() => ({ work: () => {} }));
        worker.send(messageOf([...runs(jobs), ...cancels], []));
        const order = worker.settle().flatMap(({ code, id }) => (code === Code.done ? [id] : []));
        expect(order).toEqual(naiveOrder(jobs));
      }),
    );
  });

  test.each([
    ['before it begins', 0],
    ['after it has begun', 5],
  ])('but a generator continues at its own priority: a high-priority task came %s', (_, delay) => {
    const log: string[] = [];
    const worker = startWorker((thread) => ({
      *steps() {
        for (let i = 0; i < 3; i++) {
          log.push('step');
          thread.spend(10);
          yield;
        }
      },
      work: (name: string) => void log.push(name),
    }));
    const generator = [Code.run, 0, 0, 1, 5, 1, 0];
    const others = [Code.run, 1, 1, 9, 5, 1, 1, Code.run, 2, 1, 5, NONE, 1, 1];
    if (delay === 0) worker.send(messageOf([...generator, ...others], ['urgent', 'other']));
    else {
      worker.send(messageOf(generator, []));
      worker.send(messageOf(others, ['urgent', 'other']), delay);
    }
    worker.settle();
    expect(log).toEqual(['step', 'other', 'step', 'step', 'urgent']);
  });

  test('a task that waits for a promise is reported with its work time', () => {
    const worker = startWorker((thread) => ({
      wait: (ms: number) => {
        thread.spend(ms);
        return new Promise(() => {});
      },
    }));
    worker.send(messageOf([Code.run, 7, 0, 1, NONE, 1, 1, Code.run, 8, 0, 1, NONE, 1, 1], [3, 5]));
    worker.settle();
    expect(worker.waiting).toEqual([
      [7, 3],
      [8, 5],
    ]);
  });

  test('a function that waits for a promise is not called again when a high-priority task of its color arrives', () => {
    let calls = 0;
    const worker = startWorker(() => ({
      wait: () => {
        calls++;
        return new Promise(() => {});
      },
    }));
    worker.send(messageOf([Code.run, 0, 0, 1, 5, 1, 0], []));
    worker.send(messageOf([Code.run, 1, 0, 9, 5, 1, 0], []), 10);
    worker.send(messageOf([Code.cancel, 1], []), 20);
    worker.settle();
    expect(calls).toBe(1);
  });
});

test('messages take no turns of the loop while jobs wait: a high-priority job in the last message begins after the current turn', () => {
  let steps = 0;
  let stepsBefore = NaN;
  const worker = startWorker((thread) => ({
    *steps() {
      for (; steps < 1000; steps++) {
        thread.spend(1);
        yield;
      }
    },
    urgent: () => void (stepsBefore = steps),
    other: () => {},
  }));
  worker.send(messageOf([Code.run, 0, 0, 0, NONE, 1, 0], []));
  for (let id = 2; id < 100; id++) worker.send(messageOf([Code.run, id, 2, -1, NONE, 1, 0], []), 20);
  worker.send(messageOf([Code.run, 1, 1, 9, NONE, 1, 0], []), 20);
  worker.settle();
  expect(stepsBefore).toBeLessThan(40);
});

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
    'TypeError: late: the return value of the generator must be no promise; use yield, got an object (Promise)',
  ]);
});

test('functions are called without `this`', () => {
  const found: unknown[] = [];
  const worker = startWorker(() => ({
    plain(this: unknown) {
      found.push(this);
    },
    *steps(this: unknown) {
      yield found.push(this);
      found.push(this);
    },
  }));
  run(worker, [['plain'], ['steps']]);
  expect(found).toEqual([undefined, undefined, undefined]);
});

test.each(['it is granted', 'it is refused'])(
  'a worker that must hold a lock begins no job until %s',
  async (answer) => {
    const requests: { name: string; grant: () => unknown; refuse: (error: Error) => void }[] = [];
    const request = (name: string, grant: () => unknown): Promise<never> =>
      new Promise((_, refuse) => requests.push({ name, grant, refuse }));
    vi.stubGlobal('navigator', { locks: { request } });
    try {
      let runs = 0;
      const worker = startWorker(() => ({ count: () => void runs++ }));
      worker.send(messageOf([Code.hold], ['of worker 0']));
      run(worker, [['count']]);
      expect([runs, requests.map(({ name }) => name)]).toEqual([0, ['of worker 0']]);
      if (answer === 'it is granted') void requests[0]!.grant();
      else requests[0]!.refuse(new Error('the origin is opaque'));
      await new Promise((resolve) => setTimeout(resolve));
      worker.settle();
      expect(runs).toBe(1);
    } finally {
      vi.unstubAllGlobals();
    }
  },
);
