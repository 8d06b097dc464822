import type { Findings, Row } from '../../../tools/results/results.ts';
import { median, quantile, round, sum } from '../../../tools/statistics/statistics.ts';
import { runFlows } from '../endpoints/run-flows.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Busy } from '../programs/keep-busy.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface BusyOptions extends LabMeasurement {
  readonly link: LinkPlan;
  /** CPU loads of the sender to compare. */
  readonly busy: readonly Busy[];
}

/** Ms from the beginning of the measured time to the outage. */
const before = 1000;
/** Duration of the outage in ms. */
const hole = 5000;

/** Limit for the latency of the slowest control message, in ms. `ms` of `Busy` is added to it. */
const limit = 350;

/** Drops all packets of the active connection while the sender is busy, and returns the latency of the slowest control message. */
export async function measureBusy(options: BusyOptions): Promise<Findings> {
  const { busy, runs, lab, link, seconds, log, warmup } = options;
  const direction = await prepareLab(lab, link);
  const reports = await inTurns(busy, runs, (one, turn) => {
    log(`busy ${one.ms} of ${one.period} ms, ${turn} of ${runs}`);
    const flow = { transport: 'paceA', flows: 1, videos: 1, threshold: 200, standbys: 1 } as const;
    let activePort = 0;
    const noteFirstPort = (port: number): void => {
      activePort = port;
    };
    const interrupt = (): void => void setTimeout(() => void lab.hole(hole, activePort), before);
    return runFlows(lab, { ...flow, seconds, warmup, busy: one }, noteFirstPort, 'node', interrupt);
  });
  const rows: Row[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const [{ ms, period }, all] of reports) {
    const longest = all.map(({ sink }) => quantile(sink.control[0]!, 1));
    rows.push({
      'busy, ms': ms,
      'of, ms': period,
      runs: all.length,
      failovers: sum(all.map(({ source }) => source.failovers)),
      'longest control message, median, ms': round(median(longest), 0),
      'of all, ms': round(Math.max(...longest), 0),
      'limit, ms': limit + ms,
    });
    samples[`busy ${ms} of ${period} ms`] = longest.map((time) => round(time, 1));
  }
  const parameters = { ...link, queue: direction.queue, seconds, warmup, runs, hole };
  return { name: 'netlab-busy', parameters, rows, samples };
}
