import { PoolStorm } from './pool-storm.test.setup.ts';
import { chanceOf } from '../../../chance.test.setup.ts';

export const name =
  'a pool whose workers are lost settles each task, runs none too often, and never runs two tasks of a color at once';
export const seedsInGate = 60;

export async function run(seed: number): Promise<void> {
  await new PoolStorm(chanceOf(seed)).play();
}
