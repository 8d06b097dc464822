import { availableParallelism } from 'node:os';
import { test } from '@playwright/test';
import { writeResults } from '../../tools/results/results.ts';
import { measureSimulator } from './measure-simulator.ts';

/** Numbers of workers for predictions. Those up to the number of cores are also measured. */
const poolSizes = [1, 2, 4, 8, 16, 32, 64];

test('predictions of the simulator, and measurements with the cores of this machine', async () => {
  const cores = availableParallelism();
  const plan = {
    rounds: 15,
    burstWork: 100,
    maxTasks: 10_000,
    costs: [0, 0.02, 0.1, 1],
    windows: [1, 2, 4, 16, 64, 'auto' as const],
    workers: [...poolSizes.filter((workers) => workers < cores), cores],
  };
  const found = await measureSimulator(plan, poolSizes);
  for (const findings of found) {
    const path = writeResults(findings);
    process.stderr.write(`${path}\n`);
  }
});
