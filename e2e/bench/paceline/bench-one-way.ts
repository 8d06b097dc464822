import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, spread } from '../../tools/statistics/statistics.ts';
import type { Benched } from '../benched.ts';
import { contest, ours, peers } from './contest.ts';
import type { Cost, Direction } from './loopback.ts';
import type { TransportName } from './programs/transports.ts';

/** A measurement of messages in one direction at maximum speed, with the units of its results. */
export interface OneWay {
  readonly name: string;
  /** Bytes of a message. */
  readonly size: number;
  readonly count: number;
  /**
   * Numbers of messages per turn of the event loop, for each case: one, or many as in a game step.
   */
  readonly batchSizes: readonly number[];
  readonly rounds: number;
  readonly warmUp: number;
  /** The unit of results. `perMessage`: units in a message; `micros`: µs in the unit of CPU time, which `cpu` names. */
  readonly unit: {
    readonly name: string;
    readonly perMessage: number;
    readonly cpu: string;
    readonly micros: number;
  };
  /** Minimum number of messages per second in the cases with many messages per turn. */
  readonly least?: number;
}

/** Throughput and CPU time of messages in one direction. */
export async function benchOneWay(plan: OneWay): Promise<Benched> {
  const { count, batchSizes, least, name, rounds, size, unit, warmUp } = plan;
  const units = count * unit.perMessage;
  const cases = (['down', 'up'] as const).flatMap((direction) =>
    batchSizes.map((perTurn) => ({
      way: wayOf(direction, perTurn, batchSizes.length > 1),
      direction,
      perTurn,
    })),
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

function wayOf(direction: Direction, perTurn: number, showsBatchSize: boolean): string {
  const where = direction === 'down' ? 'server to client' : 'client to server';
  return showsBatchSize ? `${where}, ${perTurn} per turn` : where;
}
