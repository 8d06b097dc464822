import { warnUnknownOptions } from '../checks/warn-unknown-options.ts';
import { checkCallback } from '../checks/check-callback.ts';
import { checkArray } from '../checks/check-array.ts';
import { checkObject } from '../checks/check-object.ts';
import { checkOptions } from '../checks/check-options.ts';
import { displayValue } from '../checks/display-value.ts';
import { isNumber } from '../checks/is-number.ts';
import type { Policy } from './policy.ts';
import { checkPositive } from '../checks/check-positive.ts';

/** A position in two or three dimensions, in the game's own unit of length. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  /** Default 0. */
  readonly z?: number | undefined;
}

/** Options of {@link nearestTo}. */
export interface NearestToOptions {
  /** Distance with the priority 0.5; 1e-100 to 1e100, default 100. */
  readonly halfAt?: number | undefined;
}

/**
 * Priority by distance from the nearest of `targets`, such as the players: 1 at the target, 0.5 at
 * the distance `halfAt`, near 0 far away, and 0 if there are no targets. `targets` is read at each
 * call, so targets may be added and removed, and may move.
 *
 * `at` returns the position of an entity or a target, for example `(mesh) => mesh.position`.
 * Targets and entities may have different types. Without `at`, entities and targets need `x` and
 * `y`, and `z` in three dimensions.
 *
 * The policy throws a TypeError if a position is not an object, or a coordinate is not a number. A
 * target that is more than about 1e154 away counts as infinitely far.
 *
 * Throws a TypeError if `targets` is not an array, `halfAt` is not a number, or `at` is not a
 * function, and a RangeError if `halfAt` is not from 1e-100 to 1e100. Source: DOHA, WWW'12 §2.1.1,
 * "inversely proportional to their distance from the closest player".
 */
export function nearestTo(
  targets: readonly Placed[],
  options?: NearestToOptions & { readonly at?: undefined },
): Policy<Placed>;
export function nearestTo<T, E = T>(
  targets: readonly T[],
  options: NearestToOptions & { readonly at: (item: T | E) => Placed },
): Policy<E>;
export function nearestTo(
  targets: readonly Placed[],
  options: NearestToOptions & { readonly at?: ((item: Placed) => Placed) | undefined } = {},
): Policy<Placed> {
  checkOptions('nearestTo: options', options);
  const { halfAt = 100, at } = options;
  checkArray('nearestTo: targets', targets);
  if (at !== undefined) checkCallback('nearestTo: at', at);
  checkPositive('nearestTo: halfAt', halfAt);
  warnUnknownOptions('nearestTo', options, ['halfAt', 'at']);
  const priorityOf: Policy<Placed> = (entity) => {
    const from = at === undefined ? entity : at(entity);
    const { x, y, z } = from;
    // Types are checked here, because arithmetic takes null for 0. NaN is found later, by a test of
    // the distance, which is cheaper.
    if (typeof x !== 'number' || typeof y !== 'number' || (z !== undefined && typeof z !== 'number'))
      checkPosition('an entity', from);
    let nearest = Infinity;
    for (const target of targets) {
      const to = at === undefined ? target : at(target);
      const { x: toX, y: toY, z: toZ } = to;
      if (typeof toX !== 'number' || typeof toY !== 'number') checkPosition('a target', to);
      let squared = squareOf(toX - x) + squareOf(toY - y);
      if (z !== undefined || toZ !== undefined) {
        if (toZ !== undefined && typeof toZ !== 'number') checkPosition('a target', to);
        squared += squareOf((toZ ?? 0) - (z ?? 0));
      }
      if (squared < nearest) nearest = squared;
      else if (Number.isNaN(squared)) {
        checkPosition('an entity', from);
        checkPosition('a target', to);
      }
    }
    return halfAt / (halfAt + Math.sqrt(nearest));
  };
  return (entity, age, now) => {
    try {
      return priorityOf(entity, age, now);
    } catch (error) {
      // Names a missing position. Checking each position before it is read would cost 6 % of the time.
      const positionOf = (item: Placed): Placed => (at === undefined ? item : at(item));
      checkPosition('an entity', positionOf(entity));
      for (const target of targets) checkPosition('a target', positionOf(target));
      throw error;
    }
  };
}

function squareOf(number: number): number {
  return number * number;
}

/** Throws a TypeError unless the position is an object with numbers. The error names the position or the coordinate. */
function checkPosition(whose: string, position: Placed): void {
  checkObject(`nearestTo: the position of ${whose}`, position);
  const { x, y, z = 0 } = position;
  for (const [name, value] of Object.entries({ x, y, z }))
    if (!isNumber(value))
      throw new TypeError(`nearestTo: ${name} of ${whose} must be a number, got ${displayValue(value)}`);
}
