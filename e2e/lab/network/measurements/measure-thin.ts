import type { Findings, Row } from '../../../tools/results/results.ts';
import { mean, quantile, round, sum } from '../../../tools/statistics/statistics.ts';
import { type EndpointsPlan, type EndpointsReport, runEndpoints } from '../endpoints/run-endpoints.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Transport } from '../programs/flow.ts';
import type { ThinSinkReport } from '../programs/thin-sink.ts';
import type { ThinOptions, ThinSourceReport } from '../programs/thin-source.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface ThinMeasureOptions extends LabMeasurement {
  readonly link: LinkPlan;
  readonly variants: readonly ThinVariant[];
  /** Probabilities that a packet from the source is lost. */
  readonly losses: readonly number[];
}

/** The transport of a thin stream: small messages at a constant rate. */
export interface ThinVariant {
  readonly transport: Transport;
  readonly standbys: number;
  /** Whether the thin stream has a connection of its own, without the bulk data. */
  readonly apart: boolean;
}

interface Case extends ThinVariant {
  readonly loss: number;
}

type ThinReport = EndpointsReport<ThinSourceReport, ThinSinkReport>;

/** Latency in ms beyond which a message is late (Evensen 2010). */
const late = 100;

const endpoints: EndpointsPlan = {
  source: { in: 'node', side: 'left', name: 'servingThinSource' },
  sink: { in: 'node', side: 'right', name: 'connectingThinSink' },
  serving: 'source',
};

/** Sends a small message every 20 ms beside bulk data, with loss, and returns the latencies of the small messages, for `writeResults`. */
export async function measureThin(options: ThinMeasureOptions): Promise<Findings> {
  const { runs, lab, link, losses, seconds, log, warmup, variants } = options;
  const direction = await prepareLab(lab, link);
  const cases: Case[] = losses.flatMap((loss) => variants.map((one) => Object.assign({ loss }, one)));
  const reports = await inTurns(cases, runs, async ({ loss, ...one }, turn) => {
    log(`${nameOf(one)}, ${100 * loss} % lost, ${turn} of ${runs}`);
    await lab.lose('left', loss, turn);
    const flows = one.apart ? 2 : 1;
    const run: Omit<ThinOptions, 'firstPort' | 'host' | 'port'> = { ...one, flows, seconds, warmup };
    return runEndpoints<ThinSourceReport, ThinSinkReport>(lab, endpoints, run);
  });
  await lab.lose('left', 0, 1);
  const rows: Row[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const [one, all] of reports) {
    const latencies = all.flatMap(({ sink }) => sink.latencies);
    rows.push({ 'lost, %': 100 * one.loss, by: nameOf(one), ...columnsOf(all, seconds - warmup) });
    samples[`${nameOf(one)}, ${100 * one.loss} % lost, ms`] = latencies.map((time) => round(time, 1));
  }
  return {
    name: 'netlab-thin',
    parameters: { ...link, queue: direction.queue, seconds, warmup, runs },
    rows,
    samples,
  };
}

function nameOf({ apart, standbys, transport }: ThinVariant): string {
  if (transport === 'plain')
    return apart ? 'a plain WebSocket of its own' : 'the plain WebSocket of the bulk';
  return `${transport}, ${standbys === 0 ? 'no standby' : `${standbys} standby`}`;
}

function columnsOf(reports: readonly ThinReport[], seconds: number): Row {
  const latencies = reports.flatMap(({ sink }) => sink.latencies);
  const bulk = mean(reports.map(({ sink }) => sink.bulk));
  const ofAll = (p: number): number => round(quantile(latencies, p), 1);
  return {
    [`later than ${late} ms, %`]: round(
      (100 * latencies.filter((time) => time > late).length) / latencies.length,
      2,
    ),
    'median, ms': ofAll(0.5),
    'p99, ms': ofAll(0.99),
    'p99.9, ms': ofAll(0.999),
    'worst, ms': ofAll(1),
    'received /s': round(latencies.length / seconds / reports.length, 1),
    'bulk, Mbit/s': round((8 * bulk) / 1e6 / seconds, 2),
    failovers: sum(reports.map(({ source }) => source.failovers)),
  };
}
