import { nearestTo, type Policy, sinceUpdate, weighted } from '@doha/adapt';
import type { Entity } from '../world/entity.ts';
import { defaultWeights, type ImportanceWeights } from './game.ts';
import { tunable } from './tunable.ts';

/**
 * The priority of an enemy's update: it grows with the nearness to a player and with the time since the last update. Changes of `weights` take effect in
 * the next step.
 */
export function importanceNear(
  players: readonly Entity[],
  weights: Readonly<ImportanceWeights> = defaultWeights,
): Policy<Entity> {
  return tunable(weights, ({ halfAt, longWait, nearness, waiting }) =>
    weighted([nearness, nearestTo(players, { halfAt })], [waiting, sinceUpdate(longWait)]),
  );
}

const { longWait, nearness, waiting } = defaultWeights;

/** Growth of {@link importanceNear} per second without an update, with the default weights. */
export const importanceGrowth: number = ((waiting / (nearness + waiting)) * 1000) / longWait;
