import { lineToParent } from './line.ts';
import type { Answer, Call } from './raw-pool.ts';
import * as functions from './tasks.ts';

const tasks = { ...functions };
const parent = lineToParent<Answer, Call>();
parent.listen(([id, name, value]) => parent.post([id, tasks[name](value as never)]));
