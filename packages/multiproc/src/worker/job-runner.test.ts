import { expect, test, vi } from 'vitest';
import { Code, messageOf, NONE } from '../transport/message-format.ts';
import { JobClaims } from '../transport/job-claims.ts';
import { run, startWorker } from './started-worker.test.setup.ts';

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

test('while jobs wait, all messages that have arrived are read between two turns, so an urgent job in the last of them begins next', () => {
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

test('the job runner passes no `this`, because `expose` has bound the functions', () => {
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

test.each(['is granted', 'is refused'])(
  'a worker that requests a lock begins no job until the request %s',
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
      if (answer === 'is granted') void requests[0]!.grant();
      else requests[0]!.refuse(new Error('the origin is opaque'));
      await new Promise((resolve) => setTimeout(resolve));
      worker.settle();
      expect(runs).toBe(1);
    } finally {
      vi.unstubAllGlobals();
    }
  },
);
