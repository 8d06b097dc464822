import type { Row } from '../results.ts';
import { round } from '../statistics.ts';

const ages = {
  median: 'oldest un-acked median, × round trip',
  'p99.9': 'p99.9',
  worst: 'worst',
} as const;
type Age = keyof typeof ages;

interface ThesisRow {
  readonly what: string;
  readonly age: Age;
  /** By `flowCounts`. */
  readonly figures: readonly number[];
}

const flowCounts = [8, 16, 24, 32];

/**
 * Thesis, tables 4.1 to 4.3: the age of the oldest bytes that were committed and not acknowledged, in round trips of a path whose queue is full. Its TCP is
 * what `none` is here: messages with priorities, over whatever the system takes.
 */
const thesis: readonly ThesisRow[] = [
  { what: 'TCP', age: 'median', figures: [7.4, 9.3, 8.8, 9.5] },
  { what: 'TCP', age: 'p99.9', figures: [18.4, 27.3, 35.5, 45.3] },
  { what: 'TCP', age: 'worst', figures: [22.8, 35.7, 49.6, 73.6] },
  { what: 'PaceK', age: 'median', figures: [2.0, 2.0, 2.1, 2.7] },
  { what: 'PaceK', age: 'p99.9', figures: [5.4, 9.4, 13.4, 18.0] },
  { what: 'PaceK', age: 'worst', figures: [9.4, 13.8, 24.1, 34.6] },
  { what: 'PaceA', age: 'median', figures: [2.0, 2.1, 2.7, 3.0] },
  { what: 'PaceA', age: 'p99.9', figures: [5.7, 9.8, 14.0, 20.8] },
  { what: 'PaceA', age: 'worst', figures: [9.4, 15.0, 23.1, 37.7] },
  { what: 'PaceK with failover', age: 'median', figures: [2.0, 2.1, 2.2, 2.8] },
  { what: 'PaceK with failover', age: 'p99.9', figures: [4.4, 7.4, 9.4, 11.4] },
  { what: 'PaceK with failover', age: 'worst', figures: [6.5, 10.8, 13.9, 18.2] },
  { what: 'PaceA with failover', age: 'median', figures: [2.0, 2.1, 2.7, 2.9] },
  { what: 'PaceA with failover', age: 'p99.9', figures: [5.1, 8.4, 10.1, 12.7] },
  { what: 'PaceA with failover', age: 'worst', figures: [7.2, 11.0, 14.4, 18.3] },
];

/** What was measured here in its place. */
const here: Readonly<Record<string, { readonly transport: string; readonly standbys: number }>> = {
  TCP: { transport: 'none', standbys: 0 },
  PaceK: { transport: 'paceK', standbys: 0 },
  PaceA: { transport: 'paceA', standbys: 0 },
  'PaceK with failover': { transport: 'paceK', standbys: 1 },
  'PaceA with failover': { transport: 'paceA', standbys: 1 },
};

/** A queue of two bandwidth-delay products makes the round trip three times as long. */
const whenFull = 3;

/** The thesis' figures and ours side by side. `rows`: of the flows that were measured. */
export function thesisRows(rows: readonly Row[]): Row[] {
  return thesis.map(({ age, figures, what }) => {
    const { standbys, transport } = here[what]!;
    const line: Record<string, string | number | null> = { what, age };
    for (const [i, flows] of flowCounts.entries()) {
      const ours = rows.find(
        (row) => row['flows'] === flows && row['transport'] === transport && row['standbys'] === standbys,
      );
      line[`${flows} flows, thesis`] = figures[i]!;
      line[`${flows}, here`] = ours === undefined ? null : round(Number(ours[ages[age]]) / whenFull, 1);
    }
    return line;
  });
}
