import type { Findings, Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, mean, median, round } from '../../tools/statistics/statistics.ts';
import type { Watched, Way } from './pages/replication.ts';
import type { TornReport } from './pages/torn.ts';
import { type Place, places, runEverywhere, runAt, type Stage } from './run-everywhere.ts';

export interface ReplicationOptions {
  readonly things: readonly number[];
  readonly seconds: number;
  /** Seconds before that. */
  readonly warmUp: number;
  /** How often each way is tried; the ways take turns. */
  readonly rounds: number;
}

/** What the main thread has to do in each frame, in ms. */
interface Cost {
  readonly place: Place;
  readonly things: number;
  readonly way: Way;
  /** In script, and all in all without what a frame costs anyway: medians of the rounds' means. */
  readonly script: number;
  readonly whole: number;
}

/** Finds out what it costs the main thread to know, 60 times per second, what a worker has computed. */
export async function measureReplication(stage: Stage, options: ReplicationOptions): Promise<Findings> {
  const costs: Cost[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const things of options.things) {
    for (const place of places) {
      const { rounds, seconds, warmUp: warmup } = options;
      const watched = await runAt<Watched[]>(stage, place, {
        study: 'replication',
        things,
        rounds,
        seconds,
        warmup,
      });
      costs.push(...costsOf(place, things, watched));
      for (const { way, script, busy } of watched) {
        const name = `${place}, ${things} things, ${way}`;
        samples[`${name}, script ms by frame`] = [
          ...(samples[`${name}, script ms by frame`] ?? []),
          ...script.map((time) => round(time, 3)),
        ];
        samples[`${name}, thread ms per frame by round`] = [
          ...(samples[`${name}, thread ms per frame by round`] ?? []),
          round(busy / script.length, 4),
        ];
      }
    }
  }
  return {
    name: 'measure-replication',
    parameters: { ...options },
    rows: costs.map(rowOf),
    samples,
  };
}

/** What replication has to reach. */
export function replicationBars({ rows }: Findings): Row[] {
  // Of what costs less than what the frames of a page differ by, the time in script is at least known.
  const costOf = (place: Place, things: number, way: Way): number => {
    const found = rows.find(
      (row) => row['where'] === place && row['things'] === things && row['way'] === way,
    )!;
    return Math.max(Number(found[wholeColumn]), Number(found[scriptColumn]));
  };
  return places.flatMap((where) => {
    // An array of a thousand costs so little that a fiftieth of it could not be measured.
    const sizes = [...new Set(rows.map((row) => Number(row['things'])))].filter((things) => things >= 10_000);
    const limit = { most: where === 'Chromium, not isolated' ? 0.1 : 0.05 };
    const times = (things: number): [string, number] => [
      `${things} things`,
      costOf(where, things, 'array of objects') / costOf(where, things, 'replica, newest'),
    ];
    return [
      judge({
        bar: 'main thread, ms per frame, 10,000 things',
        limit,
        where,
        found: { 'replica, newest': costOf(where, 10_000, 'replica, newest') },
      }),
      judge({
        bar: 'array of objects, × replica',
        limit: { least: 50 },
        where,
        found: Object.fromEntries(sizes.map(times)),
      }),
    ];
  });
}

/** Looks for torn rows at all places. */
export async function measureTorn(
  stage: Stage,
  options: { readonly seconds: number; readonly most: number },
): Promise<Findings> {
  const found = await runEverywhere<TornReport>(stage, { study: 'torn', ...options });
  const rows = found.map(({ place, report: { most, read, rows: looked, torn, written } }) => ({
    where: place,
    'snapshots written': written,
    'snapshots read': read,
    'most rows': most,
    'rows looked at, twice each': looked,
    'torn rows': torn,
  }));
  return { name: 'measure-torn', parameters: options, rows };
}

const wholeColumn = 'whole thread, ms per frame';
const scriptColumn = 'script, ms per frame';

function costsOf(place: Place, things: number, watched: readonly Watched[]): Cost[] {
  const perFrame = ({ busy, script }: Watched): number => busy / script.length;
  const anyway = watched.filter(({ way }) => way === 'nothing').map(perFrame);
  return [...new Set(watched.map(({ way }) => way))].map((way) => {
    const rounds = watched.filter((one) => one.way === way);
    const above = rounds.map((one, i) => perFrame(one) - (way === 'nothing' ? 0 : anyway[i]!));
    const script = median(rounds.map((one) => mean(one.script)));
    return { place, things, way, script, whole: median(above) };
  });
}

function rowOf({ place, script, things, way, whole }: Cost): Row {
  return {
    where: place,
    things,
    way,
    // Node has read a message before it calls its handler.
    [scriptColumn]:
      way === 'nothing' || (place === 'Node' && !way.startsWith('replica')) ? null : digits(script, 3),
    [wholeColumn]: digits(whole, 3),
  };
}
