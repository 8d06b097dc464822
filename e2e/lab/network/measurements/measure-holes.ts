import type { Findings, Row } from '../../../tools/results/results.ts';
import { median, quantile, round, sum } from '../../../tools/statistics/statistics.ts';
import { type FlowsReport, runFlows } from '../ends/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Transport } from '../programs/flow.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface HolesOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** Ms for which nothing comes through of the connection that is used. */
  readonly holes: readonly number[];
  readonly transports: readonly Transport[];
}

/** Ms from when time counts until the hole. */
const before = 1500;

/** Lets the connection of a video vanish for a while, with another one that waits and without, and returns for how long control messages were held up. */
export async function measureHoles(options: HolesOptions): Promise<Findings> {
  const { goes, holes, lab, link, seconds, tell, transports, warmup } = options;
  const way = await prepareLab(lab, link);
  const cases = transports.flatMap((transport) =>
    (transport === 'plain' ? [0] : [0, 1]).flatMap((standbys) =>
      holes.map((hole) => ({ transport, standbys, hole })),
    ),
  );
  const reports = await inTurns(cases, goes, ({ hole, standbys, transport }, go) => {
    tell(`${transport}, ${standbys} standbys, a hole of ${hole} ms, ${go} of ${goes}`);
    const run = { transport, flows: 1, videos: 1, seconds, warmup, threshold: 200, standbys };
    let used = 0;
    const note = (port: number): void => {
      used = port;
    };
    const vanish = (): void => void setTimeout(() => void lab.hole(hole, used), before);
    return runFlows(lab, run, note, 'node', vanish);
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
  const parameters = { ...link, queue: way.queue, seconds, warmup, goes };
  return { name: 'netlab-holes', parameters, rows, samples };
}

function longestOf({ sink }: FlowsReport): number {
  return quantile(sink.control[0]!, 1);
}
