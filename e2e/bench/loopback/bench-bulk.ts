import type { TransportName } from '../../pages/paceline/loopback/transports.ts';
import type { Row } from '../../results.ts';
import { digits, median, spread } from '../../statistics.ts';
import type { Benched } from '../benched.ts';
import { contest, peers } from './contest.ts';
import type { Cost } from './loopback.ts';
import type { LoopbackScale } from './loopback-figures.ts';

const directions = [
  { direction: 'down', way: 'server to client' },
  { direction: 'up', way: 'client to server' },
] as const;

/** How fast large messages go, and what CPU time they take. */
export async function benchBulk(_: unknown, { bulk, rounds, warmUp }: LoopbackScale): Promise<Benched> {
  const size = 2 ** 16;
  const megabytes = (bulk * size) / 1e6;
  const found = await contest(peers, { rounds, warmUp }, async (loopback) => {
    const costs: Record<string, Cost> = {};
    for (const { direction, way } of directions)
      costs[way] = await loopback.pour(direction, { count: bulk, size, perTurn: 1 });
    return costs;
  });
  const perSecond = (by: TransportName, way: string): number[] =>
    found.get(by)!.map((costs) => (1000 * megabytes) / costs[way]!.time);
  const cpu = (by: TransportName, way: string): number[] =>
    found.get(by)!.map((costs) => costs[way]!.cpu / 1000 / megabytes);
  const rows = peers.flatMap((by) =>
    directions.map(({ way }): Row => ({
      by,
      way,
      'MB/s': digits(median(perSecond(by, way)), 3),
      'CPU of both ends, ms/MB': digits(median(cpu(by, way)), 3),
      spread: `±${digits(100 * spread(perSecond(by, way)), 2)} %`,
    })),
  );
  const samples = peers.flatMap((by) =>
    directions.map(({ way }) => [`${by}, ${way}: MB/s`, perSecond(by, way).map((value) => digits(value, 4))]),
  );
  return {
    name: 'bench-paceline-bulk',
    parameters: { rounds, messages: bulk, size },
    rows,
    samples: Object.fromEntries(samples) as Record<string, number[]>,
    bars: [],
  };
}
