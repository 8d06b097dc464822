import type { TransportName } from '../../pages/paceline/loopback/transports.ts';
import type { Row } from '../../results.ts';
import { digits, median, spread } from '../../statistics.ts';
import { judge } from '../bar.ts';
import type { Benched } from '../benched.ts';
import { contest, ours, peers } from './contest.ts';
import type { Cost, Direction } from './loopback.ts';
import type { LoopbackScale } from './loopback-figures.ts';

/** Messages in a turn of the event loop, each by itself or as a game's step sends them. */
const crowds = [1, 100];

/** How many messages of 64 bytes go in a second, and what CPU time they take. */
export async function benchSmall(_: unknown, { messages, rounds, warmUp }: LoopbackScale): Promise<Benched> {
  const size = 64;
  const cases = (['down', 'up'] as const).flatMap((direction) =>
    crowds.map((perTurn) => ({ name: nameOf(direction, perTurn), direction, perTurn })),
  );
  const found = await contest(peers, { rounds, warmUp }, async (loopback) => {
    const costs: Record<string, Cost> = {};
    for (const { direction, name, perTurn } of cases)
      costs[name] = await loopback.pour(direction, { count: messages, size, perTurn });
    return costs;
  });
  const perSecond = (name: TransportName, of: string): number[] =>
    found.get(name)!.map((costs) => (1000 * messages) / costs[of]!.time);
  const micros = (name: TransportName, of: string): number[] =>
    found.get(name)!.map((costs) => costs[of]!.cpu / messages);
  const rows = peers.flatMap((by) =>
    cases.map(({ name }): Row => ({
      by,
      way: name,
      'messages/s': digits(median(perSecond(by, name)), 3),
      'CPU of both ends, µs': digits(median(micros(by, name)), 3),
      spread: `±${digits(100 * spread(perSecond(by, name)), 2)} %`,
    })),
  );
  const many = cases.filter(({ perTurn }) => perTurn > 1);
  const bar = judge({
    bar: `messages of ${size} bytes in a second`,
    limit: { least: 200_000 },
    where: 'Node',
    found: Object.fromEntries(many.map(({ name }) => [name, median(perSecond(ours, name))])),
  });
  const samples = peers.flatMap((by) =>
    cases.flatMap(({ name }) => [
      [`${by}, ${name}: messages/s`, perSecond(by, name).map((value) => digits(value, 4))],
      [`${by}, ${name}: µs of CPU`, micros(by, name).map((value) => digits(value, 4))],
    ]),
  );
  return {
    name: 'bench-paceline-small',
    parameters: { rounds, messages, size },
    rows,
    samples: Object.fromEntries(samples) as Record<string, number[]>,
    bars: [bar],
  };
}

function nameOf(direction: Direction, perTurn: number): string {
  const where = direction === 'down' ? 'server to client' : 'client to server';
  return `${where}, ${perTurn} per turn`;
}
