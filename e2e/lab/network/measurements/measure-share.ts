import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { mean, quantile, round, standardError } from '../../../tools/statistics/statistics.ts';
import { bytesOf, type FlowsRun, runFlows } from '../ends/run-flows.ts';
import { addressOf, type Lab } from '../link/lab.ts';
import { type LinkPlan, prepareLab } from '../link/prepare-lab.ts';
import type { Transport } from '../programs/flow.ts';
import { inTurns } from './in-turns.ts';
import type { LabMeasurement } from './lab-measurement.ts';

export interface ShareOptions extends Omit<LabMeasurement, 'lab'> {
  readonly links: readonly { readonly lab: Lab; readonly plan: LinkPlan }[];
  readonly transports: readonly Transport[];
}

/** What came of one run. */
interface Contest {
  /** Bytes. */
  readonly ours: number;
  readonly theirs: number;
  /** Ms that control messages took. */
  readonly control: readonly number[];
}

const bulkPort = 9200;
const program = fileURLToPath(new URL('bulk-end.mjs', import.meta.url));

/**
 * Lets a download by each transport share a link with one plain TCP connection, and returns who got how much, ready to be written. Links are measured side
 * by side, in a lab each: shares change so much from one run to the next that it takes many.
 */
export async function measureShare(options: ShareOptions): Promise<Findings> {
  const { goes, links, seconds, warmup } = options;
  const all = await Promise.all(links.map(({ lab, plan }) => shareOnLink(lab, plan, options)));
  return {
    name: 'netlab-share',
    parameters: { seconds, warmup, goes },
    rows: all.flatMap(({ rows }) => rows),
    samples: Object.fromEntries(all.flatMap(({ samples }) => samples)),
  };
}

async function shareOnLink(
  lab: Lab,
  plan: LinkPlan,
  { goes, seconds, tell, transports, warmup }: ShareOptions,
): Promise<{ readonly rows: Row[]; readonly samples: [string, number[]][] }> {
  await prepareLab(lab, plan);
  const link = `${plan.rate} Mbit/s, ${plan.roundTrip} ms`;
  const contests = await inTurns(transports, goes, (transport, go) => {
    tell(`${link}, ${transport}, ${go} of ${goes}`);
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
  const bulk = startBulk(lab, time);
  const report = await runFlows(lab, run);
  return { ours: bytesOf(report), theirs: await bulk, control: report.sink.control.flat() };
}

function shareOf({ ours, theirs }: Contest): number {
  return ours / (ours + theirs);
}

/** Resolves to the bytes that a plain TCP connection carried. */
async function startBulk(
  lab: Lab,
  { seconds, warmup }: Pick<FlowsRun, 'seconds' | 'warmup'>,
): Promise<number> {
  const sender = lab.start('left', process.execPath, [program, 'send', String(bulkPort)]);
  await once(sender.stdout!, 'data'); // it listens
  const taker = lab.start('right', process.execPath, [
    program,
    'take',
    addressOf.left,
    ...[bulkPort, seconds, warmup].map(String),
  ]);
  const [bytes] = (await once(taker.stdout!, 'data')) as [Buffer];
  sender.kill();
  return Number(bytes.toString());
}
