import type { Row } from '../../../tools/results/results.ts';
import { pick } from './pick.ts';

/** Our names of the senders of Goel's thesis (2003). */
type Sender = 'none' | 'minBuf 1 0' | 'minBuf 1 3' | 'minBuf 2 0';

/** Figures of a stream, in the order of the columns in `streamColumns`. */
type StreamFigures = readonly [within160: number, within500: number, mean: number, throughput: number];

const streamColumns = ['within 160 ms, %', 'within 500 ms, %', 'mean, ms', 'throughput, × none'] as const;

/** Tables 4.1 to 4.3: streams beside all kinds of cross traffic in turn, by link. */
const streams: Readonly<Record<string, Readonly<Record<Sender, StreamFigures>>>> = {
  '12 Mbit/s, 100 ms': {
    none: [48, 74, 369.2, 1],
    'minBuf 1 0': [93, 99, 69.7, 0.66],
    'minBuf 1 3': [92, 99, 91.4, 0.89],
    'minBuf 2 0': [84, 98, 162.3, 0.96],
  },
  '30 Mbit/s, 100 ms': {
    none: [77, 92, 226.3, 1],
    'minBuf 1 0': [98, 100, 62.9, 0.65],
    'minBuf 1 3': [98, 100, 76.2, 0.94],
    'minBuf 2 0': [92, 99, 152.1, 0.98],
  },
};

/**
 * Returns the figures of the thesis beside ours. The thesis has one figure for all kinds of cross
 * traffic, so this figure is repeated in all rows of its link and sender. `rows`: results of
 * `netlab-min-buf`.
 */
export function goelRows(rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const ofThesis = streams[String(row['link'])]?.[row['transport'] as Sender];
    const figures = streamColumns.map((column, i) => ({
      [column]: row[column] ?? null,
      [`thesis: ${column}`]: ofThesis?.[i] ?? null,
    }));
    return {
      ...pick(row, ['link', 'cross traffic', 'transport']),
      ...(Object.assign({}, ...figures) as Row),
      ...pick(row, [
        '±',
        'control mean, ms',
        'control p99, ms',
        'goodput, Mbit/s',
        'link used, %',
        'link late at most, ms',
      ]),
    };
  });
}

/** Table 4.6: windows lost beside 20 bulk transfers in percent, by the frames of a window. */
const lostWindows: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  none: { 4: 45, 2: 58 },
  'minBuf 1 0': { 4: 28, 2: 37 },
  'minBuf 1 3': { 4: 27, 2: 34 },
};

/** Table 4.5: throughput in Mbit/s with windows of two frames, by the number of bulk transfers. */
const windowThroughput: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  none: { 20: 0.76, 40: 0.56 },
  'minBuf 1 0': { 20: 0.6, 40: 0.47 },
  'minBuf 1 3': { 20: 0.72, 40: 0.54 },
};

const lateColumns = ['within two windows, %', 'within 500 ms of the capture, %'];

/** Returns the figures of the thesis beside ours. `rows`: results of `netlab-windows`. */
export function goelWindowRows(rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const sender = String(row['transport']);
    const [competitors, frames] = [Number(row['competitors']), Number(row['frames of a window'])];
    const lost = competitors === 20 ? lostWindows[sender]?.[frames] : undefined;
    const throughput = frames === 2 ? windowThroughput[sender]?.[competitors] : undefined;
    return {
      ...pick(row, ['competitors', 'frames of a window', 'transport', 'lost, %', '±']),
      'thesis: lost, %': lost ?? null,
      ...pick(row, [...lateColumns, 'goodput, Mbit/s']),
      'thesis: goodput, Mbit/s': throughput ?? null,
    };
  });
}
