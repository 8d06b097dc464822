import { workerData } from 'node:worker_threads';
import { SharedNames } from './shared-names.ts';

// The module of a thread that writes names as fast as it can. All characters of a name follow from its number.
const names = new SharedNames(workerData as SharedArrayBuffer);
for (let number = 0; number < 4097; number++) names.add(`${number}|`.repeat(1 + (number % 7)));
