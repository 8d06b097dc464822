import { expect, test } from 'vitest';
import { type Costs, fitCosts, type MeasuredRun } from './costs.ts';
import { simulate } from './simulate.ts';

const costs: Costs = {
  main: { submit: 0.0005, task: 0.001, settle: 0.0004, choice: 0, envelope: 0.008 },
  worker: { task: 0.0006, envelope: 0.007 },
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
    envelopes: main.envelopes,
  };
}

test('what simulated runs were given is found again', async () => {
  const unheard = [];
  for (const window of [1, 2, 8, 'auto'] as const) unheard.push(await run(window, 0));
  const found = fitCosts({ unheard, heard: [await run('auto', costs.main.settle)], choice: 0 });
  for (const name of ['submit', 'task', 'settle', 'envelope'] as const) {
    expect(found.main[name]).toBeCloseTo(costs.main[name], 8);
  }
  expect(found.worker.task).toBeCloseTo(costs.worker.task, 8);
  expect(found.worker.envelope).toBeCloseTo(costs.worker.envelope, 8);
  expect(found.latency).toBeCloseTo(costs.latency, 4);
});

test('runs that are all alike do not tell tasks from envelopes', async () => {
  const same = await run(1, 0);
  expect(() => fitCosts({ unheard: [same, same], heard: [same], choice: 0 })).toThrow(RangeError);
});
