import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, spread } from '../../tools/statistics/statistics.ts';
import type { Benched } from '../benched.ts';
import { contest, ours } from './contest.ts';
import type { LoopbackScale } from './loopback-figures.ts';
import type { Allocations, Direction } from './loopback.ts';
import type { TransportName } from './programs/transports.ts';

const size = 64;
const peers: readonly TransportName[] = [ours, 'Paceline without a standby', 'ws'];
const ways: Readonly<Record<string, { readonly direction: Direction; readonly perTurn: number }>> = {
  'server to client, 1 per turn': { direction: 'down', perTurn: 1 },
  'server to client, 20 per turn': { direction: 'down', perTurn: 20 },
  'client to server, 1 per turn': { direction: 'up', perTurn: 1 },
  'client to server, 20 per turn': { direction: 'up', perTurn: 20 },
};

// All allocations of a round fit into a young generation of 512 MiB. So no garbage is collected
// before the allocations are counted.
const flags = ['--min-semi-space-size=512', '--max-semi-space-size=512'];

/** Bytes that both endpoints allocate for a small message, including the allocations of the program that sends and counts. */
export async function benchAllocations(
  _: unknown,
  { messages, rounds, warmUp }: LoopbackScale,
): Promise<Benched> {
  const count = Math.ceil(messages / 5);
  const found = await contest(peers, { rounds, warmUp, flags }, async (loopback) => {
    const allocations: Record<string, Allocations> = {};
    for (const [way, { direction, perTurn }] of Object.entries(ways))
      allocations[way] = await loopback.allocations(direction, { count, size, perTurn });
    return allocations;
  });
  const names = Object.keys(ways);
  const each = (by: TransportName, way: string, of: (one: Allocations) => number): number[] =>
    found
      .get(by)!
      .map((allocations) => of(allocations[way]!) / count)
      .filter((bytes) => !Number.isNaN(bytes));
  const both = ({ received, sent }: Allocations): number => sent + received;
  const rows = names.flatMap((way) =>
    peers.map((by): Row => ({
      way,
      by,
      'sent, bytes': digits(median(each(by, way, ({ sent }) => sent)), 3),
      'received, bytes': digits(median(each(by, way, ({ received }) => received)), 3),
      'together, bytes': digits(median(each(by, way, both)), 3),
      spread: `±${digits(100 * spread(each(by, way, both)), 2)} %`,
    })),
  );
  const samples = peers.flatMap((by) =>
    names.map(
      (way) => [`${by}, ${way}: bytes`, each(by, way, both).map((bytes) => digits(bytes, 4))] as const,
    ),
  );
  const bar = judge({
    bar: `bytes allocated for a message of ${size} bytes by both ends: times those of ws`,
    limit: { most: 1 },
    where: 'Node',
    found: Object.fromEntries(
      names.map((way) => [way, median(each(ours, way, both)) / median(each('ws', way, both))]),
    ),
  });
  return {
    name: 'bench-paceline-allocations',
    parameters: { rounds, messages: count, size },
    rows,
    samples: Object.fromEntries(samples),
    bars: [bar],
  };
}
