import type { Row } from '../../../tools/results/results.ts';

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

/** The effect of threads, beside the frames per second in figure 3.8 of the thesis for the same number of threads. */
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

/** A column of the bands of `row`, the band with the lowest priority first. */
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
    ...(workers === null
      ? []
      : [workers === 'auto' ? 'threads as there are cores' : `threads: ${String(workers)}`]),
    ...(regions === null ? [] : ['equal regions']),
    ...(drawn === true ? [] : ['nothing drawn']),
  ].join(', ');
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

/** One row per bar, with the measured figure and its limit. */
function barsOf(rows: readonly Row[], bands: readonly Row[]): Row[] {
  const bars: Row[] = [];
  const judge = (bar: string, series: string, figure: number, most: number): void => {
    bars.push({
      bar,
      series,
      figure: Number(figure.toFixed(3)),
      limit: Number(most.toFixed(3)),
      met: figure <= most,
    });
  };
  const figure = (series: string, column: string): number => {
    const value = rows.find((row) => row['series'] === series)?.[column];
    return typeof value === 'number' ? value : NaN;
  };
  for (const load of ['easy', 'medium', 'hard']) {
    const adaptive = `${load}-adaptive`;
    const undrawn = `${adaptive}-undrawn`;
    const monolithic = `${load}-monolithic`;
    judge('jitter median, nothing drawn, ms', undrawn, figure(undrawn, 'jitter median'), 0.05);
    judge('jitter p95, nothing drawn, ms', undrawn, figure(undrawn, 'jitter p95'), 0.3);
    judge(
      'jitter p95 without host tasks, ms',
      adaptive,
      figure(adaptive, 'jitter p95 without host tasks'),
      0.3,
    );
    judge(
      'jitter p95 against host tasks’ + 0.5, ms',
      adaptive,
      figure(adaptive, 'jitter p95'),
      figure(adaptive, 'host tasks p95') + 0.5,
    );
    judge('uneven frame times, %', adaptive, figure(adaptive, 'uneven frame times %'), 0.5);
    judge(
      '98 % of the time, against the time that enemies receive, %',
      adaptive,
      98,
      figure(adaptive, 'time received %'),
    );
    judge(
      'that lasts: 20 × the greatest age against a run, s',
      adaptive,
      20 * figure(adaptive, 'greatest age s'),
      figure(adaptive, 'seconds') / figure(adaptive, 'runs'),
    );
    for (const ending of ['', '-undrawn']) {
      for (const other of ['monolithic', 'sliced']) {
        const updates = (version: string): number =>
          figure(`${load}-${version}${ending}`, 'updates per CPU second');
        judge(
          `${other}’s updates per CPU second over ours, at most 1 / 0.95`,
          `${adaptive}${ending}`,
          updates(other) / updates('adaptive'),
          1 / 0.95,
        );
      }
    }
    judge(
      'monolithic’s mean enemy rate against ours, Hz',
      adaptive,
      figure(monolithic, 'enemies Hz'),
      figure(adaptive, 'enemies Hz'),
    );
    if (load === 'easy') continue;
    const rates = bands.filter(({ series }) => series === adaptive).map((band) => Number(band['rate Hz']));
    judge('mean rate of a band above that of a higher one, Hz', adaptive, greatestDrop(rates), 0.5);
    if (figure(adaptive, 'cancelled %') >= 20) {
      judge(
        '1.5 × the rate of the lowest band against the highest’s, Hz',
        adaptive,
        1.5 * rates[0]!,
        rates.at(-1)!,
      );
    }
    for (const other of ['sliced', 'monolithic']) {
      judge(
        `trajectory error near the players against ${other}’s, cells`,
        adaptive,
        figure(adaptive, 'error near'),
        figure(`${load}-${other}`, 'error near'),
      );
    }
  }
  barsOfThreads({ judge, figure, bands });
  const one = 'easy-adaptive-one-core';
  judge(
    'one core: jitter p95 against a third of monolithic’s, ms',
    one,
    figure(one, 'jitter p95'),
    figure('easy-monolithic-one-core', 'jitter p95') / 3,
  );
  return bars;
}

interface Judging {
  readonly bands: readonly Row[];
  readonly figure: (series: string, column: string) => number;
  readonly judge: (bar: string, series: string, figure: number, most: number) => void;
}

/** The bars for the concurrent version. */
function barsOfThreads({ bands, figure, judge }: Judging): void {
  for (const load of ['easy', 'medium', 'hard']) {
    const [two, adaptive] = [`${load}-concurrent-2`, `${load}-adaptive`];
    judge(
      'jitter p95 against adaptive’s + 2, ms',
      two,
      figure(two, 'jitter p95'),
      figure(adaptive, 'jitter p95') + 2,
    );
    judge('uneven frame times, %', two, figure(two, 'uneven frame times %'), 0.5);
  }
  const [two, adaptive] = ['hard-concurrent-2', 'hard-adaptive'];
  judge('cancelled against adaptive’s, %', two, figure(two, 'cancelled %'), figure(adaptive, 'cancelled %'));
  // In the adaptive version, the loop has the time of the page's thread that drawing leaves. All
  // other work of the browser, such as raster, is on other cores.
  const drawing = 1 - figure(adaptive, 'busy %') / 100;
  const raster = figure(adaptive, 'cores used') - 1;
  const wanted = (0.9 * (2 - drawing - raster)) / (1 - drawing);
  judge(
    '0.9 × what drawing and raster leave of two cores, × adaptive’s updates /s, against ours',
    two,
    wanted * figure(adaptive, 'updates /s'),
    figure(two, 'updates /s'),
  );
  for (const series of [two, 'hard-concurrent-2-equal']) {
    const rates = bands.filter((band) => band['series'] === series).map((band) => Number(band['rate Hz']));
    judge('mean rate of a band above that of a higher one, Hz', series, greatestDrop(rates), 0.5);
    judge(
      '1.5 × the rate of the lowest band against the highest’s, Hz',
      series,
      1.5 * rates[0]!,
      rates.at(-1) ?? NaN,
    );
  }
  const one = 'easy-concurrent-auto-one-core';
  judge(
    'one core: jitter p95 against adaptive’s + 2, ms',
    one,
    figure(one, 'jitter p95'),
    figure('easy-adaptive-one-core', 'jitter p95') + 2,
  );
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
