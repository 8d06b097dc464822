import type { Findings, Row } from '../../../tools/results/results.ts';
import { mean, quantile, round, standardError } from '../../../tools/statistics/statistics.ts';
import { runBulk } from '../endpoints/run-bulk.ts';
import { bytesOf, type FlowsRun, runFlows } from '../endpoints/run-flows.ts';
import type { Lab } from '../link/lab.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Transport } from '../programs/flow.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface ShareOptions extends Omit<LabMeasurement, 'lab'> {
  readonly links: readonly { readonly lab: Lab; readonly plan: LinkPlan }[];
  readonly transports: readonly Transport[];
}

/** The result of one run. */
interface Contest {
  /** Bytes that the transport received. */
  readonly ours: number;
  /** Bytes that the plain TCP connection received. */
  readonly theirs: number;
  /** Latency of each control message, in ms. */
  readonly control: readonly number[];
}

/**
 * Lets a download by each transport share a link with one plain TCP connection, and returns the shares, for `writeResults`. Shares vary greatly between
 * runs, which makes many runs necessary. Therefore links are measured at the same time, each in its own lab.
 */
export async function measureShare(options: ShareOptions): Promise<Findings> {
  const { runs, links, seconds, warmup } = options;
  const all = await Promise.all(links.map(({ lab, plan }) => shareOnLink(lab, plan, options)));
  return {
    name: 'netlab-share',
    parameters: { seconds, warmup, runs },
    rows: all.flatMap(({ rows }) => rows),
    samples: Object.fromEntries(all.flatMap(({ samples }) => samples)),
  };
}

async function shareOnLink(
  lab: Lab,
  plan: LinkPlan,
  { runs, seconds, log, transports, warmup }: ShareOptions,
): Promise<{ readonly rows: Row[]; readonly samples: [string, number[]][] }> {
  await prepareLab(lab, plan);
  const link = `${plan.rate} Mbit/s, ${plan.roundTrip} ms`;
  const contests = await inTurns(transports, runs, (transport, turn) => {
    log(`${link}, ${transport}, ${turn} of ${runs}`);
    return contend(lab, transport, { seconds, warmup });
  });
  const ofPlain = mean((contests.get('plain') ?? []).map(shareOf));
  const rows = [...contests].map(([transport, all]): Row => {
    const shares = all.map(shareOf);
    const control = all.flatMap((one) => one.control);
    const both = all.map(({ ours, theirs }) => (8 * (ours + theirs)) / 1e6 / (seconds - warmup));
    return {
      link,
      transport,
      'share beside one TCP': round(mean(shares), 3),
      'standard error': round(standardError(shares), 3),
      '× that of plain': round(mean(shares) / ofPlain, 2),
      'both, Mbit/s': round(mean(both), 2),
      'control median, ms': round(quantile(control, 0.5), 1),
      'p99.9, ms': round(quantile(control, 0.999), 1),
    };
  });
  const samples = [...contests].map(([transport, all]): [string, number[]] => [
    `${link}, ${transport}: share`,
    all.map((one) => round(shareOf(one), 4)),
  ]);
  return { rows, samples };
}

async function contend(
  lab: Lab,
  transport: Transport,
  time: Pick<FlowsRun, 'seconds' | 'warmup'>,
): Promise<Contest> {
  const run = { ...time, transport, flows: 1, videos: 1, isBulk: true, standbys: 0, threshold: 1000 };
  const bulk = runBulk(lab, 'left', time);
  const report = await runFlows(lab, run);
  return { ours: bytesOf(report), theirs: await bulk, control: report.sink.control.flat() };
}

function shareOf({ ours, theirs }: Contest): number {
  return ours / (ours + theirs);
}
