import type { Entity, Scene } from './contestant.ts';

/** Waiting entities in the three classes that schedulers with fixed priorities can tell apart. */
export type Classes = readonly [urgent: Entity[], soon: Entity[], later: Entity[]];

/**
 * Sorts the waiting entities: `urgent` ones lose lived time from now on, `soon` ones have waited for at least half of their time.
 * `time`: the time of the display frame in ms.
 */
export function classify(scene: Scene, time: number): Classes {
  const classes: Classes = [[], [], []];
  for (const entity of scene.waiting()) {
    const priority = scene.priority(entity, time - entity.updatedAt);
    classes[priority >= 1 ? 0 : priority >= 0.5 ? 1 : 2].push(entity);
  }
  return classes;
}
