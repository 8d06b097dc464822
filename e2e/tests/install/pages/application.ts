import type { AnyWorker } from '@doha/multiproc';
import { type LoopReport, useLoop } from './use-loop.ts';
import { useWorkers, type WorkersReport } from './use-workers.ts';

/** Results of this small application. */
export interface ConsumerReport {
  readonly loop: LoopReport;
  readonly workers: WorkersReport;
}

/** `spawn` starts `diary.worker` with the API of the platform. */
export async function runApplication(spawn: () => AnyWorker): Promise<ConsumerReport> {
  return { loop: await useLoop(), workers: await useWorkers(spawn) };
}
