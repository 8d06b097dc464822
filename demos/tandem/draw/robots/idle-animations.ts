import { Posture } from '../../world/robot/robot.ts';
import type { World } from '../../world/world.ts';

/** Animations of a robot without input. */
export const IdleAnimation = { none: 0, blink: 1, look: 2 } as const;
export type IdleAnimation = (typeof IdleAnimation)[keyof typeof IdleAnimation];

/**
 * Milliseconds of game time: without input until the first animation, the maximum pause between two
 * animations, and the duration of each animation.
 */
const idleAfter = 1200;
const maxPause = 2600;
const lengths: Readonly<Record<IdleAnimation, number>> = {
  [IdleAnimation.none]: 0,
  [IdleAnimation.blink]: 130,
  [IdleAnimation.look]: 700,
};

interface Idler {
  since: number;
  idleAnimation: IdleAnimation;
  until: number;
  next: number;
}

/** Chooses the idle animations of the robots. `decide` may be called at any rate. */
export class IdleAnimations {
  #world: World;
  #idlers: Idler[];

  constructor(world: World) {
    this.#world = world;
    this.#idlers = world.players.map(() => ({
      since: 0,
      idleAnimation: IdleAnimation.none,
      until: 0,
      next: 0,
    }));
  }

  of(player: number): IdleAnimation {
    return this.#idlers[player]?.idleAnimation ?? IdleAnimation.none;
  }

  decide(): void {
    const { robots, time } = this.#world;
    for (const [i, idler] of this.#idlers.entries()) {
      const { groundSpeed, held, posture } = robots[i]!;
      const isIdle = posture === Posture.standing && groundSpeed === 0 && held === 0;
      if (!isIdle) idler.since = time;
      if (!isIdle || time >= idler.until) idler.idleAnimation = IdleAnimation.none;
      if (time < idler.next || time - idler.since < idleAfter) continue;
      idler.idleAnimation = Math.random() < 0.7 ? IdleAnimation.blink : IdleAnimation.look;
      idler.until = time + lengths[idler.idleAnimation];
      idler.next = idler.until + maxPause * (0.3 + 0.7 * Math.random());
    }
  }
}
