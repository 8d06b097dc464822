import type { Findings, Row } from '../../../tools/results/results.ts';
import { median, quantile, round, sum } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, runFlows } from '../endpoints/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Transport } from '../programs/flow.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface HolesOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** Durations of the outages of the active connection, in ms. */
  readonly holes: readonly number[];
  readonly transports: readonly Transport[];
}

/** Ms from the beginning of the measured time to the outage. */
const before = 1500;

/** Drops all packets of the active connection of a video for a while, with and without a standby, and returns the latency of the slowest control message. */
export async function measureHoles(options: HolesOptions): Promise<Findings> {
  const { runs, holes, lab, link, seconds, log, transports, warmup } = options;
  const direction = await prepareLab(lab, link);
  const cases = transports.flatMap((transport) =>
    (transport === 'plain' ? [0] : [0, 1]).flatMap((standbys) =>
      holes.map((hole) => ({ transport, standbys, hole })),
    ),
  );
  const reports = await inTurns(cases, runs, ({ hole, standbys, transport }, turn) => {
    log(`${transport}, ${standbys} standbys, a hole of ${hole} ms, ${turn} of ${runs}`);
    const run = { transport, flows: 1, videos: 1, seconds, warmup, threshold: 200, standbys };
    let activePort = 0;
    const noteFirstPort = (port: number): void => {
      activePort = port;
    };
    const interrupt = (): void => void setTimeout(() => void lab.hole(hole, activePort), before);
    return runFlows(lab, run, noteFirstPort, 'node', interrupt);
  });
  const rows: Row[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const [{ hole, standbys, transport }, all] of reports) {
    const longest = all.map(longestOf);
    rows.push({
      transport,
      standbys,
      'hole, ms': hole,
      'longest control message, median, ms': round(median(longest), 0),
      'of all, ms': round(Math.max(...longest), 0),
      failovers: sum(all.map(({ source }) => source.failovers)),
    });
    samples[`${transport}, ${standbys} standbys, ${hole} ms`] = longest.map((time) => round(time, 1));
  }
  const parameters = { ...link, queue: direction.queue, seconds, warmup, runs };
  return { name: 'netlab-holes', parameters, rows, samples };
}

function longestOf({ sink }: FlowsReport): number {
  return quantile(sink.control[0]!, 1);
}
