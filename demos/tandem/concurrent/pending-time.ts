import { step, stepsPerWindow } from '../game/game.ts';
import type { Entity } from '../world/entity.ts';
import type { World } from '../world/world.ts';

/**
 * Game time in ms that the next update of an enemy has to cover: the time since its last update,
 * which another thread may have made, or since its start. The first update of an enemy covers a
 * whole window, see `FrameOptions.stepsPerWindow`. The result is 0 if the thread that made the last
 * update was ahead of this one.
 */
export function pendingTime({ time }: Pick<World, 'time'>, { updatedAt, updates }: Entity): number {
  const rest = updates === 0 ? (stepsPerWindow - 1) * step : 0;
  return Math.max(0, time - updatedAt + rest);
}
