import { MultiProc, type WorkerHandle } from '@doha/multiproc';
import { share } from '@doha/multiproc/shared';
import { expose, transfer } from '@doha/multiproc/worker';

// This module is compiled and never run. It must compile both with the types of Node and without
// any types of a platform.

const diary = expose({ write: (line: string): string => line, bytes: () => transfer(new Uint8Array(1), []) });
export type Diary = typeof diary.functions;

const proc = await share(MultiProc.start<Diary>({ workers: 0, inThread: () => diary }));
export const line: string = await proc.run('write', ['one'], { transfer: [new ArrayBuffer(1)] });
// @ts-expect-error -- a line is a string
proc.task('write').post([1]);

const worker: WorkerHandle<Diary> = proc.worker(0);
export const bytes: Uint8Array = await worker.call('bytes', []);
worker.connect('anybody', () => {}).close();
await proc.close({ timeout: 1 });
