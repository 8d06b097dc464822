import type { Row } from '../results.ts';

/** What the paper gives for its own versions (RAPT, RAPT-A): ms, and tasks per second. */
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
  } as Record<string, string>,
  tasks: {
    'easy-adaptive': '7,417 / 2.2 %',
    'medium-adaptive': '11,150 / 17 %',
    'hard-adaptive': '33,110 / 88 %',
  } as Record<string, string>,
};

/** The tables of the documentation, by the name of their results, from the rows of all series and of their bands. */
export function tablesOf(rows: readonly Row[], bands: readonly Row[]): Record<string, Row[]> {
  const played = rows.filter(({ cores }) => cores === 'all');
  const drawn = played.filter((row) => row['drawn'] === true);
  return {
    'tandem-jitter': played.map(jitterRow),
    'tandem-one-core': rows.filter(({ cores }) => cores === 'one').map(jitterRow),
    'tandem-tasks': played.filter(({ version }) => version === 'adaptive').map(tasksRow),
    'tandem-quality': drawn.map((row) => pick(row, quality)),
    'tandem-errors': drawn.map((row) => pick(row, ['load', 'version', 'error near', 'error far'])),
    'tandem-bars': barsOf(rows, bands),
  };
}

const quality = [
  'load',
  'version',
  'enemies',
  'players Hz',
  'pictures Hz',
  'uneven pictures %',
  'input delay median',
  'input delay p95',
  'time lost %',
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
    'p95 beside no host task': row['jitter p95 beside no host task']!,
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

function versionOf(row: Row): string {
  return row['drawn'] === true ? String(row['version']) : `${String(row['version'])}, nothing drawn`;
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

/** The bars for the adaptive version, each beside what was measured. */
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
      'jitter p95 beside no host task, ms',
      adaptive,
      figure(adaptive, 'jitter p95 beside no host task'),
      0.3,
    );
    judge(
      'jitter p95 against host tasks’ + 0.5, ms',
      adaptive,
      figure(adaptive, 'jitter p95'),
      figure(adaptive, 'host tasks p95') + 0.5,
    );
    judge('uneven pictures, %', adaptive, figure(adaptive, 'uneven pictures %'), 0.5);
    judge(
      'monolithic’s updates per CPU second over ours, at most 1 / 0.95',
      adaptive,
      figure(monolithic, 'updates per CPU second') / figure(adaptive, 'updates per CPU second'),
      1 / 0.95,
    );
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
  const one = 'easy-adaptive-one-core';
  judge(
    'one core: jitter p95 against a third of monolithic’s, ms',
    one,
    figure(one, 'jitter p95'),
    figure('easy-monolithic-one-core', 'jitter p95') / 3,
  );
  return bars;
}

/** How far a number lies below one before it, at the most. */
function greatestDrop(numbers: readonly number[]): number {
  let highest = -Infinity;
  let drop = 0;
  for (const number of numbers) {
    highest = Math.max(highest, number);
    drop = Math.max(drop, highest - number);
  }
  return drop;
}
