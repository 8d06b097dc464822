import { warnUnknownOptions } from '../checks/warn-unknown-options.ts';
import { checkObject } from '../checks/check-object.ts';
import { checkArray } from '../checks/check-array.ts';
import { checkMembers } from '../checks/check-members.ts';
import { MAX_MAGNITUDE } from '../checks/max-magnitude.ts';
import { checkPositive } from '../checks/check-positive.ts';
import { checkNumber } from '../checks/check-number.ts';

/** A group of entities of about the same importance, such as the entities in one piece of a map. */
export interface Crowd {
  /** Number of entities; 0 to 1e100. */
  readonly count: number;
  /** The mean priority of the entities right after an update; -1e100 to 1e100. */
  readonly priority: number;
}

/** Options of {@link levelLoads}. */
export interface LevelLoadsOptions {
  /** Updates per second that there is time for, in all crowds together; 1e-100 to 1e100. */
  readonly capacity: number;
  /** Updates per second of an entity without overload; 1e-100 to 1e100. */
  readonly fullRate: number;
  /** How much a priority grows in one second without an update; 1e-100 to 1e100. */
  readonly growth: number;
}

/**
 * Computes the updates per second of each crowd if every entity is updated as soon as its priority has grown to a certain level. The level is the same
 * for all crowds, and the lowest that `capacity` allows.
 *
 * Use the results as loads of {@link qualityBalance}. Parts with equal loads reach the same level, so an entity's update rate depends on its importance
 * and not on its part. (In DOHA, WWW'12 §3.2, quality lost its relation to priority with two workers.)
 *
 * Throws a TypeError if `crowds` is not an array of objects or a value is not a number, and a RangeError if an option is not from 1e-100 to 1e100, a count is
 * not from 0 to 1e100, or a priority is not from -1e100 to 1e100.
 */
export function levelLoads(crowds: readonly Crowd[], options: LevelLoadsOptions): number[] {
  checkObject('levelLoads: options', options);
  const { capacity, fullRate, growth } = options;
  for (const [name, value] of Object.entries({ capacity, fullRate, growth }))
    checkPositive(`levelLoads: ${name}`, value);
  checkArray('levelLoads: crowds', crowds);
  checkMembers('levelLoads: a crowd', crowds);
  for (const { count, priority } of crowds) {
    checkNumber('levelLoads: count', count, 'a number from 0 to 1e100', isCount);
    checkNumber('levelLoads: priority', priority, 'a number from -1e100 to 1e100', isPriority);
  }
  warnUnknownOptions('levelLoads', options, ['capacity', 'fullRate', 'growth']);
  const level = levelOf(crowds, options);
  return crowds.map((crowd) => crowd.count * rateAt(crowd.priority, level, options));
}

const isCount = (count: number): boolean => count >= 0 && count <= MAX_MAGNITUDE;
const isPriority = (priority: number): boolean => Math.abs(priority) <= MAX_MAGNITUDE;

/**
 * A level that all priorities reach: `base`, which is a priority, plus `above`, ≥ 0. Two numbers, because near a large priority their sum would be rounded
 * more coarsely than the priorities grow.
 */
interface Level {
  readonly base: number;
  readonly above: number;
}

/** The lowest level that `capacity` allows. */
function levelOf(crowds: readonly Crowd[], options: LevelLoadsOptions): Level {
  const { capacity, growth } = options;
  const isAllowed = (level: Level): boolean => totalAt(crowds, level, options) <= capacity;
  const bases = Float64Array.from(crowds, ({ priority }) => priority).toSorted();
  const next = partitionPoint(bases.length, (i) => isAllowed({ base: bases[i]!, above: 0 }));
  if (next === 0) return { base: bases[0] ?? 0, above: 0 };
  const base = bases[next - 1]!;
  let low = 0;
  // At twice the height where all crowds above the highest priority would fit, they fit in spite of rounding.
  let high = next < bases.length ? bases[next]! - base : (2 * countOf(crowds) * growth) / capacity;
  for (;;) {
    const above = low + (high - low) / 2;
    if (above <= low || above >= high) return { base, above: high };
    if (isAllowed({ base, above })) high = above;
    else low = above;
  }
}

/** Updates per second of an entity. */
function rateAt(priority: number, { above, base }: Level, { fullRate, growth }: LevelLoadsOptions): number {
  const gap = base - priority + above;
  return gap > growth / fullRate ? growth / gap : fullRate;
}

function totalAt(crowds: readonly Crowd[], level: Level, options: LevelLoadsOptions): number {
  let total = 0;
  for (const { count, priority } of crowds) total += count * rateAt(priority, level, options);
  return total;
}

function countOf(crowds: readonly Crowd[]): number {
  let total = 0;
  for (const { count } of crowds) total += count;
  return total;
}

/** The first of `length` indices for which `isTrue`, if it is true for all indices after that as well; otherwise `length`. */
function partitionPoint(length: number, isTrue: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
