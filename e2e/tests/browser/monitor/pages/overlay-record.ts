// ?source=recorder     the source of the overlay; `pool`: a collector of this thread and of two workers; `broken`: its recordings fail
import { EventLoop, Task, Timer } from '@doha/loop';
import {
  Collector,
  type Followed,
  named,
  perfettoTrace,
  Recorder,
  type Recording,
  type RecordingData,
} from '@doha/monitor';
import { readRecording } from '@doha/monitor/file';
import { type Overlay, showOverlay } from '@doha/monitor/overlay';
import { MultiProc } from '@doha/multiproc';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import type { recorded } from './recorded.worker.ts';

/** The objects and functions that the tests use. */
export interface OverlayRecordPage {
  readonly overlay: Overlay;
  /** Keys that the page has received. */
  readonly keys: string[];
  /** The value of the sampled signal `load`. */
  load: number;
  /** Whether recordings fail. */
  isBroken: boolean;
  /** Number of recordings that were taken. */
  taken: number;
  /** Reads a recording file. */
  readonly read: (bytes: readonly number[]) => Promise<Recording>;
  /** Returns the bytes of a trace for Perfetto. */
  readonly trace: (recording: RecordingData) => readonly number[];
}

const longName = 'find the paths of all enemies that can see a player of either team';

const source = new URLSearchParams(location.search).get('source') ?? 'recorder';
const recorder = new Recorder();
const loop = new EventLoop({ probe: recorder.loop() });
const stale = new Task(named('stale', () => {}));
const batch = loop.batch();
const step = named('step', () => {
  batch.submit(stale, 0);
  batch.cancel();
});
loop.submit(new Timer(step, { every: 20 }));
const think = named(longName, () => {
  recorder.span('visible cells', () => busy(15));
  busy(30);
});
loop.submit(new Task(think), 1);

const followed = source === 'pool' ? await collected() : recorder;
const state: OverlayRecordPage = {
  overlay: showOverlay(counted(followed)),
  keys: [],
  load: 1,
  isBroken: source === 'broken',
  taken: 0,
  read: async (bytes) => (await readRecording(Uint8Array.from(bytes))).recording,
  trace: (recording) => [...perfettoTrace(recording)],
};
state.overlay.view = 'record';
state.overlay.sample('load', () => state.load);
addEventListener('keydown', ({ code }) => state.keys.push(code));
leaveReport<OverlayRecordPage>(state);

/** A source that counts its recordings, and whose recordings can fail. */
function counted(original: Followed): Followed {
  return {
    follow: () => original.follow(),
    recording() {
      state.taken++;
      return state.isBroken ? Promise.reject(new Error('no thread answers')) : original.recording();
    },
  };
}

/** Occupies the thread. */
function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

async function collected(): Promise<Followed> {
  const proc = await MultiProc.start<typeof recorded.functions>({
    startLimit: 60_000, // Firefox needs more than 10 s on a busy machine
    spawn: () => new Worker(new URL('./recorded.worker.ts', import.meta.url), { type: 'module' }),
    workers: 2,
    probe: recorder.pool(),
  });
  const collector = new Collector({ recorder, interval: 20 });
  collector.addPool(proc);
  await collector.recording(); // the first answers
  const submit = named('submit paths', () => {
    for (const millions of [5, 10, 15, 20]) void proc.run('spin', [millions * 1e6]);
  });
  loop.submit(new Task(submit), 2);
  await proc.run('spin', [25e6]);
  return collector;
}
