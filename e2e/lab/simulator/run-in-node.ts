import { ModulesInNode } from '../../tools/node/modules-in-node.ts';
import type { Plan, Run } from './programs/measure-runs.ts';
import type { Known, Predicted, Wanted } from './programs/predict-runs.ts';

const modules = new ModulesInNode(
  'e2e-simulator',
  ['measure-runs', 'predict-runs', 'steps.worker'].map((module) => `e2e/lab/simulator/programs/${module}.ts`),
);
const worker = 'steps.worker';

/** Runs `measureRuns` in a Node process of its own, with workers of Node, from built code. */
export function measureInNode(plan: Plan): Promise<Run[]> {
  return modules.call({ module: 'measure-runs', name: 'measureRuns', worker }, [plan]);
}

/** Runs `predictRuns` in such a process. */
export function predictInNode(known: Known, wanted: readonly Wanted[]): Promise<Predicted> {
  return modules.call({ module: 'predict-runs', name: 'predictRuns', worker }, [known, wanted]);
}
