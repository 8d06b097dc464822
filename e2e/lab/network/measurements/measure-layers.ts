import type { Findings, Row } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, runFlows, senderCases, type Transports } from '../endpoints/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface LayersOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** Number of videos. Each is cross traffic for the others (thesis §4.4.2). */
  readonly flows: number;
  readonly transports: Transports;
}

/** Ms after which the sender cancels a layer. */
const threshold = 200;

/** Sends competing videos over a link that is too narrow, and returns the latency of messages by their priority, for `writeResults` (thesis fig. 4.11). */
export async function measureLayers(options: LayersOptions): Promise<Findings> {
  const { flows, runs, lab, link, seconds, log, transports, warmup } = options;
  const direction = await prepareLab(lab, link);
  const reports = await inTurns(senderCases(transports), runs, ({ sender, transport }, turn) => {
    log(`${flows} flows by ${transport} from a ${sender}, ${turn} of ${runs}`);
    const run = { transport, flows, videos: 1, seconds, warmup, threshold, standbys: 0, link: direction };
    return runFlows(lab, run, undefined, sender);
  });
  const rows: Row[] = [];
  const samples: Record<string, readonly unknown[]> = {};
  for (const [{ sender, transport }, all] of reports) {
    const latencies = latenciesBy(all);
    for (const [kind, of] of Object.entries(statistics))
      rows.push({ sender, transport, ' ': kind, ...mapValues(latencies, of) });
    for (const [name, times] of Object.entries(latencies))
      samples[`${sender}, ${transport}: ${name}, ms`] = times.map((time) => time && Math.round(time));
    const clocks = all.flatMap(({ source }) => source.clock ?? []);
    if (clocks.length > 0) samples[`${sender}, ${transport}: clock, ms`] = clocks;
  }
  const parameters = { ...link, queue: direction.queue, flows, seconds, warmup, runs, threshold };
  return { name: 'netlab-layers', parameters, rows, samples };
}

type Latencies = readonly (number | null)[];

/** Latencies in ms by layer (null: the layer did not arrive), and latencies of the control messages that arrived. */
function latenciesBy(reports: readonly FlowsReport[]): Record<string, Latencies> {
  const frames = reports.flatMap(({ sink }) => sink.frames.flat());
  const latencies: Record<string, Latencies> = {
    control: reports.flatMap(({ sink }) => sink.control.flat()),
  };
  for (const layer of (frames[0] ?? []).keys())
    latencies[layer === 0 ? 'base' : `layer ${layer + 1}`] = frames.map((frame) => frame[layer]!);
  return latencies;
}

const statistics: Readonly<Record<string, (latencies: Latencies) => number | null>> = {
  'median, ms': (latencies) => quantileOf(latencies, 0.5),
  'p99.9, ms': (latencies) => quantileOf(latencies, 0.999),
  'received, %': (latencies) => round((100 * receivedOf(latencies).length) / latencies.length, 1),
};

function quantileOf(latencies: Latencies, p: number): number | null {
  const received = receivedOf(latencies);
  return received.length > 0 ? round(quantile(received, p), 1) : null;
}

function receivedOf(latencies: Latencies): number[] {
  return latencies.filter((time) => time !== null);
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}
