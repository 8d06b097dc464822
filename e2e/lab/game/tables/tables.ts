import type { Row } from '../../../tools/results/results.ts';
import { round } from '../../../tools/statistics/statistics.ts';

/**
 * The figures of the paper for its versions (RAPT, RAPT-A, and RAPT-C with two workers): jitter in ms, and tasks per second. `threads` is from
 * figure 3.8 of the thesis, in frames per second.
 */
const paper = {
  jitter: {
    'easy-monolithic': '22 / 26',
    'medium-monolithic': '47 / 55',
    'hard-monolithic': '219 / 291',
    'easy-adaptive': '0 / 7',
    'medium-adaptive': '0 / 8',
    'hard-adaptive': '0 / 8',
    'easy-monolithic-one-core': '25 / 28',
    'easy-adaptive-one-core': '5 / 8',
    'easy-concurrent-2': '1 / 7',
    'medium-concurrent-2': '0 / 17',
    'hard-concurrent-2': '0 / 33',
    'easy-concurrent-auto-one-core': '17 / 28',
  } as Record<string, string>,
  tasks: {
    'easy-adaptive': '7,417 / 2.2 %',
    'medium-adaptive': '11,150 / 17 %',
    'hard-adaptive': '33,110 / 88 %',
    'easy-concurrent-2': '7,127 / 0.1 %',
    'medium-concurrent-2': '10,749 / 18 %',
    'hard-concurrent-2': '31,317 / 66 %',
  } as Record<string, string>,
  threads: {
    'hard-concurrent-1': '3.5',
    'hard-concurrent-3': '12 to 14',
    'hard-concurrent-4': 'no more',
  } as Record<string, string>,
};

/** The tables of the documentation, by the name of their results, from the rows of all series and of their bands. */
export function tablesOf(rows: readonly Row[], bands: readonly Row[]): Record<string, Row[]> {
  const played = rows.filter(({ cores }) => cores === 'all');
  const drawn = rows.filter(isDrawnOnAllCores);
  return {
    'tandem-jitter': played.map(jitterRow),
    'tandem-one-core': rows.filter(({ cores }) => cores === 'one').map(jitterRow),
    'tandem-tasks': played
      .filter(({ version }) => version === 'adaptive' || version === 'concurrent')
      .map(tasksRow),
    'tandem-threads': rows
      .filter(({ load, version }) => load === 'hard' && (version === 'adaptive' || version === 'concurrent'))
      .map(threadsRow),
    'tandem-quality': drawn.map((row) => ({ ...pick(row, quality), version: versionOf(row) })),
    'tandem-errors': drawn.map(errorsRow),
    'tandem-rates': drawn.map((row) => ratesRow(row, bands)),
    'tandem-bars': barsOf(rows, bands),
  };
}

const quality = [
  'load',
  'version',
  'enemies',
  'players Hz',
  'fps',
  'uneven frame times %',
  'input delay median',
  'input delay p95',
  'time lost %',
  'time received %',
  'enemies Hz',
  'updates per CPU second',
];

function jitterRow(row: Row): Row {
  return {
    load: row['load']!,
    version: versionOf(row),
    median: row['jitter median']!,
    p95: row['jitter p95']!,
    'p99.9': row['jitter p99.9']!,
    'p95 without host tasks': row['jitter p95 without host tasks']!,
    'host tasks p95': row['host tasks p95']!,
    'the paper’s median / p95': paper.jitter[String(row['series'])] ?? '',
  };
}

function tasksRow(row: Row): Row {
  return {
    load: row['load']!,
    version: versionOf(row),
    'submitted /s': row['submitted /s']!,
    'cancelled %': row['cancelled %']!,
    'the paper’s': paper.tasks[String(row['series'])] ?? '',
  };
}

/** The figures of a number of threads, and the frames per second in figure 3.8 of the thesis for the same number. */
function threadsRow(row: Row): Row {
  return {
    version: versionOf(row),
    'updates /s': row['updates /s']!,
    'enemies Hz': row['enemies Hz']!,
    'cancelled %': row['cancelled %']!,
    'cores used': row['cores used']!,
    'updates per CPU second': row['updates per CPU second']!,
    'players Hz': row['players Hz']!,
    fps: row['fps']!,
    'fps in the thesis': paper.threads[String(row['series'])] ?? '',
  };
}

/**
 * The time that updates of enemies cover, in % of the elapsed time: of all enemies, and of each
 * band. Old results without this figure give empty cells.
 */
export function receivedTimeTable(rows: readonly Row[], bands: readonly Row[]): Row[] {
  return rows.filter(isDrawnOnAllCores).map((row) => receivedTimeRow(row, bands));
}

function receivedTimeRow(row: Row, bands: readonly Row[]): Row {
  return {
    load: row['load']!,
    version: versionOf(row),
    'greatest age s': row['greatest age s'] ?? null,
    all: row['time received %'] ?? null,
    ...byBand(row, bands, 'time received %'),
  };
}

function isDrawnOnAllCores({ cores, drawn }: Row): boolean {
  return cores === 'all' && drawn === true;
}

function ratesRow(row: Row, bands: readonly Row[]): Row {
  return { load: row['load']!, version: versionOf(row), ...byBand(row, bands, 'rate Hz') };
}

/** The values of a column for each band of the series of `row`, the band with the lowest priority first. */
function byBand(row: Row, bands: readonly Row[], column: string): Row {
  const own = bands.filter(({ series }) => series === row['series']);
  return Object.fromEntries(own.map((band) => [`band ${String(band['band'])}`, band[column] ?? null]));
}

function errorsRow(row: Row): Row {
  const errors = (['error near', 'error far'] as const).map((name) => [
    name,
    Number(Number(row[name]).toFixed(3)),
  ]);
  return { load: row['load']!, version: versionOf(row), ...(Object.fromEntries(errors) as Row) };
}

function versionOf(row: Row): string {
  const { drawn, regions, version, workers } = row;
  return [
    String(version),
    ...(workers === null ? [] : [workers === 'auto' ? 'one thread per core' : `threads: ${String(workers)}`]),
    ...(regions === null ? [] : ['equal regions']),
    ...(drawn === true ? [] : ['nothing drawn']),
  ].join(', ');
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

/** One row per bar (a target value), with the measured figure and its limit. */
function barsOf(rows: readonly Row[], bands: readonly Row[]): Row[] {
  const bars: Row[] = [];
  const add = ({ bar, figure, series }: Target, kind: string, limit: number, isMet: boolean): void => {
    bars.push({ bar, series, figure: round(figure, 3), 'must be': kind, limit: round(limit, 3), met: isMet });
  };
  const judging: Judging = {
    bands,
    figure(series, column) {
      const value = rows.find((row) => row['series'] === series)?.[column];
      return typeof value === 'number' ? value : NaN;
    },
    atMost: (limit, target) => add(target, 'at most', limit, target.figure <= limit),
    atLeast: (limit, target) => add(target, 'at least', limit, target.figure >= limit),
  };
  for (const load of ['easy', 'medium', 'hard']) judgeAdaptive(judging, load);
  judgeConcurrent(judging);
  const { atMost, figure } = judging;
  atMost(figure('easy-monolithic-one-core', 'jitter p95') / 3, {
    bar: 'one core: jitter p95 (limit: a third of monolithic’s), ms',
    series: 'easy-adaptive-one-core',
    figure: figure('easy-adaptive-one-core', 'jitter p95'),
  });
  return bars;
}

/** A measured figure of a series of runs, and the text that describes its target. */
interface Target {
  readonly bar: string;
  readonly series: string;
  readonly figure: number;
}

interface Judging {
  readonly bands: readonly Row[];
  readonly figure: (series: string, column: string) => number;
  readonly atMost: (limit: number, target: Target) => void;
  readonly atLeast: (limit: number, target: Target) => void;
}

/** The bars for the adaptive version under one load. */
function judgeAdaptive(judging: Judging, load: string): void {
  const { atLeast, atMost, figure } = judging;
  const series = `${load}-adaptive`;
  const monolithic = `${load}-monolithic`;
  judgeJitter(judging, series);
  atMost(0.5, { bar: 'uneven frame times, %', series, figure: figure(series, 'uneven frame times %') });
  atLeast(98, { bar: 'time that enemies receive, %', series, figure: figure(series, 'time received %') });
  atLeast(20 * figure(series, 'greatest age s'), {
    bar: 'length of a run (limit: 20 × the greatest age), s',
    series,
    figure: figure(series, 'seconds') / figure(series, 'runs'),
  });
  for (const ending of ['', '-undrawn']) judgeSpeed(judging, load, ending);
  atLeast(figure(monolithic, 'enemies Hz'), {
    bar: 'mean rate of enemies (limit: monolithic’s), Hz',
    series,
    figure: figure(series, 'enemies Hz'),
  });
  if (load === 'easy') return;
  judgeOrderOfBands(judging, series);
  if (figure(series, 'cancelled %') >= 20) judgeSpreadOfBands(judging, series);
  for (const other of ['sliced', 'monolithic']) {
    atMost(figure(`${load}-${other}`, 'error near'), {
      bar: `trajectory error near the players (limit: ${other}’s), cells`,
      series,
      figure: figure(series, 'error near'),
    });
  }
}

function judgeJitter({ atMost, figure }: Judging, series: string): void {
  const undrawn = `${series}-undrawn`;
  atMost(0.05, {
    bar: 'jitter median, nothing drawn, ms',
    series: undrawn,
    figure: figure(undrawn, 'jitter median'),
  });
  atMost(0.3, {
    bar: 'jitter p95, nothing drawn, ms',
    series: undrawn,
    figure: figure(undrawn, 'jitter p95'),
  });
  atMost(0.3, {
    bar: 'jitter p95 without host tasks, ms',
    series,
    figure: figure(series, 'jitter p95 without host tasks'),
  });
  atMost(figure(series, 'host tasks p95') + 0.5, {
    bar: 'jitter p95 (limit: p95 of host tasks + 0.5), ms',
    series,
    figure: figure(series, 'jitter p95'),
  });
}

function judgeSpeed({ atLeast, figure }: Judging, load: string, ending: string): void {
  const speed = (version: string): number => figure(`${load}-${version}${ending}`, 'updates per CPU second');
  for (const other of ['monolithic', 'sliced']) {
    atLeast(0.95, {
      bar: `updates per CPU second, × ${other}’s`,
      series: `${load}-adaptive${ending}`,
      figure: speed('adaptive') / speed(other),
    });
  }
}

function judgeOrderOfBands({ atMost, bands }: Judging, series: string): void {
  const bar = 'greatest excess of a band’s mean rate over that of a band with higher priority, Hz';
  atMost(0.5, { bar, series, figure: greatestDrop(ratesOf(bands, series)) });
}

function judgeSpreadOfBands({ atLeast, bands }: Judging, series: string): void {
  const rates = ratesOf(bands, series);
  const bar = 'mean rate of the band with the highest priority (limit: 1.5 × the lowest’s), Hz';
  atLeast(1.5 * (rates[0] ?? NaN), { bar, series, figure: rates.at(-1) ?? NaN });
}

/** The mean rates of the bands of a series, the band with the lowest priority first. */
function ratesOf(bands: readonly Row[], series: string): number[] {
  return bands.filter((band) => band['series'] === series).map((band) => Number(band['rate Hz']));
}

/** The bars for the concurrent version. */
function judgeConcurrent(judging: Judging): void {
  const { atLeast, atMost, figure } = judging;
  for (const load of ['easy', 'medium', 'hard']) {
    const series = `${load}-concurrent-2`;
    atMost(figure(`${load}-adaptive`, 'jitter p95') + 2, {
      bar: 'jitter p95 (limit: adaptive’s + 2), ms',
      series,
      figure: figure(series, 'jitter p95'),
    });
    atMost(0.5, { bar: 'uneven frame times, %', series, figure: figure(series, 'uneven frame times %') });
  }
  const [series, adaptive] = ['hard-concurrent-2', 'hard-adaptive'];
  atMost(figure(adaptive, 'cancelled %'), {
    bar: 'cancelled updates (limit: adaptive’s), %',
    series,
    figure: figure(series, 'cancelled %'),
  });
  // In the adaptive version, the loop has the time of the page's thread that drawing leaves. All
  // other work of the browser, such as raster, is on other cores.
  const drawing = 1 - figure(adaptive, 'busy %') / 100;
  const raster = figure(adaptive, 'cores used') - 1;
  const moreTime = (2 - drawing - raster) / (1 - drawing);
  atLeast(0.9 * moreTime * figure(adaptive, 'updates /s'), {
    bar: 'updates/s (limit: 0.9 × adaptive’s × the ratio of the CPU times that drawing and raster leave)',
    series,
    figure: figure(series, 'updates /s'),
  });
  for (const one of [series, 'hard-concurrent-2-equal']) {
    judgeOrderOfBands(judging, one);
    judgeSpreadOfBands(judging, one);
  }
  const oneCore = 'easy-concurrent-auto-one-core';
  atMost(figure('easy-adaptive-one-core', 'jitter p95') + 2, {
    bar: 'one core: jitter p95 (limit: adaptive’s + 2), ms',
    series: oneCore,
    figure: figure(oneCore, 'jitter p95'),
  });
}

/** The largest difference between a number and a later, smaller one. */
function greatestDrop(numbers: readonly number[]): number {
  let highest = -Infinity;
  let drop = 0;
  for (const number of numbers) {
    highest = Math.max(highest, number);
    drop = Math.max(drop, highest - number);
  }
  return drop;
}
