import type { Results, Row } from '../results.ts';
import { round } from '../statistics.ts';

type Read = (name: string) => Results;

/** Parts of results that have more columns than a page has room for. */
interface Part {
  readonly from: string;
  readonly columns: readonly string[];
}

const who = ['link', 'flows', 'transport', 'standbys'];
const latency = ['control median, ms', 'control p99.9, ms', 'control worst, ms'];
const quality = ['goodput, Mbit/s', 'Jain', 'pictures in time /s', 'layers each'];
const cost = [
  'source CPU, ms/MB',
  'sink CPU, ms/MB',
  'source CPU, µs/message',
  'sink CPU, µs/message',
  'on the wire beyond messages, %',
  'link used, %',
];
const oneLink = who.slice(1);

const parts: Readonly<Record<string, Part>> = {
  'netlab-flows-latency': { from: 'netlab-flows', columns: [...oneLink, ...latency, ...quality] },
  'netlab-flows-cost': { from: 'netlab-flows', columns: [...oneLink, ...cost, 'link late at most, ms'] },
  'netlab-congestion-latency': {
    from: 'netlab-congestion',
    columns: ['link', 'transport', 'standbys', ...latency, ...quality, 'failovers per hour of a session'],
  },
  'netlab-links-latency': { from: 'netlab-links', columns: ['link', 'transport', ...latency, ...quality] },
  'netlab-loss-latency': {
    from: 'netlab-loss',
    columns: ['loss, %', 'transport', 'standbys', ...latency, ...quality, 'failovers per hour of a session'],
  },
  'netlab-mixed-latency': {
    from: 'netlab-mixed',
    columns: ['flows', 'transport', 'beside plain', '× a fair share', ...latency, 'Jain'],
  },
  'netlab-sessions-quality': {
    from: 'netlab-sessions',
    columns: ['videos', 'transport', ...sessionColumns()],
  },
};

function sessionColumns(): string[] {
  return [
    ...latency.slice(0, 2),
    'goodput, Mbit/s',
    'Jain in 500 ms',
    'pictures in time /s',
    ...cost.slice(0, 1),
    ...cost.slice(4),
  ];
}

/** A table for the pages in docs/ that is made from results of the lab; undefined: the name is none of these. */
export function netlabTable(name: string, read: Read): Results | undefined {
  if (name === 'netlab-thesis')
    return { ...read('netlab-flows'), rows: thesisRows(read('netlab-flows').rows) };
  if (name === 'netlab-bars') return { ...read('netlab-links'), rows: barRows(read) };
  const part = parts[name];
  if (part === undefined) return undefined;
  const results = read(part.from);
  return { ...results, rows: results.rows.map((row) => pick(row, part.columns)) };
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

/**
 * Thesis, tables 4.1 to 4.3: the age of the oldest bytes that were committed and not acknowledged, in round trips of a path whose queue is full, with 8, 16,
 * 24 and 32 flows. Its TCP is what `none` is here: messages with priorities, over whatever the system takes.
 */
const thesis: readonly {
  readonly what: string;
  readonly transport: string;
  readonly standbys: number;
  readonly figures: Readonly<Record<Age, readonly number[]>>;
}[] = [
  {
    what: 'TCP',
    transport: 'none',
    standbys: 0,
    figures: {
      median: [7.4, 9.3, 8.8, 9.5],
      'p99.9': [18.4, 27.3, 35.5, 45.3],
      worst: [22.8, 35.7, 49.6, 73.6],
    },
  },
  {
    what: 'PaceK',
    transport: 'paceK',
    standbys: 0,
    figures: {
      median: [2.0, 2.0, 2.1, 2.7],
      'p99.9': [5.4, 9.4, 13.4, 18.0],
      worst: [9.4, 13.8, 24.1, 34.6],
    },
  },
  {
    what: 'PaceA',
    transport: 'paceA',
    standbys: 0,
    figures: {
      median: [2.0, 2.1, 2.7, 3.0],
      'p99.9': [5.7, 9.8, 14.0, 20.8],
      worst: [9.4, 15.0, 23.1, 37.7],
    },
  },
  {
    what: 'PaceK with failover',
    transport: 'paceK',
    standbys: 1,
    figures: { median: [2.0, 2.1, 2.2, 2.8], 'p99.9': [4.4, 7.4, 9.4, 11.4], worst: [6.5, 10.8, 13.9, 18.2] },
  },
  {
    what: 'PaceA with failover',
    transport: 'paceA',
    standbys: 1,
    figures: {
      median: [2.0, 2.1, 2.7, 2.9],
      'p99.9': [5.1, 8.4, 10.1, 12.7],
      worst: [7.2, 11.0, 14.4, 18.3],
    },
  },
];

type Age = 'median' | 'p99.9' | 'worst';

const ages: Readonly<Record<Age, string>> = {
  median: 'oldest un-acked median, × round trip',
  'p99.9': 'p99.9',
  worst: 'worst',
};

/** A queue of two bandwidth-delay products makes the round trip three times as long. */
const whenFull = 3;

function thesisRows(rows: readonly Row[]): Row[] {
  return thesis.flatMap(({ figures, standbys, transport, what }) =>
    (Object.keys(ages) as Age[]).map((age) => {
      const row: Record<string, string | number | null> = { what, age };
      for (const [i, flows] of [8, 16, 24, 32].entries()) {
        const ours = rows.find(
          (one) => one['flows'] === flows && one['transport'] === transport && one['standbys'] === standbys,
        );
        row[`${flows} flows, thesis`] = figures[age][i]!;
        row[`${flows}, here`] = ours === undefined ? null : round(Number(ours[ages[age]]) / whenFull, 1);
      }
      return row;
    }),
  );
}

function barRows(read: Read): Row[] {
  const links = read('netlab-links').rows;
  const share = read('netlab-share').rows;
  const holes = read('netlab-holes').rows;
  const of = (link: unknown, transport: string): Row =>
    links.find((row) => row['link'] === link && row['transport'] === transport)!;
  const number = (row: Row | undefined, column: string): number => Number(row?.[column]);
  const bars: Row[] = [];
  const bar = (what: string, where: unknown, value: number, limit: string): void => {
    const [sign, bound] = limit.split(' ') as ['≤' | '≥', string];
    const isMet = sign === '≤' ? value <= Number(bound) : value >= Number(bound);
    bars.push({
      bar: what,
      where: String(where),
      limit,
      value: round(value, 2),
      verdict: isMet ? 'met' : 'missed',
    });
  };
  for (const link of new Set(links.map((row) => row['link']))) {
    const ratio = (one: string, other: string, column: string): number =>
      number(of(link, one), column) / number(of(link, other), column);
    for (const column of ['control median, ms', 'control p99.9, ms'])
      bar(`${column.replace(', ms', '')}: paceA, × paceK`, link, ratio('paceA', 'paceK', column), '≤ 1.15');
    for (const pace of ['paceA', 'paceK']) {
      bar(`control median: ${pace}, × none`, link, ratio(pace, 'none', 'control median, ms'), '≤ 0.35');
      bar(`control p99.9: ${pace}, × none`, link, ratio(pace, 'none', 'control p99.9, ms'), '≤ 0.55');
      bar(`goodput: ${pace}, × none`, link, ratio(pace, 'none', 'goodput, Mbit/s'), '≥ 0.96');
      const least = round(number(of(link, 'plain'), 'Jain') - 0.02, 3);
      bar(`Jain: ${pace}, beside plain TCP − 0.02`, link, number(of(link, pace), 'Jain'), `≥ ${least}`);
    }
  }
  for (const row of share.filter(({ transport }) => String(transport).startsWith('pace')))
    bar(
      `share beside one cubic: ${String(row['transport'])}, × plain`,
      row['link'],
      number(row, '× that of plain'),
      '≥ 0.9',
    );
  for (const row of holes.filter((one) => one['hole, ms'] === 600 && one['standbys'] === 1))
    bar(
      `a hole of 600 ms with a standby: ${String(row['transport'])}, ms`,
      '16 Mbit/s, 30 ms',
      number(row, 'longest control message, median, ms'),
      '≤ 350',
    );
  return bars;
}
