import { join, type SharingWorker } from '@doha/multiproc/shared';
import { expose } from '@doha/multiproc/worker';
import type { RegionPool, RegionPoolOptions } from '../../tandem/concurrent/region-pool.ts';
import { type Region, regionFunctions } from '../../tandem/concurrent/region.ts';
import type { RecordedTime } from './recorded-time.ts';
import { onClock, ThreadRecorder, type ThreadRecording } from './thread-recorder.ts';

/** A region whose thread records its steps and updates. */
type MeasuredRegion = Region & {
  /** Resolves with the recording, on the session's clock, when the recorded time is over. */
  recording(): Promise<ThreadRecording>;
};

/** Exposes a measured region in this thread. */
export function createMeasuredRegion(): SharingWorker<Region> {
  let recorder: ThreadRecorder | undefined;
  const functions = regionFunctions(
    () => region,
    (world, { observation }) => [(recorder = new ThreadRecorder(world, observation as RecordedTime))],
  );
  const region: SharingWorker<Region> = join(
    expose<MeasuredRegion>({
      ...functions,
      async recording() {
        if (recorder === undefined) throw new Error('recording: the region must be loaded first');
        await recorder.ended;
        return onClock(recorder.recording, region.now - performance.now());
      },
    }),
  );
  return region;
}

/** Options of a pool whose threads record for this time. */
export function measuredRegionOptions(
  recordedTime: RecordedTime,
): Required<Pick<RegionPoolOptions, 'spawn' | 'inThread' | 'observation'>> {
  return {
    observation: recordedTime,
    spawn: () => new Worker(new URL('./measured-region.worker.ts', import.meta.url), { type: 'module' }),
    inThread: createMeasuredRegion,
  };
}

/**
 * Resolves with the recordings of all threads, on the page's clock, when the recorded time is over.
 * The thread of the players comes first.
 */
export async function threadRecordings(pool: RegionPool): Promise<[ThreadRecording, ...ThreadRecording[]]> {
  const recordings = await Promise.all(
    pool.workers.map((worker) => (worker as unknown as MeasuredWorker).call('recording', [])),
  );
  const offset = performance.now() - pool.now;
  return recordings.map((recording) => onClock(recording, offset)) as [ThreadRecording];
}

interface MeasuredWorker {
  call(name: 'recording', args: readonly []): Promise<ThreadRecording>;
}
