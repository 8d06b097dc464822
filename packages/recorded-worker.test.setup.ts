import { Recorder, serveRecorder } from '@doha/monitor';
import { expose } from '@doha/multiproc/worker';

const recorder = new Recorder();

/** A worker whose tasks are recorded. */
export const recordedWorker = expose(
  {
    square: (n: number): number => n * n,
    async later(ms: number): Promise<number> {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return ms;
    },
    *steps(count: number): Generator<undefined, number> {
      for (let step = 1; step < count; step++) yield undefined;
      return count;
    },
    fail(): never {
      throw new Error('on purpose');
    },
    end(): void {
      setTimeout(() => process.exit(1));
    },
    /** Ends this worker within the call. */
    lastWords(name: string): void {
      recorder.signal(name, 1);
      process.exit(1);
    },
  },
  { probe: recorder.worker() },
).accept('monitor', (port) => serveRecorder(recorder, port));

export type RecordedFunctions = typeof recordedWorker.functions;
