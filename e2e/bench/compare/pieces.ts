import type { Page } from '@playwright/test';
import { middleMean } from '../../tools/statistics/statistics.ts';
import { addressOf, type FigureRequest } from '../figure-in-both.ts';
import { type Direction, Loopback } from '../paceline/loopback.ts';
import type { Series } from '../pages/contest.ts';
import type { BenchName, Version } from './version.ts';

/** Costs by line. A line is a measured case, which gets a row in the comparison. Less is better. */
export type Costs = Readonly<Record<string, number>>;

/** A part of a benchmark that takes some seconds. */
export interface Piece {
  readonly bench: BenchName | 'paceline';
  readonly name: string;
  /** Runs the piece once, in new processes or pages. */
  readonly run: (version: Version, page: Page) => Promise<Costs>;
}

const ours = '@doha';
const sizes = [100, 1000, 10_000]; // numbers of pending tasks
const loopFigures = ['queue', 'whole', 'turns', 'cancel', 'batch', 'hold', 'frame'];

/**
 * The benchmarks of the loop, of the pool and of Paceline on loopback. `withPeers`: whether the
 * contestants of other libraries run as well. Benchmarks of old commits need it, because they
 * cannot leave the other libraries out. Both versions must then run them, because code that runs
 * between the rounds of a contestant slows this contestant down.
 */
export const pieces = (withPeers = false): readonly Piece[] => [
  ...loopFigures.map((figure) => figurePiece(withPeers, 'loop', { figure, sizes, rounds: 9, tasks: 20_000 })),
  figurePiece(withPeers, 'pool', { figure: 'empty', sizes: [1, 2], rounds: 5, tasks: 5000 }),
  figurePiece(withPeers, 'pool', { figure: 'short', sizes: [1, 2], rounds: 5, tasks: 500 }),
  figurePiece(withPeers, 'pool', { figure: 'main-thread', sizes: [1], rounds: 5, tasks: 5000 }),
  figurePiece(withPeers, 'pool', { figure: 'round-trip', sizes: [10, 100], rounds: 5, tasks: 200 }),
  figurePiece(withPeers, 'pool', { figure: 'urgent', sizes: [1, 2], rounds: 9, tasks: 2000 }),
  { bench: 'paceline', name: 'small', run: oneWayRun({ size: 64, count: 20_000, batchSizes: [1, 100] }) },
  { bench: 'paceline', name: 'bulk', run: oneWayRun({ size: 2 ** 16, count: 1000, batchSizes: [1] }) },
];

/** The pieces whose benchmark (such as `pool`) or own name (such as `queue`) is in `names`; all pieces if `names` is empty. */
export function choosePieces(all: readonly Piece[], names: readonly string[]): readonly Piece[] {
  const unknown = names.find((name) => !all.some((piece) => isNamed(piece, name)));
  if (unknown !== undefined) {
    const known = new Set(all.flatMap(({ bench, name }) => [bench, name]));
    throw new RangeError(`Compare: a bench must be one of ${[...known].join(', ')}, not ${unknown}`);
  }
  return all.filter((piece) => names.length === 0 || names.some((name) => isNamed(piece, name)));
}

function isNamed(piece: Piece, name: string): boolean {
  return piece.bench === name || piece.name === name;
}

function figurePiece(withPeers: boolean, bench: BenchName, request: FigureRequest): Piece {
  const address = addressOf(withPeers ? request : { ...request, by: ours });
  return {
    bench,
    name: request.figure,
    async run(version, page) {
      const node = costsOf('Node', request.figure, await version.inNode(bench, address));
      const chromium = costsOf('Chromium', request.figure, await version.inPage(bench, address, page));
      return { ...node, ...chromium };
    },
  };
}

function costsOf(environment: string, figure: string, series: readonly Series[]): Costs {
  const own = series.filter(({ name }) => name.startsWith(ours));
  const costs = own.map(({ name, size, values }): [string, number] => [
    `${environment}, ${figure}: ${name}, ${size.toLocaleString('en')}`,
    middleMean(values), // the clock of a page has steps of 5 µs, which is too coarse for a median of 15 µs
  ]);
  return Object.fromEntries(costs);
}

/**
 * Measures messages between a server and a client, first in one direction, then in the other, at maximum speed. The first run of each case
 * is a warm-up.
 */
function oneWayRun(plan: {
  readonly size: number;
  readonly count: number;
  readonly batchSizes: readonly number[];
}) {
  const { count, batchSizes, size } = plan;
  return async ({ root }: Version): Promise<Costs> => {
    const loopback = await Loopback.start('Paceline', { root });
    const costs: Record<string, number> = {};
    try {
      for (const direction of ['down', 'up'] satisfies Direction[]) {
        for (const perTurn of batchSizes) {
          const line = `${size} bytes ${direction}, ${perTurn} per turn`;
          await loopback.sendAtMaximumSpeed(direction, { count, size, perTurn });
          const { cpu, time } = await loopback.sendAtMaximumSpeed(direction, { count, size, perTurn });
          costs[`${line}: time`] = time;
          costs[`${line}: CPU`] = cpu;
        }
      }
    } finally {
      await loopback.stop();
    }
    return costs;
  };
}
