import type { Findings, Row } from '../../../tools/results/results.ts';
import { mean, quantile, round } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, type FlowsRun, goodputOf, runFlows } from '../ends/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { StreamPlan, Transport } from '../programs/flow.ts';
import { costColumns } from './cost-columns.ts';
import { inTurns } from './in-turns.ts';
import { jainOf } from './jain.ts';
import type { LabMeasurement } from './lab-measurement.ts';
import { layersEach, layersInTime } from './picture-quality.ts';

export interface SessionsOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** Videos of 4 Mbit/s, each with control messages of its own. */
  readonly videos: number;
  /** Which of them have a connection, or a session, for each video, and which have one for all, of which these are streams. */
  readonly apart: readonly Transport[];
  readonly together: readonly Transport[];
}

interface Case {
  readonly transport: Transport;
  readonly apart: boolean;
}

/** Ms after which a layer is of no use. */
const threshold = 200;

/** Lets videos share a link as streams of one session, and as sessions of their own, and returns what that is worth, ready to be written. */
export async function measureSessions(options: SessionsOptions): Promise<Findings> {
  const { apart: ofEach, goes, lab, link, seconds, tell, together, videos, warmup } = options;
  const way = await prepareLab(lab, link);
  const cases: Case[] = [
    ...ofEach.map((transport) => ({ transport, apart: true })),
    ...together.map((transport) => ({ transport, apart: false })),
  ];
  const reports = await inTurns(cases, goes, ({ apart, transport }, go) => {
    tell(`${videos} videos ${apart ? 'apart' : 'together'}, ${transport}, ${go} of ${goes}`);
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
      ...costColumns(all, way.rate),
    });
    const control = all.flatMap(({ sink }) => sink.control.flat());
    samples[`${name}, ${transport}: control, ms`] = control.map((time) => round(time, 1));
  }
  const parameters = { ...link, queue: way.queue, videos, seconds, warmup, goes, threshold };
  return { name: 'netlab-sessions', parameters, rows, samples };
}

function columnsOf(reports: readonly FlowsReport[], seconds: number): Row {
  const control = reports.flatMap(({ sink }) => sink.control.flat());
  const seen = reports.flatMap(({ sink }) => sink.pictures.flat().map((one) => layersInTime(one, threshold)));
  const shown = mean(seen.map((layers) => (layers > 0 ? 1 : 0)));
  return {
    'control median, ms': round(quantile(control, 0.5), 1),
    'control p99.9, ms': round(quantile(control, 0.999), 1),
    'goodput, Mbit/s': round(goodputOf(reports, seconds), 2),
    'Jain in 500 ms': round(mean(reports.flatMap(({ sink }) => jainOf(sink.slots))), 4),
    'pictures in time /s': round((shown * 1000) / reports[0]!.sink.period, 1),
    'layers each': round(layersEach(seen), 2),
  };
}
