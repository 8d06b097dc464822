import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, spread } from '../../tools/statistics/statistics.ts';
import type { Benched } from '../benched.ts';
import { contest, ours, peers } from './contest.ts';
import type { Cost, Direction } from './loopback.ts';
import type { TransportName } from './programs/transports.ts';

/** Messages that go one way as fast as they can, and how their cost is said. */
export interface OneWay {
  readonly name: string;
  /** Bytes of a message. */
  readonly size: number;
  readonly count: number;
  /** Messages in a turn of the event loop, each by itself or as a game's step sends them. */
  readonly crowds: readonly number[];
  readonly rounds: number;
  readonly warmUp: number;
  /** Speed and CPU time are said for it: so many of it are a message; `micros`: µs of CPU time in the unit in which that is said. */
  readonly unit: {
    readonly name: string;
    readonly perMessage: number;
    readonly cpu: string;
    readonly micros: number;
  };
  /** How many messages must go in a second where a turn has many. */
  readonly least?: number;
}

/** How fast messages go, and what CPU time they take. */
export async function benchOneWay(plan: OneWay): Promise<Benched> {
  const { count, crowds, least, name, rounds, size, unit, warmUp } = plan;
  const units = count * unit.perMessage;
  const cases = (['down', 'up'] as const).flatMap((direction) =>
    crowds.map((perTurn) => ({ way: wayOf(direction, perTurn, crowds.length > 1), direction, perTurn })),
  );
  const found = await contest(peers, { rounds, warmUp }, async (loopback) => {
    const costs: Record<string, Cost> = {};
    for (const { direction, perTurn, way } of cases)
      costs[way] = await loopback.pour(direction, { count, size, perTurn });
    return costs;
  });
  const perSecond = (by: TransportName, way: string): number[] =>
    found.get(by)!.map((costs) => (1000 * units) / costs[way]!.time);
  const cpu = (by: TransportName, way: string): number[] =>
    found.get(by)!.map((costs) => costs[way]!.cpu / units / unit.micros);
  const rows = peers.flatMap((by) =>
    cases.map(({ way }): Row => ({
      by,
      way,
      [`${unit.name}/s`]: digits(median(perSecond(by, way)), 3),
      [`CPU of both ends, ${unit.cpu}`]: digits(median(cpu(by, way)), 3),
      spread: `±${digits(100 * spread(perSecond(by, way)), 2)} %`,
    })),
  );
  const samples = peers.flatMap((by) =>
    cases.flatMap(({ way }) => [
      [`${by}, ${way}: ${unit.name}/s`, perSecond(by, way).map((value) => digits(value, 4))],
      [`${by}, ${way}: CPU, ${unit.cpu}`, cpu(by, way).map((value) => digits(value, 4))],
    ]),
  );
  const many = cases.filter(({ perTurn }) => perTurn > 1);
  const bar = {
    bar: `messages of ${size} bytes in a second`,
    where: 'Node',
    found: Object.fromEntries(many.map(({ way }) => [way, median(perSecond(ours, way))])),
  };
  return {
    name,
    parameters: { rounds, messages: count, size },
    rows,
    samples: Object.fromEntries(samples) as Record<string, number[]>,
    bars: least === undefined ? [] : [judge({ ...bar, limit: { least } })],
  };
}

function wayOf(direction: Direction, perTurn: number, showsCrowd: boolean): string {
  const where = direction === 'down' ? 'server to client' : 'client to server';
  return showsCrowd ? `${where}, ${perTurn} per turn` : where;
}
