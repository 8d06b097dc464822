import { nearestTo, type Policy, sinceUpdate, weighted } from '@doha/adapt';
import type { Entity } from '../world/entity.ts';
import { halfAt } from './game.ts';

// Weights of the nearness to a player and of the time since the last update, and the time in ms for
// which `sinceUpdate` returns 1.
const [nearness, waiting, longWait] = [3, 1, 1000];

/** The priority of an enemy's update: it grows with the nearness to a player and with the time since the last update. */
export function importanceNear(players: readonly Entity[]): Policy<Entity> {
  return weighted([nearness, nearestTo(players, { halfAt })], [waiting, sinceUpdate(longWait)]);
}

/** Growth of {@link importanceNear} per second without an update. */
export const importanceGrowth: number = ((waiting / (nearness + waiting)) * 1000) / longWait;
