import { Posture } from '../world/robot/robot.ts';
import type { World } from '../world/world.ts';

/** What a robot does that has nothing to do. */
export const Fidget = { none: 0, blink: 1, look: 2 } as const;
export type Fidget = (typeof Fidget)[keyof typeof Fidget];

/** Milliseconds of game time for which it must have had nothing to do, between two fidgets, and of each. */
const idleAfter = 1200;
const mostBetween = 2600;
const lengths: Readonly<Record<Fidget, number>> = {
  [Fidget.none]: 0,
  [Fidget.blink]: 130,
  [Fidget.look]: 700,
};

interface Idler {
  since: number;
  fidget: Fidget;
  until: number;
  next: number;
}

/** Decides how robots fidget; how often it is asked does not matter. */
export class Fidgets {
  #world: World;
  #idlers: Idler[];

  constructor(world: World) {
    this.#world = world;
    this.#idlers = world.players.map(() => ({ since: 0, fidget: Fidget.none, until: 0, next: 0 }));
  }

  of(player: number): Fidget {
    return this.#idlers[player]?.fidget ?? Fidget.none;
  }

  decide(): void {
    const { robots, time } = this.#world;
    for (const [i, idler] of this.#idlers.entries()) {
      const { held, pace, posture } = robots[i]!;
      const isIdle = posture === Posture.standing && pace === 0 && held === 0;
      if (!isIdle) idler.since = time;
      if (!isIdle || time >= idler.until) idler.fidget = Fidget.none;
      if (time < idler.next || time - idler.since < idleAfter) continue;
      idler.fidget = Math.random() < 0.7 ? Fidget.blink : Fidget.look;
      idler.until = time + lengths[idler.fidget];
      idler.next = idler.until + mostBetween * (0.3 + 0.7 * Math.random());
    }
  }
}
