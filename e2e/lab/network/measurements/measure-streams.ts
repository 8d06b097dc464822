import type { Findings, Row } from '../../../tools/results/results.ts';
import { mean, quantile, round, sum } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, type FlowsRun, runFlows } from '../endpoints/run-flows.ts';
import type { Lab } from '../link/lab.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { FlowOptions, StreamPlan, Transport } from '../programs/flow.ts';
import { inTurns } from './in-turns.ts';
import { jainOf } from './jain.ts';
import type { LabMeasurement } from './lab-measurement.ts';
import { layersEach, layersInTime } from './frame-quality.ts';

export interface StreamsOptions extends LabMeasurement {
  readonly link: LinkPlan;
  readonly cases: readonly StreamsCase[];
}

/** Ms after which a layer expires. */
const threshold = 200;

/** Ms of a slot in which shares are compared (thesis fig. 4.15). */
const slot = 125;

/** Videos that are streams of one session, or have a connection each (`apart`). */
export interface StreamsCase {
  readonly name: string;
  readonly transport: Transport;
  readonly apart: boolean;
  readonly streams: readonly StreamPlan[];
}

const alike: readonly StreamPlan[] = [{ rate: 6e6 }, { rate: 6e6 }, { rate: 6e6 }];
const unlike: readonly StreamPlan[] = [{ rate: 3e6 }, { rate: 6e6 }, { rate: 9e6 }];

/** A case of three videos with a connection each. */
export function apartBy(transport: Transport): StreamsCase {
  return { name: 'a connection each', transport, apart: true, streams: alike };
}

/** Cases of three videos that are streams of one session of Paceline. */
export function streamsBy(transport: Transport): StreamsCase[] {
  const one = { transport, apart: false };
  const quality = (plans: readonly StreamPlan[]): StreamPlan[] =>
    plans.map((plan) => ({ ...plan, fairness: 'quality' }));
  const weighted = alike.map((plan, i) => ({ ...plan, weight: i === 0 ? 2 : 1 }));
  return [
    { ...one, name: 'streams', streams: alike },
    { ...one, name: 'streams of 3, 6, 9 Mbit/s', streams: unlike },
    { ...one, name: 'streams of 3, 6, 9 Mbit/s, by quality', streams: quality(unlike) },
    { ...one, name: 'streams 2:1:1', streams: weighted },
    { ...one, name: 'streams 2:1:1, by quality', streams: quality(weighted) },
  ];
}

/** Lets three videos share a link, and returns their shares and their quality, for `writeResults` (thesis fig. 4.15 to 4.19). */
export async function measureStreams(options: StreamsOptions): Promise<Findings> {
  const { cases, runs, lab, link, seconds, log, warmup } = options;
  const direction = await prepareLab(lab, link);
  const reports = await inTurns(cases, runs, (one, turn) => {
    log(`${one.name}, ${one.transport}, ${turn} of ${runs}`);
    return runCase(lab, one, { seconds, warmup });
  });
  const rows: Row[] = [];
  const samples: Record<string, readonly unknown[]> = {};
  for (const [one, all] of reports) {
    rows.push({ videos: one.name, transport: one.transport, ...sharesOf(one, all, seconds - warmup) });
    samples[`${one.name}, ${one.transport}: bytes of each in ${slot} ms`] = all.flatMap(
      ({ sink }) => sink.slots,
    );
  }
  return {
    name: 'netlab-streams',
    parameters: { ...link, queue: direction.queue, seconds, warmup, runs },
    rows,
    samples,
  };
}

function runCase(
  lab: Lab,
  { apart, streams, transport }: StreamsCase,
  time: Pick<FlowOptions, 'seconds' | 'warmup'>,
): Promise<FlowsReport> {
  const run: FlowsRun = { ...time, transport, flows: 1, videos: 1, streams, threshold, slot, standbys: 0 };
  return runFlows(lab, apart ? { ...run, flows: streams.length, streams: streams.slice(0, 1) } : run);
}

/** Returns the columns of fairness, and the columns of rate, fps and layers by video. `seconds`: the measured time. */
function sharesOf({ streams }: StreamsCase, reports: readonly FlowsReport[], seconds: number): Row {
  const weighted = reports.map(({ sink }) =>
    sink.slots.map((slots, video) => slots.map((bytes) => bytes / (streams[video]!.weight ?? 1))),
  );
  const jain = weighted.flatMap(jainOf);
  const rates = streams.map((_, video) => {
    const bytes = sum(reports.flatMap(({ sink }) => sink.slots[video]!));
    return round((8 * bytes) / 1e6 / seconds / reports.length, 2);
  });
  const seen = streams.map((_, video) =>
    reports.flatMap(({ sink }) => sink.frames[video]!.map((one) => layersInTime(one, threshold))),
  );
  const { period } = reports[0]!.sink;
  const shown = seen.map((layers) => mean(layers.map((count) => (count > 0 ? 1 : 0))) * (1000 / period));
  return {
    [`Jain by weight in ${slot} ms`]: round(mean(jain), 4),
    'its p1': round(quantile(jain, 0.01), 3),
    ...numbered('Mbit/s', rates),
    ...numbered(
      'frames/s',
      shown.map((rate) => round(rate, 1)),
    ),
    ...numbered(
      'layers',
      seen.map((layers) => round(layersEach(layers), 2)),
    ),
  };
}

function numbered(name: string, values: readonly number[]): Row {
  return Object.fromEntries(values.map((value, i) => [`${name} ${i + 1}`, value]));
}
