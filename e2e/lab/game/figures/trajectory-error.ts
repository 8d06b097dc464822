import type { ReferenceReport } from '../../../../demos/tandem-tools/tunnel/report.ts';
import type { TunnelRun } from '../run/play-run.ts';
import { doubles, floats } from './decode.ts';

/** Mean distance in cells between the positions of enemies in a run and in the reference at 60 Hz, over all snapshots. */
export interface TrajectoryError {
  /** Error of the enemies that are near a player in the reference. */
  readonly near: number;
  /** Error of all other enemies. */
  readonly far: number;
}

/** Maximum distance in cells of a near enemy from a player: about half a screen. */
const reach = 16;

/** The game times at which a run took its snapshots. */
export function snapshotTimes({ report }: TunnelRun): number[] {
  return [...doubles(report.recording!.snapshots.times)];
}

/**
 * The errors of a run. `indices[i]`: index, in `reference.x` and `reference.y`, of the reference positions at the time of snapshot i.
 */
export function trajectoryError(
  { report }: TunnelRun,
  reference: ReferenceReport,
  indices: readonly number[],
): TrajectoryError {
  const { snapshots, entities } = report.recording!;
  const count = floats(entities.priority).length;
  const players = count - report.enemies;
  const x = floats(snapshots.x);
  const y = floats(snapshots.y);
  const near = { sum: 0, count: 0 };
  const far = { sum: 0, count: 0 };
  indices.forEach((index, snapshot) => {
    const referenceX = floats(reference.x[index]!);
    const referenceY = floats(reference.y[index]!);
    for (let i = players; i < count; i++) {
      const error = Math.hypot(
        x[snapshot * count + i]! - referenceX[i]!,
        y[snapshot * count + i]! - referenceY[i]!,
      );
      const group = isNear(i, players, referenceX, referenceY) ? near : far;
      group.sum += error;
      group.count++;
    }
  });
  return { near: near.sum / near.count, far: far.sum / far.count };
}

function isNear(enemy: number, players: number, x: Float32Array, y: Float32Array): boolean {
  for (let player = 0; player < players; player++) {
    if (Math.hypot(x[enemy]! - x[player]!, y[enemy]! - y[player]!) <= reach) return true;
  }
  return false;
}
