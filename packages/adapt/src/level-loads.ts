import { checkOptions } from './check-options.ts';
import { positive } from './positive.ts';
import { within } from './within.ts';

/** A group of entities of about the same importance, such as the entities in one piece of a map. */
export interface Crowd {
  /** Number of entities; ≥ 0. */
  readonly count: number;
  /** The mean priority of the entities right after an update. */
  readonly priority: number;
}

/** Options of {@link levelLoads}. */
export interface LevelLoadsOptions {
  /** Updates per second that there is time for, in all crowds together; > 0. */
  readonly capacity: number;
  /** Updates per second of an entity without overload; > 0. */
  readonly fullRate: number;
  /** How much a priority grows in one second without an update; > 0. */
  readonly growth: number;
}

/** Bisections of the level: 2^30 is about a billion. */
const halvings = 30;

/** The largest number, and the inverse of the smallest one. Beyond these, products of them would overflow. */
const largest = 1e100;

/**
 * Computes the updates per second of each crowd if every entity is updated as soon as its priority has grown to a certain level. The level is the same
 * for all crowds, and the lowest that `capacity` allows.
 *
 * Use the results as loads of {@link qualityBalance}. Parts with equal loads reach the same level, so an entity's update rate depends on its importance
 * and not on its part. (In DOHA, WWW'12 §3.2, quality lost its relation to priority with two workers.)
 *
 * Throws a TypeError if a value is not a number, and a RangeError if an option is not finite and > 0, a count is not finite and ≥ 0, or a priority is
 * not finite. Also throws a RangeError if a number is above 1e100, or an option below 1e-100.
 */
export function levelLoads(crowds: readonly Crowd[], options: LevelLoadsOptions): number[] {
  checkOptions('levelLoads', options, ['capacity', 'fullRate', 'growth']);
  const { capacity, fullRate, growth } = options;
  for (const [name, value] of Object.entries({ capacity, fullRate, growth })) {
    positive(`levelLoads: ${name}`, value);
    inRange(name, value, value >= 1 / largest);
  }
  for (const { count, priority } of crowds) {
    within('levelLoads: count', count, 'a finite number ≥ 0', count >= 0 && count < Infinity);
    within('levelLoads: priority', priority, 'a finite number', Number.isFinite(priority));
    inRange('count', count, true);
    inRange('priority', priority, true);
  }
  const loadsAt = (level: number): number[] =>
    crowds.map(({ count, priority }) => {
      const least = growth / fullRate; // that it has grown by at the full rate
      return (count * growth) / Math.max(least, level - priority);
    });
  const count = sum(crowds.map((crowd) => crowd.count));
  let low = Math.min(...crowds.map(({ priority }) => priority));
  let high = Math.max(...crowds.map(({ priority }) => priority)) + (count * growth) / capacity;
  for (let i = 0; i < halvings; i++) {
    const level = (low + high) / 2;
    if (sum(loadsAt(level)) > capacity) low = level;
    else high = level;
  }
  return loadsAt(high);
}

function inRange(name: string, value: number, isLargeEnough: boolean): void {
  const isInside = isLargeEnough && Math.abs(value) <= largest;
  within(`levelLoads: ${name}`, value, 'between 1e-100 and 1e100', isInside);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
