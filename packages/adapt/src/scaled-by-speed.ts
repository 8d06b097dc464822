import { callable } from './callable.ts';
import { display } from './display.ts';
import { isNumber } from './is-number.ts';
import type { Policy } from './policy.ts';
import { policyResult } from './policy-result.ts';
import { positive } from './positive.ts';

/** An entity with a velocity, in the game's own unit of speed. */
export interface Moving {
  readonly vx: number;
  readonly vy: number;
}

/**
 * Multiplies the result of `policy` by 1 + speed / `reference`: unchanged at rest, doubled at the speed `reference`. The result can exceed 1.
 *
 * The policy throws a TypeError if `vx` or `vy` of an entity is not a number.
 *
 * Throws a RangeError if `reference` is not a finite number > 0. Source: DOHA, WWW'12 §2.1.1, "increase the priority of a bullet
 * proportional to its speed".
 */
export function scaledBySpeed<E>(policy: Policy<E>, reference: number): Policy<E & Moving> {
  callable('scaledBySpeed: policy', policy);
  positive('scaledBySpeed: reference', reference);
  return (entity, age, now) => {
    const { vx, vy } = entity;
    if (typeof vx !== 'number' || typeof vy !== 'number') checkVelocity(entity);
    const speed = Math.sqrt(vx * vx + vy * vy);
    if (Number.isNaN(speed)) checkVelocity(entity);
    return policyResult('scaledBySpeed', policy(entity, age, now)) * (1 + speed / reference);
  };
}

/** Throws a TypeError that names the number that is missing. */
function checkVelocity({ vx, vy }: Moving): void {
  for (const [name, value] of Object.entries({ vx, vy }))
    if (!isNumber(value))
      throw new TypeError(`scaledBySpeed: ${name} of an entity must be a number, got ${display(value)}`);
}
