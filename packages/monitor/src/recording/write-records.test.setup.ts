import { workerData } from 'node:worker_threads';
import { RecordRing } from './record-ring.ts';
import { recordsOfWriter } from './records-of-writer.test.setup.ts';

// The module of a thread that writes as fast as it can. All five numbers of a record are equal.
const ring = new RecordRing(workerData as SharedArrayBuffer);
for (let record = 0; record < recordsOfWriter; record++) ring.write(record, record, record, record, record);
