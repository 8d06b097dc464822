import type { Findings, Row } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, runFlows, senderCases, type Transports } from '../ends/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface LayersOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** Each is a video, and cross traffic for the others (thesis §4.4.2). */
  readonly flows: number;
  readonly transports: Transports;
}

/** Ms after which the sender takes a layer back. */
const threshold = 200;

/** Lets videos compete for a link that is too narrow, and returns how long messages took by their importance, ready to be written (thesis fig. 4.11). */
export async function measureLayers(options: LayersOptions): Promise<Findings> {
  const { flows, goes, lab, link, seconds, tell, transports, warmup } = options;
  const way = await prepareLab(lab, link);
  const reports = await inTurns(senderCases(transports), goes, ({ sender, transport }, go) => {
    tell(`${flows} flows by ${transport} from a ${sender}, ${go} of ${goes}`);
    const run = { transport, flows, videos: 1, seconds, warmup, threshold, standbys: 0, link: way };
    return runFlows(lab, run, undefined, sender);
  });
  const rows: Row[] = [];
  const samples: Record<string, readonly unknown[]> = {};
  for (const [{ sender, transport }, all] of reports) {
    const took = tookBy(all);
    for (const [kind, of] of Object.entries(statistics))
      rows.push({ sender, transport, ' ': kind, ...mapValues(took, of) });
    for (const [name, times] of Object.entries(took))
      samples[`${sender}, ${transport}: ${name}, ms`] = times.map((time) => time && Math.round(time));
    const clocks = all.flatMap(({ source }) => source.clock ?? []);
    if (clocks.length > 0) samples[`${sender}, ${transport}: clock, ms`] = clocks;
  }
  const parameters = { ...link, queue: way.queue, flows, seconds, warmup, goes, threshold };
  return { name: 'netlab-layers', parameters, rows, samples };
}

type Took = readonly (number | null)[];

/** Ms that messages took, by what they were; null: they have not come. Of control, those that have. */
function tookBy(reports: readonly FlowsReport[]): Record<string, Took> {
  const pictures = reports.flatMap(({ sink }) => sink.pictures.flat());
  const took: Record<string, Took> = { control: reports.flatMap(({ sink }) => sink.control.flat()) };
  for (const layer of (pictures[0] ?? []).keys())
    took[layer === 0 ? 'base' : `layer ${layer + 1}`] = pictures.map((picture) => picture[layer]!);
  return took;
}

const statistics: Readonly<Record<string, (took: Took) => number | null>> = {
  'median, ms': (took) => quantileOf(took, 0.5),
  'p99.9, ms': (took) => quantileOf(took, 0.999),
  'came, %': (took) => round((100 * cameOf(took).length) / took.length, 1),
};

function quantileOf(took: Took, p: number): number | null {
  const came = cameOf(took);
  return came.length > 0 ? round(quantile(came, p), 1) : null;
}

function cameOf(took: Took): number[] {
  return took.filter((time) => time !== null);
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}
