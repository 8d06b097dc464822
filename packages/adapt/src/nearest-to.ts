import { callable } from './callable.ts';
import { checkOptions } from './check-options.ts';
import type { Policy } from './policy.ts';
import { positive } from './positive.ts';

/** A position in two or three dimensions, in the game's own unit of length. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  /** Default 0. */
  readonly z?: number | undefined;
}

/** Options of {@link nearestTo}. */
export interface NearestToOptions {
  /** Distance with the priority 0.5; > 0, default 100. */
  readonly halfAt?: number | undefined;
}

/**
 * Priority by distance from the nearest of `targets`, such as the players: 1 at the target, 0.5 at the distance `halfAt`, near 0 far away, and 0
 * if there are no targets. `targets` is read at each call, so targets may come, go and move.
 *
 * `at` returns the position of an entity or a target, for example `(mesh) => mesh.position`; targets and entities may have different types. Without
 * `at`, entities and targets need `x` and `y`, and `z` in three dimensions.
 *
 * The policy throws a TypeError if a coordinate of an entity or a target is not a number.
 *
 * Throws a TypeError if `targets` is not an array or `at` is not a function, a RangeError if `halfAt` is not a finite number > 0. Source: DOHA,
 * WWW'12 §2.1.1, "inversely proportional to their distance from the closest player".
 */
export function nearestTo(targets: readonly Placed[], options?: NearestToOptions): Policy<Placed>;
export function nearestTo<T, E = T>(
  targets: readonly T[],
  options: NearestToOptions & { readonly at: (item: T | E) => Placed },
): Policy<E>;
export function nearestTo(
  targets: readonly Placed[],
  options: NearestToOptions & { readonly at?: (item: Placed) => Placed } = {},
): Policy<Placed> {
  checkOptions('nearestTo', options, ['halfAt', 'at']);
  const { halfAt = 100, at } = options;
  if (!isArray(targets)) throw new TypeError(`nearestTo: targets must be an array, got ${typeof targets}`);
  if (at !== undefined) callable('nearestTo: at', at);
  positive('nearestTo: halfAt', halfAt);
  return (entity) => {
    const from = at === undefined ? entity : at(entity);
    let nearest = Infinity;
    for (const target of targets) {
      const to = at === undefined ? target : at(target);
      const squared = squaredDistance(from, to);
      if (squared < nearest) nearest = squared;
      else if (Number.isNaN(squared)) checkPlaces(from, to);
    }
    return halfAt / (halfAt + Math.sqrt(nearest));
  };
}

// Without the type guard, which would make the members `any`.
function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

/** Throws a TypeError that names the number that is missing. The policy calls this only for a distance that is none: it would cost too much otherwise. */
function checkPlaces(entity: Placed, target: Placed): void {
  for (const [whose, place] of [
    ['an entity', entity],
    ['a target', target],
  ] as const) {
    for (const name of ['x', 'y', 'z'] as const) {
      const value: unknown = place[name];
      const isNumber = typeof value === 'number' && !Number.isNaN(value);
      if (!isNumber && !(name === 'z' && value === undefined))
        throw new TypeError(`nearestTo: ${name} of ${whose} must be a number, got ${String(value)}`);
    }
  }
}

function squaredDistance(a: Placed, b: Placed): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  if (a.z === undefined && b.z === undefined) return dx * dx + dy * dy;
  const dz = (b.z ?? 0) - (a.z ?? 0);
  return dx * dx + dy * dy + dz * dz;
}
