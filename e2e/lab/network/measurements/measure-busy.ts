import type { Findings, Row } from '../../../tools/results/results.ts';
import { median, quantile, round, sum } from '../../../tools/statistics/statistics.ts';
import { runFlows } from '../ends/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Busy } from '../programs/keep-busy.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface BusyOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** How busy the sender is. */
  readonly busy: readonly Busy[];
}

/** Ms from when time counts until the connection in use vanishes, and for how long. */
const before = 1000;
const hole = 5000;

/** An outage may take so many ms, and one busy period. */
const limit = 350;

/** Lets the connection in use vanish while the sender is busy, and returns how long the slowest control message took. */
export async function measureBusy(options: BusyOptions): Promise<Findings> {
  const { busy, goes, lab, link, seconds, tell, warmup } = options;
  const way = await prepareLab(lab, link);
  const reports = await inTurns(busy, goes, (one, go) => {
    tell(`busy ${one.ms} of ${one.of} ms, ${go} of ${goes}`);
    const flow = { transport: 'paceA', flows: 1, videos: 1, threshold: 200, standbys: 1 } as const;
    let used = 0;
    const note = (port: number): void => {
      used = port;
    };
    const vanish = (): void => void setTimeout(() => void lab.hole(hole, used), before);
    return runFlows(lab, { ...flow, seconds, warmup, busy: one }, note, 'node', vanish);
  });
  const rows: Row[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const [{ ms, of }, all] of reports) {
    const longest = all.map(({ sink }) => quantile(sink.control[0]!, 1));
    rows.push({
      'busy, ms': ms,
      'of, ms': of,
      runs: all.length,
      failovers: sum(all.map(({ source }) => source.failovers)),
      'longest control message, median, ms': round(median(longest), 0),
      'of all, ms': round(Math.max(...longest), 0),
      'limit, ms': limit + ms,
    });
    samples[`busy ${ms} of ${of} ms`] = longest.map((time) => round(time, 1));
  }
  const parameters = { ...link, queue: way.queue, seconds, warmup, goes, hole };
  return { name: 'netlab-busy', parameters, rows, samples };
}
