import { Frame } from '@doha/loop';
import { random } from '../../../tools/pages/random.ts';
import { contest, type Contestant } from '../../pages/contest.ts';
import type { Figure } from './figure.ts';

/** Updates of entities that do nothing, all the way through frame and loop, in ns per update. */
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

/** The policy asks for what is important and has waited: about the least that a policy does. */
export function frameContestant(entities: number, leastTasks: number): Contestant {
  const chance = random(entities);
  const crowd = Array.from({ length: entities }, (): Entity => ({ importance: chance(), updates: 0 }));
  const frame = new Frame<Entity>({
    entities: crowd,
    update: (entity) => {
      entity.updates++;
    },
    priority: ({ importance }, age) => importance * age,
  });
  // A step and a hair: rounding must not make a frame of no step.
  const elapsed = 1000 / frame.rate + 1e-9;
  const frames = Math.max(2, Math.round(leastTasks / entities));
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
      if (crowd.some((entity) => entity.updates !== frame.stats.steps))
        throw new Error(`${name}: an update was lost`);
      return time;
    },
  };
}
