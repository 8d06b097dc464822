import { bandTasksOf } from './band-tasks.ts';
import { type Contestant, startMultiProc, startRoundRobin } from './table/contestants.ts';
import type { ComparisonReport, SpeedRun } from './table/report.ts';
import type { Work } from './table/work.ts';

// Measures how a pool and a round-robin assignment distribute tasks if one worker is slow.
// The address may have these parameters:
//
// ?workers=2
// &work=bands|clock     bands of an image, or busy waits. A busy wait takes the same time even if workers
//                       share a core.
// &tasks=280            number of tasks, and of rows of the image
// &milliseconds=2       duration of a task with `clock`
// &rounds=5             rounds of all contestants, after a first round that is not counted

const slowFactor = 4;
const shares = [0, 0.25, 0.5, 0.75, 1];

const query = new URLSearchParams(location.search);
const workers = Number(query.get('workers') ?? 2);
const count = Number(query.get('tasks') ?? 280);
const tasks = query.get('work') === 'clock' ? fixedTasks() : bandTasks();

const multiProc = await startMultiProc(workers);
const roundRobin = startRoundRobin(workers);
const contests: readonly (readonly [Omit<SpeedRun, 'milliseconds'>, Contestant])[] = [
  [{ who: 'round robin', isOneSlow: false }, roundRobin],
  [{ who: 'round robin', isOneSlow: true }, roundRobin],
  [{ who: 'multiproc', isOneSlow: false, unique: 1 }, multiProc.withUnique(1)],
  ...shares.map(
    (unique) => [{ who: 'multiproc', isOneSlow: true, unique }, multiProc.withUnique(unique)] as const,
  ),
];

const runs: SpeedRun[] = [];
let expected: number | undefined;
for (let round = 0; round <= Number(query.get('rounds') ?? 5); round++) {
  for (const [options, contestant] of contests) {
    const milliseconds = await timeOf(contestant, options.isOneSlow);
    if (round > 0) runs.push({ ...options, milliseconds });
  }
}
const report: ComparisonReport = { cores: navigator.hardwareConcurrency, runs };
document.querySelector('#said')!.textContent = `${runs.length} runs done.`;
(globalThis as { report?: ComparisonReport }).report = report;

async function timeOf({ run, slowDownFirst }: Contestant, isOneSlow: boolean): Promise<number> {
  await slowDownFirst(isOneSlow ? slowFactor : 1);
  const start = performance.now();
  const sum = await run(tasks);
  const milliseconds = performance.now() - start;
  if (sum !== (expected ??= sum)) throw new Error(`the sum of all samples must be ${expected}, got ${sum}`);
  return milliseconds;
}

function bandTasks(): Work[] {
  const camera = { yaw: 0.7, pitch: 0.42, distance: 9.6 };
  const width = Math.round((count * 900) / 560);
  return bandTasksOf(width, count, camera).flatMap(({ band }) => (band.sampleSize === 1 ? band : []));
}

function fixedTasks(): Work[] {
  const milliseconds = Number(query.get('milliseconds') ?? 2);
  return Array.from({ length: count }, () => ({ milliseconds }));
}
