import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, spread } from '../../tools/statistics/statistics.ts';
import type { FigureResults } from '../figure-results.ts';
import { contest, ours } from './contest.ts';
import type { LoopbackScale } from './loopback-figures.ts';
import type { Allocations, Direction } from './loopback.ts';
import type { TransportName } from './programs/transports.ts';

const size = 64;
const peers: readonly TransportName[] = [ours, 'Paceline without a standby', 'ws'];
const cases: Readonly<Record<string, { readonly direction: Direction; readonly perTurn: number }>> = {
  'server to client, 1 per turn': { direction: 'down', perTurn: 1 },
  'server to client, 20 per turn': { direction: 'down', perTurn: 20 },
  'client to server, 1 per turn': { direction: 'up', perTurn: 1 },
  'client to server, 20 per turn': { direction: 'up', perTurn: 20 },
};

/** Bytes that both endpoints allocate for a small message, including the allocations of the program that sends and counts. */
export async function benchAllocations(
  _: unknown,
  { messages, rounds, warmUp, youngGeneration }: LoopbackScale,
): Promise<FigureResults> {
  const count = Math.ceil(messages / 5);
  // All allocations of a round fit into the young generation. So no garbage is collected before they
  // are counted.
  const flags = [`--min-semi-space-size=${youngGeneration}`, `--max-semi-space-size=${youngGeneration}`];
  const found = await contest(peers, { rounds, warmUp, flags }, async (loopback) => {
    const allocations: Record<string, Allocations> = {};
    for (const [name, { direction, perTurn }] of Object.entries(cases))
      allocations[name] = await loopback.allocations(direction, { count, size, perTurn });
    return allocations;
  });
  const names = Object.keys(cases);
  const each = (by: TransportName, direction: string, of: (one: Allocations) => number): number[] =>
    found
      .get(by)!
      .map((allocations) => of(allocations[direction]!) / count)
      .filter((bytes) => !Number.isNaN(bytes));
  const both = ({ received, sent }: Allocations): number => sent + received;
  const rows = names.flatMap((direction) =>
    peers.map((by): Row => ({
      direction,
      by,
      'sent, bytes': digits(median(each(by, direction, ({ sent }) => sent)), 3),
      'received, bytes': digits(median(each(by, direction, ({ received }) => received)), 3),
      'together, bytes': digits(median(each(by, direction, both)), 3),
      spread: `±${digits(100 * spread(each(by, direction, both)), 2)} %`,
    })),
  );
  const samples = peers.flatMap((by) =>
    names.map(
      (direction) =>
        [`${by}, ${direction}: bytes`, each(by, direction, both).map((bytes) => digits(bytes, 4))] as const,
    ),
  );
  const bar = judge({
    bar: `bytes allocated for a message of ${size} bytes by both endpoints: times those of ws`,
    limit: { most: 1 },
    environment: 'Node',
    found: Object.fromEntries(
      names.map((direction) => [
        direction,
        median(each(ours, direction, both)) / median(each('ws', direction, both)),
      ]),
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
