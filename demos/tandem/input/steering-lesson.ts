import { Key } from '../world/robot/keys.ts';

/** Steps of 1/60 s for which the keys must be held. */
const stepsToLearn = { run: 20, jump: 5 };

/** An ability of a robot that the player tries first. */
export type Ability = keyof typeof stepsToLearn;

/** Remembers which abilities of each robot the player has tried. */
export class SteeringLesson {
  /** Steps by ability and robot until the ability counts as tried. */
  #remaining: Readonly<Record<Ability, [number, number]>> = {
    run: [stepsToLearn.run, stepsToLearn.run],
    jump: [stepsToLearn.jump, stepsToLearn.jump],
  };

  /** To be called in each step with the held keys of a robot, 0 or 1. */
  observe(robot: number, held: number): void {
    if ((held & (Key.left | Key.right)) !== 0) this.#remaining.run[robot]!--;
    if ((held & Key.jump) !== 0) this.#remaining.jump[robot]!--;
  }

  /** Whether the player has tried an ability of a robot. */
  isDone(robot: number, ability: Ability): boolean {
    return this.#remaining[ability][robot]! <= 0;
  }
}
