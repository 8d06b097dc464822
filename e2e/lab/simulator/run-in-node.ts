import { ModulesInNode } from '../../tools/node/modules-in-node.ts';
import type { Plan, Run } from './programs/measure-runs.ts';
import type { SingleWorkerRuns, Predictions, RequestedBurst } from './programs/predict-runs.ts';

const modules = new ModulesInNode(
  'e2e-simulator',
  ['measure-runs', 'predict-runs', 'steps.worker'].map((module) => `e2e/lab/simulator/programs/${module}.ts`),
);
const worker = 'steps.worker';

/** Runs `measureRuns` in a new Node process, with built code. */
export function measureInNode(plan: Plan): Promise<Run[]> {
  return modules.call({ module: 'measure-runs', name: 'measureRuns', worker }, [plan]);
}

/** Runs `predictRuns` in a new Node process, with built code. */
export function predictInNode(
  singleWorker: SingleWorkerRuns,
  requested: readonly RequestedBurst[],
): Promise<Predictions> {
  return modules.call({ module: 'predict-runs', name: 'predictRuns', worker }, [singleWorker, requested]);
}
