import type { Row } from '../../../tools/results/results.ts';
import { mean, quantile, round } from '../../../tools/statistics/statistics.ts';
import { seriesOf } from '../run/plan.ts';
import type { MeasuredRun } from '../run/play-run.ts';
import { doubles, floats, integers } from './decode.ts';
import type { TrajectoryError } from './trajectory-error.ts';

/** The period of simulation frames in ms, as in the paper. */
export const period = 1000 / 30;

/**
 * The enemies are sorted by base priority and divided into this number of bands of equal size
 * (thesis figure 3.7).
 */
const bandCount = 10;

/**
 * A host task is the browser's own work in the page's thread (see `host-tasks.ts`). It also delays
 * simulation frames that are due up to this many ms after its end.
 */
const delayAfterTask = 0.15;

/** One row with the figures of all runs of a series. */
export function figuresOf(runs: readonly MeasuredRun[], errors: readonly TrajectoryError[]): Row {
  const { run, report } = runs[0]!;
  const recordings = runs.map((played) => played.report.recording!);
  const seconds = sum(recordings.map(({ from, to }) => to - from)) / 1000;
  const each = <Value>(read: (played: MeasuredRun) => Value[]): Value[] => runs.flatMap(read);
  const all = each(jitter);
  const undelayed = each(jitterWithoutHostTasks);
  const areEven = each(evenness);
  const inputs = each(({ report: { recording } }) => {
    const handled = doubles(recording!.inputs.handled);
    return [...doubles(recording!.inputs.stamped)].map((stamped, i) => handled[i]! - stamped);
  });
  const tasks = (name: 'submitted' | 'updated' | 'cancelled' | 'parts'): number =>
    sum(recordings.map((recording) => recording.tasks[name]));
  return {
    series: seriesOf(run),
    load: run.load,
    version: run.version,
    drawn: run.draw === 'canvas',
    cores: run.cores,
    workers: run.workers ?? null,
    regions: run.regions ?? null,
    runs: runs.length,
    seconds: round(seconds, 1),
    enemies: report.enemies,
    'jitter median': round(quantile(all, 0.5), 3),
    'jitter p95': round(quantile(all, 0.95), 3),
    'jitter p99.9': round(quantile(all, 0.999), 2),
    'jitter p95 without host tasks': round(quantile(undelayed, 0.95), 3),
    'share not delayed by host tasks': round(undelayed.length / all.length, 3),
    'host tasks p95': round(quantile(each(hostTaskLengths), 0.95), 2),
    'players Hz': round(sum(recordings.map(({ steps }) => doubles(steps).length)) / seconds, 2),
    fps: round(sum(recordings.map(({ frames }) => doubles(frames.start).length)) / seconds, 2),
    'uneven frame times %': round((100 * areEven.filter((isEven) => !isEven).length) / areEven.length, 2),
    'input delay median': round(quantile(inputs, 0.5), 2),
    'input delay p95': round(quantile(inputs, 0.95), 2),
    'time lost %': round((100 * sum(recordings.map(({ debt }) => Math.max(0, debt)))) / (seconds * 1000), 2),
    'submitted /s': Math.round(tasks('submitted') / seconds),
    'cancelled %': round((100 * tasks('cancelled')) / tasks('submitted'), 1),
    'updates per CPU second': Math.round(
      (1000 * (tasks('updated') + tasks('parts'))) / sum(recordings.map(({ busy }) => busy)),
    ),
    'cores used': round(mean(runs.map(coresUsed)), 2),
    'busy %': round((100 * sum(recordings.map(({ busy }) => busy))) / (seconds * 1000), 1),
    'updates /s': Math.round((tasks('updated') + tasks('parts')) / seconds),
    'enemies Hz': round(tasks('updated') / seconds / report.enemies, 2),
    'time received %': round(100 * mean(each(receivedTimeShares)), 2),
    'greatest age s': round(greatest(runs.map(greatestAge)) / 1000, 2),
    'error near': mean(errors.map(({ near }) => near)),
    'error far': mean(errors.map(({ far }) => far)),
  };
}

/** Mean number of cores that the whole browser used during the recording. */
function coresUsed({ cpu, report }: MeasuredRun): number {
  const { from, to } = report.recording!;
  const first = cpu.at.findIndex((time) => time >= from);
  const last = cpu.at.findLastIndex((time) => time <= to);
  return (cpu.used[last]! - cpu.used[first]!) / (cpu.at[last]! - cpu.at[first]!);
}

/** |time between two simulation frames - 33.3 ms| in ms, of all threads (paper, table 3). */
export function jitter({ report }: MeasuredRun): number[] {
  return report.recording!.windows.flatMap((text) => deviations(doubles(text)));
}

/** |time between two simulation frames - 33.3 ms| in ms, for each pair of successive frames. `frames`: the times of the frames. */
export function deviations(frames: ArrayLike<number>): number[] {
  return Array.from(frames)
    .slice(1)
    .map((time, i) => Math.abs(time - frames[i]! - period));
}

/**
 * The jitter between pairs of simulation frames that no host task delayed. Empty for the concurrent version, in which other threads than the page's make
 * the simulation frames.
 */
function jitterWithoutHostTasks(played: MeasuredRun): number[] {
  if (played.run.version === 'concurrent') return [];
  const frames = doubles(played.report.recording!.windows[0]!);
  const { start, end } = played.host;
  const release = releases(frames);
  let task = 0;
  const delayed = Array.from(frames, (begun, i) => {
    while (task < end.length && end[task]! + delayAfterTask < release[i]!) task++;
    for (let t = task; t < start.length && start[t]! <= begun; t++) {
      if (end[t]! + delayAfterTask >= release[i]!) return true;
    }
    return false;
  });
  return deviations(frames).filter((_, i) => !delayed[i] && !delayed[i + 1]);
}

/**
 * Due time of each simulation frame in ms. Of the 60 simulation frames around it, the least delayed
 * one counts as punctual. The due time is a whole number of periods before or after that one.
 */
function releases(frames: Float64Array): Float64Array {
  const offset = frames.map((time, i) => time - i * period);
  const nearby = 30;
  return frames.map((_, i) => {
    let earliest = Infinity;
    for (let j = Math.max(0, i - nearby); j < Math.min(frames.length, i + nearby); j++) {
      earliest = Math.min(earliest, offset[j]!);
    }
    return earliest + i * period;
  });
}

function hostTaskLengths({ report, host }: MeasuredRun): number[] {
  const { from, to } = report.recording!;
  return host.start.flatMap((start, i) => {
    const length = host.end[i]! - start;
    return start >= from && start <= to && length >= 0.1 ? [length] : [];
  });
}

/** For each frame after the first, whether its game time advanced by 0.5 to 1.5 × the elapsed time. Otherwise a step was repeated or skipped. */
function evenness({ report }: MeasuredRun): boolean[] {
  const shown = doubles(report.recording!.frames.shown);
  const time = doubles(report.recording!.frames.time);
  return Array.from(shown.subarray(1), (moment, i) => {
    const pace = (moment - shown[i]!) / (time[i + 1]! - time[i]!);
    return pace >= 0.5 && pace <= 1.5;
  });
}

/**
 * For each enemy, the game time that its updates covered, as a share of the elapsed time. All
 * shares are lower if the game falls behind the clock.
 */
function receivedTimeShares({ report }: MeasuredRun): number[] {
  const { entities, from, to } = report.recording!;
  return Array.from(enemiesOf(doubles(entities.lived), report), (received) => received / (to - from));
}

/** The longest time between two updates of any enemy in ms; the duration of the run if an enemy had fewer than two. */
function greatestAge({ report }: MeasuredRun): number {
  const { entities, from, to } = report.recording!;
  const updates = enemiesOf(integers(entities.updates), report);
  if (updates.some((count) => count < 2)) return to - from;
  return greatest(enemiesOf(floats(entities.longest), report));
}

/** The rows of the enemies in a table of all entities, in which the players come first. */
function enemiesOf<Table extends Float64Array | Float32Array | Uint32Array>(
  table: Table,
  { enemies }: MeasuredRun['report'],
): Table {
  return table.subarray(table.length - enemies) as Table;
}

function greatest(numbers: ArrayLike<number>): number {
  return Array.from(numbers).reduce((most, number) => Math.max(most, number), 0);
}

/** One row per band of base priority, the lowest band first: its rate, and the time that its enemies received (thesis figure 3.7, paper figure 7). */
export function bandsOf(runs: readonly MeasuredRun[]): Row[] {
  const { run } = runs[0]!;
  const enemies = runs.flatMap((played) => {
    const { report } = played;
    const { entities, from, to } = report.recording!;
    const seconds = (to - from) / 1000;
    const updates = enemiesOf(integers(entities.updates), report);
    const gaps = enemiesOf(floats(entities.jitter), report);
    const receivedShares = receivedTimeShares(played);
    return Array.from(enemiesOf(floats(entities.priority), report), (base, i) => ({
      base,
      rate: updates[i]! / seconds,
      gap: gaps[i]!,
      receivedShare: receivedShares[i]!,
    }));
  });
  enemies.sort((a, b) => a.base - b.base);
  return Array.from({ length: bandCount }, (_, band) => {
    const inBand = enemies.slice(
      Math.round((band * enemies.length) / bandCount),
      Math.round(((band + 1) * enemies.length) / bandCount),
    );
    return {
      series: seriesOf(run),
      load: run.load,
      version: run.version,
      band: band + 1,
      priority: round(mean(inBand.map(({ base }) => base)), 3),
      'rate Hz': round(mean(inBand.map(({ rate }) => rate)), 2),
      'time received %': round(100 * mean(inBand.map(({ receivedShare }) => receivedShare)), 2),
      'lowest Hz': round(Math.min(...inBand.map(({ rate }) => rate)), 2),
      'jitter ms': round(mean(inBand.map(({ gap }) => gap).filter((gap) => !Number.isNaN(gap))), 2),
    };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
