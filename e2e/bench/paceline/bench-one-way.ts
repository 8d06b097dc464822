import type { Row } from '../../tools/results/results.ts';
import { judge } from '../../tools/statistics/bar.ts';
import { digits, median, spread } from '../../tools/statistics/statistics.ts';
import type { FigureResults } from '../figure-results.ts';
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
  /**
   * The unit of results. `perMessage`: units per message. `cpu`: the unit of the column of CPU time, such as `ms/MB`. `micros`: number of µs in the unit of time of `cpu`, 1000 for ms.
   */
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
export async function benchOneWay(plan: OneWay): Promise<FigureResults> {
  const { count, batchSizes, least, name, rounds, size, unit, warmUp } = plan;
  const units = count * unit.perMessage;
  const cases = (['down', 'up'] as const).flatMap((direction) =>
    batchSizes.map((perTurn) => ({
      name: directionName(direction, perTurn, batchSizes.length > 1),
      direction,
      perTurn,
    })),
  );
  const found = await contest(peers, { rounds, warmUp }, async (loopback) => {
    const costs: Record<string, Cost> = {};
    for (const { direction, name: caseName, perTurn } of cases)
      costs[caseName] = await loopback.sendAtMaximumSpeed(direction, { count, size, perTurn });
    return costs;
  });
  const perSecond = (by: TransportName, direction: string): number[] =>
    found.get(by)!.map((costs) => (1000 * units) / costs[direction]!.time);
  const cpu = (by: TransportName, direction: string): number[] =>
    found.get(by)!.map((costs) => costs[direction]!.cpu / units / unit.micros);
  const rows = peers.flatMap((by) =>
    cases.map(({ name: direction }): Row => ({
      by,
      direction,
      [`${unit.name}/s`]: digits(median(perSecond(by, direction)), 3),
      [`CPU of both endpoints, ${unit.cpu}`]: digits(median(cpu(by, direction)), 3),
      spread: `±${digits(100 * spread(perSecond(by, direction)), 2)} %`,
    })),
  );
  const samples = peers.flatMap((by) =>
    cases.flatMap(({ name: direction }) => [
      [`${by}, ${direction}: ${unit.name}/s`, perSecond(by, direction).map((value) => digits(value, 4))],
      [`${by}, ${direction}: CPU, ${unit.cpu}`, cpu(by, direction).map((value) => digits(value, 4))],
    ]),
  );
  const many = cases.filter(({ perTurn }) => perTurn > 1);
  const bar = {
    bar: `messages of ${size} bytes in a second`,
    environment: 'Node',
    found: Object.fromEntries(
      many.map(({ name: direction }) => [direction, median(perSecond(ours, direction))]),
    ),
  };
  return {
    name,
    parameters: { rounds, messages: count, size },
    rows,
    samples: Object.fromEntries(samples) as Record<string, number[]>,
    bars: least === undefined ? [] : [judge({ ...bar, limit: { least } })],
  };
}

function directionName(direction: Direction, perTurn: number, showsBatchSize: boolean): string {
  const name = direction === 'down' ? 'server to client' : 'client to server';
  return showsBatchSize ? `${name}, ${perTurn} per turn` : name;
}
