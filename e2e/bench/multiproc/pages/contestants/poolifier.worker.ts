import { ThreadWorker } from 'poolifier';
import type { Value } from './pool.ts';
import * as tasks from './tasks.ts';

type Function = (value?: Value) => Value;

export default new ThreadWorker<Value, Value>({
  empty: tasks.empty as Function,
  spin: tasks.spin as Function,
  count: tasks.count as Function,
  urgent: { taskFunction: tasks.urgent as Function, priority: -20 },
});
