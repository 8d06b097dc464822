import type { Row } from '../../../tools/results/results.ts';
import { type Bar, judgeInterval } from '../../../tools/statistics/bar.ts';
import { round } from '../../../tools/statistics/statistics.ts';
import { thesisLimits } from './thesis-table.ts';

/** A bar (a target value) for a column of `netlab-flows`, in rows with a latency controller. */
interface FlowBar {
  readonly bar: string;
  readonly column: string;
  readonly limit: Bar['limit'];
  /** The number of videos to which it applies; undefined: to all. */
  readonly flows?: number;
}

/**
 * Bars for a controller that keeps queues empty (thesis §5.4): a control message takes 15 ms, which is
 * half of the round trip, and at most 10 ms more (median) or 40 ms more (p99.9).
 */
const emptyQueues: readonly FlowBar[] = [
  {
    bar: 'median with empty queues, ms',
    column: 'control median, ms, mean of runs',
    limit: { most: 25 },
    flows: 8,
  },
  {
    bar: 'p99.9 with empty queues, ms',
    column: 'control p99.9, ms, mean of runs',
    limit: { most: 55 },
    flows: 8,
  },
];

const relative: readonly FlowBar[] = [
  { bar: 'control median, × none', column: 'control median, × none', limit: { most: 0.12 }, flows: 8 },
  { bar: 'control p99.9, × none', column: 'control p99.9, × none', limit: { most: 0.12 }, flows: 8 },
  { bar: 'goodput, × none', column: 'goodput, × none', limit: { least: 0.9 } },
];

/** Returns a row for each bar and each case with a latency controller. `rows`: results of `netlab-flows`. */
export function flowBarRows(rows: readonly Row[]): Row[] {
  const controlled = rows.filter(({ transport }) => transport === 'paceA' || transport === 'paceK');
  return controlled.flatMap((row) => {
    const bars = [...ofThesis(row), ...relative, ...emptyQueues, barForGoodputInTime(row, rows)];
    return bars
      .filter(({ flows }) => flows === undefined || flows === row['flows'])
      .map((bar) => judged(bar, row));
  });
}

function ofThesis({ flows, standbys, transport }: Row): FlowBar[] {
  const { 'age, p99.9': age, Jain } = thesisLimits(String(transport), Number(standbys), Number(flows));
  const bars: FlowBar[] = [];
  if (age !== undefined)
    bars.push({
      bar: 'age p99.9, × round trip, of the thesis',
      column: 'oldest un-acked p99.9, × round trip, mean of runs',
      limit: { most: age },
    });
  if (Jain !== undefined)
    bars.push({ bar: 'Jain, of the thesis', column: 'Jain, mean of runs', limit: { least: Jain } });
  return bars;
}

/** The bar for the goodput of messages that arrive before they expire: 0.9 × that of `none`. */
function barForGoodputInTime({ flows }: Row, rows: readonly Row[]): FlowBar {
  const none = rows.find((row) => row['transport'] === 'none' && row['flows'] === flows);
  const column = 'goodput in time, Mbit/s, mean of runs';
  const least = round(0.9 * Number(none?.[column]), 2);
  return { bar: 'goodput in time, Mbit/s: 0.9 × none', column, limit: { least } };
}

function judged({ bar, column, limit }: FlowBar, row: Row): Row {
  const [value, half] = [Number(row[column]), Number(row[`${column}, ±`])];
  return {
    bar,
    limit: 'most' in limit ? `≤ ${round(limit.most, 2)}` : `≥ ${round(limit.least, 3)}`,
    flows: row['flows'] ?? null,
    transport: row['transport'] ?? null,
    standbys: row['standbys'] ?? null,
    value: round(value, 3),
    '±': round(half, 3),
    verdict: judgeInterval(limit, { low: value - half, high: value + half }),
  };
}
