export {
  simulate,
  type SimulatedRun,
  type SimulatedTask,
  type SimulationOptions,
  type ThreadUse,
  type WorkerUse,
} from './virtual/simulate.ts';
export {
  type Costs,
  type EmptyRuns,
  fitCosts,
  type MainCosts,
  type MeasuredRun,
  type WorkerCosts,
} from './virtual/costs.ts';
