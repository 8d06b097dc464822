import { nearestTo, type Policy, sinceUpdate, weighted } from '@doha/adapt';
import type { Entity } from '../world/entity.ts';
import { defaultWeights, type ImportanceWeights } from './game.ts';

/**
 * The priority of an enemy's update: it grows with the nearness to a player and with the time since the last update. Changes of `weights` take effect in
 * the next step.
 */
export function importanceNear(
  players: readonly Entity[],
  weights: Readonly<ImportanceWeights> = defaultWeights,
): Policy<Entity> {
  let used = { ...weights };
  let policy = policyWith(players, used);
  let checkedAt = NaN;
  return (entity, age, now) => {
    if (now !== checkedAt) {
      checkedAt = now;
      if (!areEqual(used, weights)) policy = policyWith(players, (used = { ...weights }));
    }
    return policy(entity, age, now);
  };
}

function policyWith(
  players: readonly Entity[],
  { halfAt, longWait, nearness, waiting }: Readonly<ImportanceWeights>,
): Policy<Entity> {
  return weighted([nearness, nearestTo(players, { halfAt })], [waiting, sinceUpdate(longWait)]);
}

function areEqual(one: Readonly<ImportanceWeights>, other: Readonly<ImportanceWeights>): boolean {
  return (
    one.nearness === other.nearness &&
    one.waiting === other.waiting &&
    one.longWait === other.longWait &&
    one.halfAt === other.halfAt
  );
}

const { longWait, nearness, waiting } = defaultWeights;

/** Growth of {@link importanceNear} per second without an update, with the default weights. */
export const importanceGrowth: number = ((waiting / (nearness + waiting)) * 1000) / longWait;
