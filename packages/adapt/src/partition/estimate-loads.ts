import { warnUnknownOptions } from '../checks/warn-unknown-options.ts';
import { checkOptions } from '../checks/check-options.ts';
import { checkArray } from '../checks/check-array.ts';
import { checkMembers } from '../checks/check-members.ts';
import { MAX_MAGNITUDE } from '../checks/max-magnitude.ts';
import { checkPositive } from '../checks/check-positive.ts';
import { checkNumber } from '../checks/check-number.ts';

/** A group of entities of about the same importance, such as the entities in one piece of a map. */
export interface EntityGroup {
  /** Number of entities; 0 to 1e100. */
  readonly count: number;
  /** The mean priority of the entities right after an update; -1e100 to 1e100. */
  readonly priority: number;
}

/** Options of {@link estimateLoads}. */
export interface EstimateLoadsOptions {
  /** Updates per second for which there is time, in all groups together; 1e-100 to 1e100. */
  readonly capacity: number;
  /** Updates per second of an entity without overload; 1e-100 to 1e100. */
  readonly fullRate: number;
  /** Growth of a priority in one second without an update; 1e-100 to 1e100. */
  readonly growth: number;
}

/**
 * Estimates the updates per second of each group. Each entity is assumed to be updated as soon as its priority has grown to a level that is common to all
 * groups. The level is the lowest one that `capacity` allows.
 *
 * Use the results as loads of {@link qualityBalance}. Parts with equal loads reach the same level, so the update rate of an entity depends on its importance
 * and not on its part. (In DOHA, WWW'12 §3.2, quality lost its relation to priority with two workers.)
 *
 * Throws a TypeError if `groups` is not an array of objects or a value is not a number, and a RangeError if an option is not from 1e-100 to 1e100, a count is
 * not from 0 to 1e100, or a priority is not from -1e100 to 1e100.
 */
export function estimateLoads(groups: readonly EntityGroup[], options: EstimateLoadsOptions): number[] {
  checkOptions('estimateLoads: options', options);
  const { capacity, fullRate, growth } = options;
  for (const [name, value] of Object.entries({ capacity, fullRate, growth }))
    checkPositive(`estimateLoads: ${name}`, value);
  checkArray('estimateLoads: groups', groups);
  checkMembers('estimateLoads: a group', groups);
  for (const { count, priority } of groups) {
    checkNumber('estimateLoads: count', count, 'a number from 0 to 1e100', isCount);
    checkNumber('estimateLoads: priority', priority, 'a number from -1e100 to 1e100', isPriority);
  }
  warnUnknownOptions('estimateLoads', options, ['capacity', 'fullRate', 'growth']);
  const level = levelOf(groups, options);
  return groups.map((group) => group.count * rateAt(group.priority, level, options));
}

const isCount = (count: number): boolean => count >= 0 && count <= MAX_MAGNITUDE;
const isPriority = (priority: number): boolean => Math.abs(priority) <= MAX_MAGNITUDE;

/**
 * A level that priorities reach: the sum of `base`, which is a priority, and `above`, ≥ 0. Two numbers, because near a large priority the rounding of the sum
 * would be coarser than the growth of priorities.
 */
interface Level {
  readonly base: number;
  readonly above: number;
}

/** The lowest level that `capacity` allows. */
function levelOf(groups: readonly EntityGroup[], options: EstimateLoadsOptions): Level {
  const { capacity, growth } = options;
  const isAllowed = (level: Level): boolean => totalAt(groups, level, options) <= capacity;
  const bases = Float64Array.from(groups, ({ priority }) => priority).toSorted();
  const next = partitionPoint(bases.length, (i) => isAllowed({ base: bases[i]!, above: 0 }));
  if (next === 0) return { base: bases[0] ?? 0, above: 0 };
  const base = bases[next - 1]!;
  let low = 0;
  // All updates fit into the capacity if the level is count × growth / capacity above the highest
  // priority. Twice this height allows for rounding.
  let high = next < bases.length ? bases[next]! - base : (2 * countOf(groups) * growth) / capacity;
  for (;;) {
    const above = low + (high - low) / 2;
    if (above <= low || above >= high) return { base, above: high };
    if (isAllowed({ base, above })) high = above;
    else low = above;
  }
}

/** Updates per second of an entity that is updated whenever its priority reaches `level`. */
function rateAt(
  priority: number,
  { above, base }: Level,
  { fullRate, growth }: EstimateLoadsOptions,
): number {
  const gap = base - priority + above;
  return gap > growth / fullRate ? growth / gap : fullRate;
}

function totalAt(groups: readonly EntityGroup[], level: Level, options: EstimateLoadsOptions): number {
  let total = 0;
  for (const { count, priority } of groups) total += count * rateAt(priority, level, options);
  return total;
}

function countOf(groups: readonly EntityGroup[]): number {
  let total = 0;
  for (const { count } of groups) total += count;
  return total;
}

/** The first of `length` indices for which `isTrue` returns true; `length` if there is none. If `isTrue` returns true for an index, it must return true for all later ones. */
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
