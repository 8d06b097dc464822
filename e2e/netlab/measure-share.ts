import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Transport } from '../pages/netlab/flow.ts';
import type { Findings, Row } from '../results.ts';
import { mean, quantile, round } from '../statistics.ts';
import { addressOf, type Lab } from './lab.ts';
import { runFlows } from './run-flows.ts';

export interface ShareOptions {
  readonly lab: Lab;
  /** Mbit/s, and ms there and back; the queue is two bandwidth-delay products. */
  readonly links: readonly (readonly [rate: number, roundTrip: number])[];
  readonly transports: readonly Transport[];
  readonly seconds: number;
  readonly warmup: number;
  readonly goes: number;
  readonly tell: (text: string) => void;
}

const bulkPort = 9200;
const program = fileURLToPath(new URL('bulk-end.mjs', import.meta.url));

/** Lets a download by each transport share a link with one plain TCP connection, and returns who got how much, ready to be written. */
export async function measureShare(options: ShareOptions): Promise<Findings> {
  const { goes, lab, links, seconds, tell, transports, warmup } = options;
  for (const side of ['left', 'right'] as const) lab.congestionControl(side, 'cubic');
  const rows: Row[] = [];
  const samples: Record<string, readonly number[]> = {};
  for (const [rate, roundTrip] of links) {
    await lab.set({
      rate: rate * 1e6,
      delay: roundTrip / 2,
      queue: Math.round((2 * rate * 1e6 * roundTrip) / 8000),
    });
    let ofPlain = NaN;
    for (const transport of transports) {
      const shares: number[] = [];
      const rates: number[] = [];
      const control: number[] = [];
      for (let go = 0; go < goes; go++) {
        tell(`${rate} Mbit/s, ${roundTrip} ms, ${transport}, ${go + 1} of ${goes}`);
        const run = {
          transport,
          flows: 1,
          videos: 1,
          isBulk: true,
          standbys: 0,
          threshold: 1000,
          seconds,
          warmup,
        };
        const bulk = startBulk(lab, seconds, warmup);
        const { sink } = await runFlows(lab, run);
        const ours = sink.slots.flat().reduce((sum, bytes) => sum + bytes, 0);
        const theirs = await bulk;
        shares.push(ours / (ours + theirs));
        rates.push((8 * (ours + theirs)) / 1e6 / (seconds - warmup));
        control.push(...sink.control.flat());
      }
      const share = mean(shares);
      if (transport === 'plain') ofPlain = share;
      samples[`${rate} Mbit/s, ${roundTrip} ms, ${transport}: share`] = shares.map((one) => round(one, 4));
      rows.push({
        link: `${rate} Mbit/s, ${roundTrip} ms`,
        transport,
        'share beside one TCP': round(share, 3),
        '× that of plain': round(share / ofPlain, 2),
        'both, Mbit/s': round(mean(rates), 2),
        'control median, ms': round(quantile(control, 0.5), 1),
        'p99.9, ms': round(quantile(control, 0.999), 1),
      });
    }
  }
  return { name: 'netlab-share', parameters: { seconds, warmup, goes }, rows, samples };
}

/** Resolves to the bytes that a plain TCP connection carried. */
async function startBulk(lab: Lab, seconds: number, warmup: number): Promise<number> {
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
