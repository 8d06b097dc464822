import type { Batch } from './batched-pool.ts';
import { lineToParent } from './line.ts';
import type { TaskName, Value } from './pool.ts';
import * as functions from './tasks.ts';

const tasks = { ...functions };
const parent = lineToParent<readonly Value[], Batch>();
parent.listen((batch) => {
  const values: Value[] = [];
  for (let i = 0; i < batch.length; i += 2) values.push(tasks[batch[i] as TaskName](batch[i + 1] as never));
  parent.post(values);
});
