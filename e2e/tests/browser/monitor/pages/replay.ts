import { MemoryLog, RecordedSession, Replay } from '@doha/monitor/replay';
import { MultiProc } from '@doha/multiproc';
import { leaveReport } from '../../../../tools/pages/leave-report.ts';
import { center } from './center.ts';
import type { centers } from './center.worker.ts';
import { type FindCenter, swarm } from './swarm.ts';

// Records the program in this page, and replays it. Parameters of the address: `workers`, `steps`, `birds`.

/** The report of the page. */
export interface ReplayReport {
  readonly workers: number;
  readonly steps: number;
  readonly answers: number;
  readonly entries: number;
  readonly recordedHash: number;
  readonly replayedHash: number;
  readonly divergence: string;
  readonly isComplete: boolean;
  readonly bytes: number;
  readonly compressedBytes: number;
  /** Ms. */
  readonly recordedTime: number;
  readonly replayTime: number;
}

const parameters = new URLSearchParams(location.search);
const workers = Number(parameters.get('workers') ?? 0);
const until = Number(parameters.get('steps') ?? 90);
const birds = Number(parameters.get('birds') ?? 60);

const pool =
  workers === 0
    ? undefined
    : await MultiProc.start<typeof centers.functions>({
        workers,
        startLimit: 60_000, // Firefox needs more than 10 s on a busy machine
        spawn: () => new Worker(new URL('center.worker.ts', import.meta.url), { type: 'module' }),
      });
const findCenter: FindCenter =
  pool === undefined
    ? async (positions) => center(positions)
    : async (positions) => pool.run('center', [positions]);

const log = new MemoryLog();
const session = new RecordedSession({ sink: log });
const recorded = swarm(session, birds, findCenter);
const began = performance.now();
addEventListener('keydown', ({ key }) => recorded.press(key));
while (recorded.steps() < until) {
  await new Promise((resolve) => setTimeout(resolve, 40));
  dispatchEvent(
    new KeyboardEvent('keydown', { key: recorded.steps() % 2 === 0 ? 'ArrowLeft' : 'ArrowRight' }),
  );
}
session.end();
const recordedTime = performance.now() - began;
const recordedHash = recorded.hash();
const [steps, answers, entries] = [recorded.steps(), recorded.answers(), session.entries];
recorded.stop();
pool?.dispose();

const replayBegan = performance.now();
const replay = new Replay(log.chunks, (replayed) =>
  swarm(replayed, birds, async () => {
    throw new Error('a replay has asked a worker');
  }),
);
await replay.run();
const replayTime = performance.now() - replayBegan;

async function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

const report: ReplayReport = {
  workers,
  steps,
  answers,
  entries,
  recordedHash,
  replayedHash: replay.program.hash(),
  divergence: JSON.stringify(replay.divergence) ?? '',
  isComplete: replay.isComplete,
  bytes: log.bytes.length,
  compressedBytes: await compressed(log.bytes),
  recordedTime,
  replayTime,
};
leaveReport(report);
