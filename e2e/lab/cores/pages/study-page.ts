import { leaveReport } from '../../../tools/pages/leave-report.ts';
import type { Platform, WorkerName } from './platform.ts';
import { runStudy } from './run-study.ts';

// ?study=… and the parameters of the study; see `run-study.ts`.

/** The functions that `exposeBrowserMetrics` adds to the page. */
declare function busyTime(): Promise<number>;
declare function residentMemory(): Promise<number>;
declare function heapInUse(): Promise<number>;

const workers: Readonly<Record<WorkerName, () => Worker>> = {
  'ping-pong': () => new Worker(new URL('./ping-pong.worker.ts', import.meta.url), { type: 'module' }),
  bare: () => new Worker(new URL('./bare.worker.ts', import.meta.url), { type: 'module' }),
  product: () => new Worker(new URL('./product.worker.ts', import.meta.url), { type: 'module' }),
  replication: () => new Worker(new URL('./replication.worker.ts', import.meta.url), { type: 'module' }),
  soak: () => new Worker(new URL('./soak.worker.ts', import.meta.url), { type: 'module' }),
};

const platform: Platform = {
  spawn: (name) => workers[name](),
  sharesMemory: crossOriginIsolated,
  nextFrame: () => new Promise((resolve) => void requestAnimationFrame(() => resolve())),
  busyTime,
  memory: async () => ({ heap: await heapInUse(), resident: await residentMemory() }),
};

leaveReport(await runStudy(new URLSearchParams(location.search), platform));
