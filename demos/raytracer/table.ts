import { incrementsOf } from './band-tasks.ts';
import { type Contestant, startMultiProc, startRoundRobin } from './table/contestants.ts';
import type { TableReport, TableRun } from './table/report.ts';
import type { Work } from './table/work.ts';

// ?workers=2
// &work=bands|clock     bands of a picture, or tasks that last by the clock: as many workers as one likes then, whatever the cores
// &tasks=280            how many; as many rows has the picture
// &milliseconds=2       that each lasts by the clock
// &rounds=5             in which all take turns, after one that is not counted

const slowness = 4;
const shares = [0, 0.25, 0.5, 0.75, 1];

const query = new URLSearchParams(location.search);
const workers = Number(query.get('workers') ?? 2);
const count = Number(query.get('tasks') ?? 280);
const tasks = query.get('work') === 'clock' ? byClock() : bands();

const multiProc = await startMultiProc(workers);
const roundRobin = startRoundRobin(workers);
const contests: readonly (readonly [Omit<TableRun, 'milliseconds'>, Contestant])[] = [
  [{ who: 'round robin', isLimited: false }, roundRobin],
  [{ who: 'round robin', isLimited: true }, roundRobin],
  [{ who: 'multiproc', isLimited: false, unique: 1 }, multiProc.withUnique(1)],
  ...shares.map(
    (unique) => [{ who: 'multiproc', isLimited: true, unique }, multiProc.withUnique(unique)] as const,
  ),
];

const runs: TableRun[] = [];
let expected: number | undefined;
for (let round = 0; round <= Number(query.get('rounds') ?? 5); round++) {
  for (const [what, contestant] of contests) {
    const milliseconds = await timeOf(contestant, what.isLimited);
    if (round > 0) runs.push({ ...what, milliseconds });
  }
}
const report: TableReport = { cores: navigator.hardwareConcurrency, runs };
document.querySelector('#said')!.textContent = `${runs.length} times traced.`;
(globalThis as { report?: TableReport }).report = report;

async function timeOf({ run, slowDownFirst }: Contestant, isLimited: boolean): Promise<number> {
  await slowDownFirst(isLimited ? slowness : 1);
  const began = performance.now();
  const sum = await run(tasks);
  const milliseconds = performance.now() - began;
  if (sum !== (expected ??= sum)) throw new Error(`the picture must be ${expected} bright, got ${sum}`);
  return milliseconds;
}

function bands(): Work[] {
  const camera = { yaw: 0.7, pitch: 0.42, distance: 9.6 };
  const width = Math.round((count * 900) / 560);
  return incrementsOf(width, count, camera).flatMap(({ band }) => (band.grain === 1 ? band : []));
}

function byClock(): Work[] {
  const milliseconds = Number(query.get('milliseconds') ?? 2);
  return Array.from({ length: count }, () => ({ milliseconds }));
}
