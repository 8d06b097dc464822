import { lineToParent } from './line.ts';
import type { Value } from './pool.ts';

const parent = lineToParent<Value, Value>();
parent.listen((value) => parent.post(value));
