import { checkCallback } from '../checks/check-callback.ts';
import { checkObject } from '../checks/check-object.ts';
import { displayValue } from '../checks/display-value.ts';
import { isNumber } from '../checks/is-number.ts';
import { MAX_MAGNITUDE } from '../checks/max-magnitude.ts';
import type { Policy } from './policy.ts';
import { policyResult } from './policy-result.ts';
import { checkPositive } from '../checks/check-positive.ts';
import { checkNumber } from '../checks/check-number.ts';

/** An entity with a velocity, in the game's own unit of speed. */
export interface Moving {
  readonly vx: number;
  readonly vy: number;
}

/**
 * Multiplies the result of `policy` by 1 + speed / `reference`: unchanged at rest, doubled at the
 * speed `reference`. The result can exceed 1.
 *
 * The policy throws a TypeError if an entity is not an object, or its `vx` or `vy` is not a number,
 * and a RangeError if one of these numbers is not from -1e100 to 1e100.
 *
 * Throws a TypeError if `policy` is not a function or `reference` is not a number, and a RangeError
 * if `reference` is not from 1e-100 to 1e100. Source: DOHA, WWW'12 §2.1.1,
 * "increase the priority of a bullet proportional to its speed".
 */
export function scaledBySpeed<E>(policy: Policy<E>, reference: number): Policy<E & Moving> {
  checkCallback('scaledBySpeed: policy', policy);
  checkPositive('scaledBySpeed: reference', reference);
  return (entity, age, now) => {
    if (entity === undefined || entity === null) checkVelocity(entity);
    const { vx, vy } = entity;
    if (typeof vx !== 'number' || typeof vy !== 'number') checkVelocity(entity);
    const speed = Math.sqrt(vx * vx + vy * vy);
    if (!(speed <= MAX_MAGNITUDE)) checkVelocity(entity);
    return policyResult('scaledBySpeed', policy(entity, age, now)) * (1 + speed / reference);
  };
}

/**
 * Throws an error if the entity is not an object, or if a component of its velocity is not a number
 * or is out of range. The error names the entity or the component.
 */
function checkVelocity(entity: Moving): void {
  checkObject('scaledBySpeed: an entity', entity);
  const { vx, vy } = entity;
  for (const [name, value] of Object.entries({ vx, vy }))
    if (!isNumber(value))
      throw new TypeError(`scaledBySpeed: ${name} of an entity must be a number, got ${displayValue(value)}`);
    else
      checkNumber(
        `scaledBySpeed: ${name} of an entity`,
        value,
        'a number from -1e100 to 1e100',
        (given) => Math.abs(given) <= MAX_MAGNITUDE,
      );
}
