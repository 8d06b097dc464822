import type { Results, Row } from '../../../tools/results/results.ts';
import { barRows } from './bars-table.ts';
import { flowBarRows } from './flow-bars-table.ts';
import { goelRows, goelWindowRows } from './goel-table.ts';
import { pick } from './pick.ts';
import { thesisRows } from './thesis-table.ts';

type Read = (name: string) => Results;

/** A selection of columns, for results that are too wide for a page. */
interface Part {
  readonly from: string;
  readonly columns: readonly string[];
}

const caseColumns = ['link', 'flows', 'transport', 'standbys'];
const latency = ['control median, ms', 'control p99.9, ms', 'control worst, ms'];
const quality = ['goodput, Mbit/s', 'goodput in time, Mbit/s', 'Jain', 'frames in time /s', 'layers each'];
const onTheLink = ['on the wire beyond messages, %', 'link used, %'];
const cost = [
  'source CPU, ms/MB',
  'sink CPU, ms/MB',
  'source CPU, µs/message',
  'sink CPU, µs/message',
  ...onTheLink,
];
const oneLink = caseColumns.slice(1);

const parts: Readonly<Record<string, Part>> = {
  'netlab-flows-latency': { from: 'netlab-flows', columns: [...oneLink, ...latency, ...quality] },
  'netlab-flows-cost': { from: 'netlab-flows', columns: [...oneLink, ...cost, 'link late at most, ms'] },
  'netlab-few-latency': {
    from: 'netlab-few',
    columns: ['flows', 'transport', ...latency, ...quality.slice(0, 1), ...cost],
  },
  'netlab-congestion-latency': {
    from: 'netlab-congestion',
    columns: ['link', 'transport', 'standbys', ...latency, ...quality, 'failovers per hour of a session'],
  },
  'netlab-links-latency': { from: 'netlab-links', columns: ['link', 'transport', ...latency, ...quality] },
  'netlab-loss-latency': {
    from: 'netlab-loss',
    columns: ['loss, %', 'transport', 'standbys', ...latency, ...quality, 'failovers per hour of a session'],
  },
  'netlab-bursts-latency': {
    from: 'netlab-bursts',
    columns: ['transport', 'standbys', ...latency, ...quality, 'failovers per hour of a session'],
  },
  'netlab-pages-latency': {
    from: 'netlab-pages',
    columns: ['transport', 'standbys', ...latency, ...quality, 'source CPU, ms/MB', ...onTheLink],
  },
  'netlab-quic-latency': {
    from: 'netlab-quic',
    columns: [
      'transport',
      ...latency,
      ...quality.filter((column) => column !== 'layers each'), // without meaning if no frame is in time
      'source CPU, ms/MB',
      'sink CPU, ms/MB',
      'source CPU, µs/message',
      ...onTheLink,
    ],
  },
  'netlab-mixed-latency': {
    from: 'netlab-mixed',
    columns: ['flows', 'transport', 'beside plain', '× a fair share', ...latency, 'Jain'],
  },
  'netlab-sessions-quality': {
    from: 'netlab-sessions',
    columns: [
      'videos',
      'transport',
      'control median, ms',
      'control p99.9, ms',
      'goodput, Mbit/s',
      'Jain in 500 ms',
      'frames in time /s',
      'source CPU, ms/MB',
      ...onTheLink,
    ],
  },
};

const conditionColumns = [
  'condition',
  'transport',
  'standbys',
  'goodput, Mbit/s',
  'control p50, ms',
  'control p99.9, ms',
  'goodput, × none',
  'goodput, × none, ±',
  'goodput, × none, bar',
  'p50, × none',
  'p50, × none, bar',
  'p99.9, × none',
  'p99.9, × none, ±',
  'p99.9, × none, bar',
];

const trialColumns = [
  'condition',
  'transport',
  'standbys',
  'goodput, Mbit/s',
  'goodput, × none',
  'goodput, × none, ±',
  'goodput, × none, bar',
  'control p50, ms',
  'control p99.9, ms',
  'p99.9, × none',
  'p99.9, × none, ±',
  'p99.9, × none, bar',
  'least share of a connection',
];

/** No trial of this table has a standby, and the number of runs differs. */
const eveningColumns = trialColumns.map((column) => (column === 'standbys' ? 'runs' : column));

/** Tables with a column per latency threshold, and the column of the results that they show. */
const byThresholds: Readonly<Record<string, string>> = {
  'netlab-thresholds-frames': 'frames in time /s',
  'netlab-thresholds-layers': 'layers each',
};

/** Returns a table for docs/ that is derived from results of the lab; undefined for other names. */
export function netlabTable(name: string, read: Read): Results | undefined {
  if (name === 'netlab-thesis')
    return { ...read('netlab-flows'), rows: thesisRows(read('netlab-flows').rows) };
  if (name === 'netlab-flows-bars')
    return { ...read('netlab-flows'), rows: flowBarRows(read('netlab-flows').rows) };
  if (name === 'netlab-bars') return { ...read('netlab-links'), rows: barRows(read) };
  if (name === 'tenruns-conditions-bars') return conditionTable(read('tenruns-conditions'), conditionColumns);
  if (name === 'netlab-conditions-bars') return conditionTable(read('netlab-conditions'), conditionColumns);
  if (name === 'netlab-cross-traffic-bars')
    return conditionTable(read('netlab-cross-traffic'), conditionColumns);
  if (name === 'netlab-trials-bars') return conditionTable(read('netlab-trials'), trialColumns);
  if (name === 'evening-trials-bars') return conditionTable(read('evening-trials'), eveningColumns);
  if (name === 'netlab-min-buf-thesis') {
    const { parameters, ...results } = read('netlab-min-buf');
    const { links: _, ...others } = parameters; // each row names its link and its traffic
    return { ...results, parameters: others, rows: goelRows(results.rows) };
  }
  if (name === 'netlab-windows-thesis')
    return { ...read('netlab-windows'), rows: goelWindowRows(read('netlab-windows').rows) };
  const shown = byThresholds[name];
  if (shown !== undefined) {
    const results = read('netlab-thresholds');
    return { ...results, rows: byThreshold(results.rows, shown) };
  }
  if (name === 'netlab-display-at-200') {
    const results = read('netlab-display');
    return { ...results, rows: results.rows.filter((row) => row['threshold, ms'] === 200) };
  }
  const part = parts[name];
  if (part === undefined) return undefined;
  const results = read(part.from);
  return { ...results, rows: results.rows.map((row) => pick(row, part.columns)) };
}

function conditionTable({ parameters, ...results }: Results, columns: readonly string[]): Results {
  const { conditions: _, ...others } = parameters; // each row names its condition
  return { ...results, parameters: others, rows: results.rows.map((row) => pick(row, columns)) };
}

/** Returns a row per sender and transport, with the values of the column `shown` in a column per threshold. */
function byThreshold(rows: readonly Row[], shown: string): Row[] {
  const lines = new Map<string, Record<string, string | number | boolean | null>>();
  for (const row of rows) {
    const { sender = null, transport = null } = row;
    const line = lines.get(`${sender} ${transport}`) ?? { sender, transport };
    line[`within ${row['threshold, ms']} ms`] = row[shown] ?? null;
    lines.set(`${sender} ${transport}`, line);
  }
  return [...lines.values()];
}
