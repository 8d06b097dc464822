import { Frame } from '@doha/loop';
import { random } from '../../../../demos/lib/random.ts';
import { contest, type Contestant } from '../../pages/contest.ts';
import type { Figure } from './figure.ts';

/** Time of an entity's update by a `Frame`, in ns. The update only increments a counter. */
export const frameFigure: Figure = async ({ by, sizes, rounds, tasks }) => {
  const series = [];
  for (const size of sizes) {
    series.push(...(await contest([frameContestant(size, tasks)], { by, size, rounds, warmUp: 4 })));
  }
  return series;
};

interface Entity {
  readonly importance: number;
  updates: number;
}

/** The policy multiplies importance and age, which is about the least work that a policy does. */
export function frameContestant(entities: number, tasksPerRound: number): Contestant {
  const nextRandom = random(entities);
  const entityList = Array.from({ length: entities }, (): Entity => ({
    importance: nextRandom(),
    updates: 0,
  }));
  const frame = new Frame<Entity>({
    entities: entityList,
    update: (entity) => {
      entity.updates++;
    },
    priority: ({ importance }, age) => importance * age,
  });
  // Slightly longer than a step, because rounding must not lead to a frame without a step.
  const elapsed = 1000 / frame.rate + 1e-9;
  const frames = Math.max(2, Math.round(tasksPerRound / entities));
  const name = '@doha/loop frame';
  return {
    name,
    tasks: frames * entities,
    round() {
      const { updated } = frame.stats;
      const start = performance.now();
      for (let count = 0; count < frames; count++) frame.run({ elapsed, budget: 1e9 });
      const time = performance.now() - start;
      if (frame.stats.updated - updated !== frames * entities || frame.stats.cancelled > 0) {
        throw new Error(`${name}: every entity must be updated once in each frame`);
      }
      if (entityList.some((entity) => entity.updates !== frame.stats.steps))
        throw new Error(`${name}: an update was lost`);
      return time;
    },
  };
}
