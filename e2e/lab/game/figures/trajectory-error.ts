import type { ReferenceReport } from '../../../../demos/tandem-tools/tunnel/report.ts';
import type { Played } from '../run/play-run.ts';
import { doubles, floats } from './decode.ts';

/** Mean distance in cells between where enemies were and where they would be at 60 Hz, over the snapshots of a run. */
export interface TrajectoryError {
  /** Of enemies within reach of a player, by the reference. */
  readonly near: number;
  /** Of all others. */
  readonly far: number;
}

/** Cells from a player within which an enemy is near: about half a screen. */
const reach = 16;

/** The game times at which a run took its snapshots. */
export function snapshotTimes({ report }: Played): number[] {
  return [...doubles(report.recording!.snapshots.times)];
}

/** `rows`: which tables of the reference belong to the run's snapshots. */
export function trajectoryError(
  { report }: Played,
  reference: ReferenceReport,
  rows: readonly number[],
): TrajectoryError {
  const { snapshots, entities } = report.recording!;
  const count = floats(entities.priority).length;
  const players = count - report.enemies;
  const x = floats(snapshots.x);
  const y = floats(snapshots.y);
  const near = { sum: 0, count: 0 };
  const far = { sum: 0, count: 0 };
  rows.forEach((row, snapshot) => {
    const referenceX = floats(reference.x[row]!);
    const referenceY = floats(reference.y[row]!);
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
