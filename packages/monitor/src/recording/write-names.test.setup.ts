import { workerData } from 'node:worker_threads';
import { nameOfNumber } from './name-of-number.test.setup.ts';
import { SharedNames } from './shared-names.ts';

// The module of a thread that writes names as fast as it can.
const names = new SharedNames(workerData as SharedArrayBuffer);
for (let number = 0; number < 4097; number++) names.add(nameOfNumber(number));
