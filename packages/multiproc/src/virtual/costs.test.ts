import { expect, test } from 'vitest';
import { type Costs, fitCosts, type MeasuredRun } from './costs.ts';
import { simulate } from './simulate.ts';

const costs: Costs = {
  main: { submit: 0.0005, task: 0.001, settle: 0.0004, choice: 0, message: 0.008 },
  worker: { task: 0.0006, message: 0.007 },
  latency: 0.01,
};
const tasks = Array.from({ length: 2000 }, () => ({ cost: 0 }));

async function run(window: number | 'auto', settle: number): Promise<MeasuredRun> {
  const { elapsed, main, workers } = await simulate({
    workers: 1,
    window,
    costs: { ...costs, main: { ...costs.main, settle } },
    tasks,
  });
  return {
    tasks: tasks.length,
    submitting: tasks.length * costs.main.submit,
    elapsed,
    busy: { main: main.busy, worker: workers[0]!.busy },
    messages: main.messages,
  };
}

test('the fit recovers the costs of simulated runs', async () => {
  const withoutResults = [];
  for (const window of [1, 2, 8, 'auto'] as const) withoutResults.push(await run(window, 0));
  const found = fitCosts({ withoutResults, withResults: [await run('auto', costs.main.settle)], choice: 0 });
  for (const name of ['submit', 'task', 'settle', 'message'] as const) {
    expect(found.main[name]).toBeCloseTo(costs.main[name], 8);
  }
  expect(found.worker.task).toBeCloseTo(costs.worker.task, 8);
  expect(found.worker.message).toBeCloseTo(costs.worker.message, 8);
  expect(found.latency).toBeCloseTo(costs.latency, 4);
});

test('fitCosts throws if all runs have the same number of tasks per message', async () => {
  const same = await run(1, 0);
  expect(() => fitCosts({ withoutResults: [same, same], withResults: [same], choice: 0 })).toThrow(
    RangeError,
  );
});

const good: MeasuredRun = { tasks: 1, submitting: 1, elapsed: 1, busy: { main: 1, worker: 1 }, messages: 1 };
test.each([
  [undefined, TypeError, 'measurements must be an object, got undefined'],
  [{}, TypeError, 'choice must be a finite number ≥ 0, got undefined'],
  [{ choice: 0 }, TypeError, 'withoutResults must be an array of runs, got undefined'],
  [{ choice: 0, withoutResults: [] }, RangeError, 'withoutResults.length must be a finite number ≥ 1, got 0'],
  [{ choice: 0, withoutResults: [null] }, TypeError, 'withoutResults[0] must be an object, got null'],
  [
    { choice: 0, withoutResults: [good], withResults: [{}] },
    TypeError,
    'withResults[0].busy must be an object, got undefined',
  ],
  [
    { choice: 0, withoutResults: [good], withResults: [{ ...good, tasks: 0 }] },
    RangeError,
    'withResults[0].tasks must be a finite number > 0, got 0',
  ],
])('invalid measurements are refused with an error that names them: %j', (measurements, kind, text) => {
  expect(() => fitCosts(measurements as never)).toThrow(new kind(`fitCosts: ${text}`));
});

test('200,000 measured runs are fitted', () => {
  const runs = Array.from({ length: 200_000 }, (_, i) => ({
    ...good,
    busy: { main: 3, worker: 2 },
    tasks: 1 + (i % 2),
  }));
  const found = fitCosts({ withoutResults: runs, withResults: runs, choice: 0 });
  expect(found.worker.message).toBeCloseTo(2);
});
