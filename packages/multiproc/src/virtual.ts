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
  fitCosts,
  type MainCosts,
  type MeasuredRun,
  type Measurements,
  type WorkerCosts,
} from './virtual/costs.ts';
export { measureChoice } from './virtual/measure-choice.ts';
