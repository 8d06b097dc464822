import { EventLoop, Frame, Timer } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { createGame, step, stepsPerWindow } from '../../tandem/game/game.ts';
import { importanceNear } from '../../tandem/game/importance.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld } from '../../tandem/world/world.ts';
import type { MeasuredThread, PredictPoolOptions, ThreadCosts } from './pool-report.ts';

/** The costs that explain the times of three runs of one thread with different numbers of enemies. */
export function fitThreadCosts(runs: readonly [MeasuredThread, MeasuredThread, MeasuredThread]): ThreadCosts {
  const rows = runs.map(({ busy, enemies, steps, updates }) => [steps, steps * enemies, updates, busy]);
  // Gaussian elimination of three equations.
  for (let i = 0; i < 3; i++) {
    const pivot = rows.findIndex((row, j) => j >= i && row[i] !== 0);
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let j = 0; j < 3; j++) {
      if (j === i) continue;
      const factor = rows[j]![i]! / rows[i]![i]!;
      rows[j] = rows[j]!.map((value, k) => value - factor * rows[i]![k]!);
    }
  }
  const [first, share, update] = rows.map((row, i) => row[3]! / row[i]!);
  // Noise of other processes can make costs negative. Without a cost of updates, all time counts as theirs.
  if (!(update! > 0 && update! < 1))
    return { step: 0, share: 0, update: sumOf(runs, 'busy') / sumOf(runs, 'updates') };
  return { step: Math.max(0, first!), share: Math.max(0, share!), update: update! };
}

function sumOf(runs: readonly MeasuredThread[], field: 'busy' | 'updates'): number {
  return runs.reduce((sum, run) => sum + run[field], 0);
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
