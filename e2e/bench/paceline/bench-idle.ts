import type { Row } from '../../tools/results/results.ts';
import { digits, median, spread } from '../../tools/statistics/statistics.ts';
import type { FigureResults } from '../figure-results.ts';
import { ours, takeTurns } from './contest.ts';
import type { LoopbackScale } from './loopback-figures.ts';
import { Loopback } from './loopback.ts';
import type { Memory } from './program.ts';
import type { TransportName } from './programs/transports.ts';

/** Memory of a server for idle connections. */
export async function benchIdle(_: unknown, { idle, rounds }: LoopbackScale): Promise<FigureResults> {
  const names: readonly TransportName[] = [ours, 'Paceline without a standby', 'ws', 'socket.io, bytes'];
  const found = new Map(names.map((name) => [name, [] as Memory[]]));
  const turns = { rounds: Math.ceil(rounds / 3), warmUp: 0 };
  await takeTurns(names.length, turns, async (index) => {
    const name = names[index]!;
    found.get(name)!.push(await memoryOfEach(name, idle));
  });
  const values = (name: TransportName, of: keyof Memory): number[] => found.get(name)!.map((one) => one[of]);
  const rows = names.map((name): Row => ({
    by: name,
    'objects, kB': digits(median(values(name, 'heap')) / 1000, 3),
    'buffers, kB': digits(median(values(name, 'buffers')) / 1000, 3),
    spread: `±${digits(100 * spread(values(name, 'heap')), 2)} %`,
  }));
  const samples = names.flatMap((name) => [
    [`${name}: bytes of objects`, values(name, 'heap').map(Math.round)],
    [`${name}: bytes of buffers`, values(name, 'buffers').map(Math.round)],
  ]);
  return {
    name: 'bench-paceline-idle',
    parameters: { rounds: turns.rounds, idle },
    rows,
    samples: Object.fromEntries(samples) as Record<string, number[]>,
    bars: [],
  };
}

/** Memory of a server per connection, averaged over `count` idle connections. */
async function memoryOfEach(name: TransportName, count: number): Promise<Memory> {
  const loopback = await Loopback.start(name);
  try {
    const before = await loopback.memory();
    await loopback.connect(count);
    const after = await loopback.memory();
    return { heap: (after.heap - before.heap) / count, buffers: (after.buffers - before.buffers) / count };
  } finally {
    await loopback.stop();
  }
}
