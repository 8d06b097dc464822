import { step, stepsPerWindow } from '../game/game.ts';
import type { Entity } from '../world/entity.ts';
import type { World } from '../world/world.ts';

/**
 * Game time in ms that an enemy has pending since its last update, which may have been in another thread, or since it began. The first update has the
 * time of a whole window, see `FrameOptions.stepsPerWindow`. A thread that is some steps behind the other one gives 0.
 */
export function pendingTime({ time }: Pick<World, 'time'>, { updatedAt, updates }: Entity): number {
  const rest = updates === 0 ? (stepsPerWindow - 1) * step : 0;
  return Math.max(0, time - updatedAt + rest);
}
