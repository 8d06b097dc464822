import { workerData } from 'node:worker_threads';
import { RecordRing } from './record-ring.ts';

// The module of a thread that writes as fast as it can. All six numbers of a record are equal.
const { count, memory } = workerData as { readonly count: number; readonly memory: SharedArrayBuffer };
const ring = new RecordRing(memory);
for (let record = 0; record < count; record++) ring.write(record, record, record, record, record, record);
