import type { Findings, Row } from '../../../tools/results/results.ts';
import { mean, quantile, round } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, type FlowsRun, goodputOf, runFlows } from '../endpoints/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { StreamPlan, Transport } from '../programs/flow.ts';
import { costColumns } from './cost-columns.ts';
import { inTurns } from './in-turns.ts';
import { jainOf } from './jain.ts';
import type { LabMeasurement } from './lab-measurement.ts';
import { layersEach, layersInTime } from './frame-quality.ts';

export interface SessionsOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** Videos of 4 Mbit/s, each with control messages of its own. */
  readonly videos: number;
  /** Transports with a connection or session per video. */
  readonly apart: readonly Transport[];
  /** Transports with one connection for all videos, which are streams of one session in Paceline. */
  readonly together: readonly Transport[];
}

interface Case {
  readonly transport: Transport;
  readonly apart: boolean;
}

/** Ms after which a layer expires. */
const threshold = 200;

/**
 * Sends videos over one shared connection, and over a connection each. Returns latency, goodput,
 * fairness and cost, for `writeResults`.
 */
export async function measureSessions(options: SessionsOptions): Promise<Findings> {
  const { apart: ofEach, runs, lab, link, seconds, log, together, videos, warmup } = options;
  const direction = await prepareLab(lab, link);
  const cases: Case[] = [
    ...ofEach.map((transport) => ({ transport, apart: true })),
    ...together.map((transport) => ({ transport, apart: false })),
  ];
  const reports = await inTurns(cases, runs, ({ apart, transport }, turn) => {
    log(`${videos} videos ${apart ? 'apart' : 'together'}, ${transport}, ${turn} of ${runs}`);
    const streams: StreamPlan[] = Array.from({ length: apart ? 1 : videos }, () => ({ rate: 4e6 }));
    const flows = apart ? videos : 1;
    const run: FlowsRun = { transport, flows, videos: 1, streams, seconds, warmup, threshold, standbys: 0 };
    return runFlows(lab, run);
  });
  const rows: Row[] = [];
  const samples: Record<string, readonly unknown[]> = {};
  for (const [{ apart, transport }, all] of reports) {
    const name = `${videos} ${apart ? 'apart' : 'together'}`;
    rows.push({
      videos: name,
      transport,
      ...columnsOf(all, seconds - warmup),
      ...costColumns(all, direction.rate),
    });
    const control = all.flatMap(({ sink }) => sink.control.flat());
    samples[`${name}, ${transport}: control, ms`] = control.map((time) => round(time, 1));
  }
  const parameters = { ...link, queue: direction.queue, videos, seconds, warmup, runs, threshold };
  return { name: 'netlab-sessions', parameters, rows, samples };
}

function columnsOf(reports: readonly FlowsReport[], seconds: number): Row {
  const control = reports.flatMap(({ sink }) => sink.control.flat());
  const seen = reports.flatMap(({ sink }) => sink.frames.flat().map((one) => layersInTime(one, threshold)));
  const shown = mean(seen.map((layers) => (layers > 0 ? 1 : 0)));
  return {
    'control median, ms': round(quantile(control, 0.5), 1),
    'control p99.9, ms': round(quantile(control, 0.999), 1),
    'goodput, Mbit/s': round(goodputOf(reports, seconds), 2),
    'Jain in 500 ms': round(mean(reports.flatMap(({ sink }) => jainOf(sink.slots))), 4),
    'frames in time /s': round((shown * 1000) / reports[0]!.sink.period, 1),
    'layers each': round(layersEach(seen), 2),
  };
}
