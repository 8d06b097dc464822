import type { Page } from '@playwright/test';
import { middleMean } from '../../tools/statistics/statistics.ts';
import { addressOf, type FigureRequest } from '../figure-in-both.ts';
import { type Direction, Loopback } from '../paceline/loopback.ts';
import type { Series } from '../pages/contest.ts';
import type { BenchName, Version } from './version.ts';

/** Costs by line: times, so that less is better. */
export type Costs = Readonly<Record<string, number>>;

/** A part of a bench that takes some seconds. */
export interface Piece {
  readonly bench: BenchName | 'paceline';
  readonly name: string;
  /** Runs once, in processes or pages of its own. */
  readonly run: (version: Version, page: Page) => Promise<Costs>;
}

const ours = '@doha';
const sizes = [100, 1000, 10_000]; // tasks pending
const loopFigures = ['queue', 'whole', 'turns', 'cancel', 'batch', 'hold', 'frame'];

/**
 * The benches of the loop, the pool and Paceline's loopback. Benches of a commit that knows no way to leave their peers out must have them
 * in both versions, since whatever runs between the rounds of a contestant costs it time.
 */
export const pieces = (withPeers = false): readonly Piece[] => [
  ...loopFigures.map((figure) => figurePiece(withPeers, 'loop', { figure, sizes, rounds: 9, tasks: 20_000 })),
  figurePiece(withPeers, 'pool', { figure: 'empty', sizes: [1, 2], rounds: 5, tasks: 5000 }),
  figurePiece(withPeers, 'pool', { figure: 'short', sizes: [1, 2], rounds: 5, tasks: 500 }),
  figurePiece(withPeers, 'pool', { figure: 'main-thread', sizes: [1], rounds: 5, tasks: 5000 }),
  figurePiece(withPeers, 'pool', { figure: 'round-trip', sizes: [10, 100], rounds: 5, tasks: 200 }),
  figurePiece(withPeers, 'pool', { figure: 'urgent', sizes: [1, 2], rounds: 9, tasks: 2000 }),
  { bench: 'paceline', name: 'small', run: oneWay({ size: 64, count: 20_000, crowds: [1, 100] }) },
  { bench: 'paceline', name: 'bulk', run: oneWay({ size: 2 ** 16, count: 1000, crowds: [1] }) },
];

/** The pieces that are named by a bench, such as `pool`, or by themselves, such as `queue`; all if nothing is named. */
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

function costsOf(where: string, figure: string, series: readonly Series[]): Costs {
  const own = series.filter(({ name }) => name.startsWith(ours));
  const costs = own.map(({ name, size, values }): [string, number] => [
    `${where}, ${figure}: ${name}, ${size.toLocaleString('en')}`,
    middleMean(values), // a median would have the steps of a page's clock, 5 µs of a round trip's 15
  ]);
  return Object.fromEntries(costs);
}

/** Messages from a server to a client and back, as fast as they go; once before it counts. */
function oneWay(plan: { readonly size: number; readonly count: number; readonly crowds: readonly number[] }) {
  const { count, crowds, size } = plan;
  return async ({ root }: Version): Promise<Costs> => {
    const loopback = await Loopback.start('Paceline', { root });
    const costs: Record<string, number> = {};
    try {
      for (const direction of ['down', 'up'] satisfies Direction[]) {
        for (const perTurn of crowds) {
          const line = `${size} bytes ${direction}, ${perTurn} per turn`;
          await loopback.pour(direction, { count, size, perTurn });
          const { cpu, time } = await loopback.pour(direction, { count, size, perTurn });
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
