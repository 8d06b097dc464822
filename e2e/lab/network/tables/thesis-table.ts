import type { Row } from '../../../tools/results/results.ts';
import { round } from '../../../tools/statistics/statistics.ts';

/** Round trip with a full queue, in round trips of an idle link. The queue holds two bandwidth-delay products. */
const fullQueueRoundTrip = 3;

/** The column of each figure in our results, and the divisor that converts it to the unit of the thesis. */
const figures = {
  'age, median': { column: 'oldest un-acked median, × round trip', unit: fullQueueRoundTrip },
  'age, p99.9': { column: 'p99.9', unit: fullQueueRoundTrip },
  'age, worst': { column: 'worst', unit: fullQueueRoundTrip },
  'Jain in 500 ms, %': { column: 'Jain', unit: 1 / 100 },
} as const;
type Figure = keyof typeof figures;

interface ThesisRow {
  readonly what: string;
  readonly figure: Figure;
  /** One per number of flows, in the order of `flowCounts`. */
  readonly values: readonly number[];
}

const flowCounts = [8, 16, 24, 32];

/**
 * Tables 4.1 to 4.3 of the thesis: the age of the oldest committed and unacknowledged bytes, in round trips of a path with a full queue, and Jain's
 * fairness index. TCP of the thesis corresponds to `none` here: messages with priorities, and no limit but the buffers of the system.
 */
const thesis: readonly ThesisRow[] = [
  { what: 'TCP', figure: 'age, median', values: [7.4, 9.3, 8.8, 9.5] },
  { what: 'TCP', figure: 'age, p99.9', values: [18.4, 27.3, 35.5, 45.3] },
  { what: 'TCP', figure: 'age, worst', values: [22.8, 35.7, 49.6, 73.6] },
  { what: 'TCP', figure: 'Jain in 500 ms, %', values: [92.5, 90.7, 85.1, 79.0] },
  { what: 'PaceK', figure: 'age, median', values: [2.0, 2.0, 2.1, 2.7] },
  { what: 'PaceK', figure: 'age, p99.9', values: [5.4, 9.4, 13.4, 18.0] },
  { what: 'PaceK', figure: 'age, worst', values: [9.4, 13.8, 24.1, 34.6] },
  { what: 'PaceK', figure: 'Jain in 500 ms, %', values: [90.5, 88.5, 83.0, 79.4] },
  { what: 'PaceA', figure: 'age, median', values: [2.0, 2.1, 2.7, 3.0] },
  { what: 'PaceA', figure: 'age, p99.9', values: [5.7, 9.8, 14.0, 20.8] },
  { what: 'PaceA', figure: 'age, worst', values: [9.4, 15.0, 23.1, 37.7] },
  { what: 'PaceA', figure: 'Jain in 500 ms, %', values: [89.9, 88.6, 82.8, 77.3] },
  { what: 'PaceK with failover', figure: 'age, median', values: [2.0, 2.1, 2.2, 2.8] },
  { what: 'PaceK with failover', figure: 'age, p99.9', values: [4.4, 7.4, 9.4, 11.4] },
  { what: 'PaceK with failover', figure: 'age, worst', values: [6.5, 10.8, 13.9, 18.2] },
  { what: 'PaceA with failover', figure: 'age, median', values: [2.0, 2.1, 2.7, 2.9] },
  { what: 'PaceA with failover', figure: 'age, p99.9', values: [5.1, 8.4, 10.1, 12.7] },
  { what: 'PaceA with failover', figure: 'age, worst', values: [7.2, 11.0, 14.4, 18.3] },
];

/** The corresponding transports of this lab. */
const here: Readonly<Record<string, { readonly transport: string; readonly standbys: number }>> = {
  TCP: { transport: 'none', standbys: 0 },
  PaceK: { transport: 'paceK', standbys: 0 },
  PaceA: { transport: 'paceA', standbys: 0 },
  'PaceK with failover': { transport: 'paceK', standbys: 1 },
  'PaceA with failover': { transport: 'paceA', standbys: 1 },
};

/** Returns the figures of the thesis beside ours. `rows`: results of `netlab-flows`. */
export function thesisRows(rows: readonly Row[]): Row[] {
  return thesis.map(({ figure, values, what }) => {
    const { standbys, transport } = here[what]!;
    const { column, unit } = figures[figure];
    const line: Record<string, string | number | null> = { what, figure };
    for (const [i, flows] of flowCounts.entries()) {
      const ours = rows.find(
        (row) => row['flows'] === flows && row['transport'] === transport && row['standbys'] === standbys,
      );
      line[`${flows} flows, thesis`] = values[i]!;
      line[`${flows}, here`] = ours === undefined ? null : round(Number(ours[column]) / unit, 1);
    }
    return line;
  });
}

/**
 * Returns the figures of the thesis for a case, in our units: the age in round trips of the
 * idle link, and Jain's index as a fraction (1: equal shares). A figure is undefined if the thesis does not have it.
 */
export function thesisLimits(
  transport: string,
  standbys: number,
  flows: number,
): Readonly<Record<'age, p99.9' | 'Jain', number | undefined>> {
  const valueOf = (figure: Figure, ofStandbys: number): number | undefined => {
    const row = thesis.find(
      (one) =>
        one.figure === figure &&
        here[one.what]!.transport === transport &&
        here[one.what]!.standbys === ofStandbys,
    );
    const value = row?.values[flowCounts.indexOf(flows)];
    return value === undefined ? undefined : value * figures[figure].unit;
  };
  // The thesis has no index for sessions with failover, so the index without failover applies to them, too.
  return { 'age, p99.9': valueOf('age, p99.9', standbys), Jain: valueOf('Jain in 500 ms, %', 0) };
}
