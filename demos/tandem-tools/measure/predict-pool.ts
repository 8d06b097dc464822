import { EventLoop, Frame, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { createGame, step, stepsPerWindow } from '../../tandem/game/game.ts';
import { importanceNear } from '../../tandem/game/importance.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld } from '../../tandem/world/world.ts';
import type { MeasuredThread, PredictPoolOptions, ThreadCosts } from './pool-report.ts';

/**
 * Fits the costs of a thread to three runs with different numbers of enemies. The method is least
 * squares of the relative errors, without negative costs. Without noise the fit is exact. Throws an
 * Error if a run made no updates.
 */
export function fitThreadCosts(runs: readonly [MeasuredThread, MeasuredThread, MeasuredThread]): ThreadCosts {
  if (runs.some(({ busy, updates }) => !(busy > 0 && updates > 0)))
    throw new Error('Fit the costs of a thread: each run must have updates; is the machine busy?');
  const rows = runs.map(({ busy, enemies, steps, updates }) => [
    updates / busy,
    steps / busy,
    (steps * enemies) / busy,
  ]);
  const fits = [[0], [0, 1], [0, 2], [0, 1, 2]].map((columns) => fitColumns(rows, columns));
  const [best] = fits
    .filter(({ costs }) => costs.every((cost) => cost >= 0) && costs[0]! > 0)
    .toSorted((one, other) => one.error - other.error);
  const costs = best!.costs;
  return { update: costs[0]!, step: costs[1]!, share: costs[2]! };
}

/**
 * Fits one factor per column in `columns`, so that the weighted sum of each row is close to 1
 * (least squares). The other factors are 0.
 */
function fitColumns(
  rows: readonly number[][],
  columns: readonly number[],
): { costs: number[]; error: number } {
  const chosen = rows.map((row) => columns.map((column) => row[column]!));
  const factors = solve(
    columns.map((_, i) => [
      ...columns.map((__, j) => sumOf(chosen, (row) => row[i]! * row[j]!)),
      sumOf(chosen, (row) => row[i]!),
    ]),
  );
  const costs = [0, 0, 0];
  for (const [i, column] of columns.entries()) costs[column] = factors[i]!;
  const error = sumOf(rows, (row) => (1 - sumOf([0, 1, 2], (i) => costs[i]! * row[i]!)) ** 2);
  return { costs, error };
}

/** Gaussian elimination. Each row has the coefficients of an equation and its right side. */
function solve(rows: number[][]): number[] {
  for (const [i, first] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (j === i) continue;
      const factor = row[i]! / first[i]!;
      for (const [k, value] of first.entries()) row[k]! -= factor * value;
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

/**
 * Predicts the total updates per second of several threads that share a tunnel equally, with the real loop and frame on simulated time. Enemies are
 * ranked by their start positions, and do not move.
 */
export function predictPool(options: PredictPoolOptions): number {
  const { cores, costs, enemies, seconds, seed, workers } = options;
  const world = createWorld(createTunnel(enemies, seed), seed);
  const slowness = Math.max(1, workers / cores);
  let updates = 0;
  for (let part = 0; part < workers; part++) {
    const first = Math.round((part * world.enemies.length) / workers);
    const own = world.enemies.slice(first, Math.round(((part + 1) * world.enemies.length) / workers));
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    const game = createGame(world);
    const frame = new Frame({
      always: [],
      entities: own,
      stepsPerWindow,
      beforeStep: () => host.spend(slowness * (costs.step + costs.share * own.length)),
      update: () => {
        updates++;
        host.spend(slowness * costs.update);
      },
      order: 'list',
      priority: importanceNear(world.players),
      minRate: game.minRate,
    });
    frame.attach(loop);
    loop.submit(new Timer(() => frame.tick(), { every: step }));
    host.advanceTo(1000 * seconds);
    loop.dispose();
  }
  return updates / seconds;
}
