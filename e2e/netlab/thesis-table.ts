import type { Row } from '../results.ts';
import { round } from '../statistics.ts';

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

/** The thesis' figures and ours side by side. `rows`: of the flows that were measured. */
export function thesisRows(rows: readonly Row[]): Row[] {
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
