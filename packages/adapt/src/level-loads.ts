import { positive } from './positive.ts';
import { within } from './within.ts';

/** Entities that matter about alike, such as those of a piece of a map. */
export interface Crowd {
  readonly count: number;
  /** The mean of their priorities right after an update. */
  readonly priority: number;
}

export interface LevelLoadsOptions {
  /** Updates per second that there is time for, in all. */
  readonly capacity: number;
  /** Updates per second of an entity while there is time. */
  readonly fullRate: number;
  /** By how much a priority grows in a second without an update. */
  readonly growth: number;
}

/** So often the level is narrowed down: to a billionth. */
const halvings = 30;

/**
 * Updates per second that crowds take where all are served alike: each entity whenever its priority has grown to a level, which is as low as there
 * is time for. It is the load to spread over parts for quality: parts that have the same of it come to the same level, and then an entity's rate
 * says what it matters, not with whom it is. (In DOHA, WWW'12 §3.2, with two workers quality lost its relation to priority.)
 *
 * Throws a RangeError if an option is not a finite number > 0, a count not ≥ 0, or a number not finite; a TypeError if it is no number.
 */
export function levelLoads(
  crowds: readonly Crowd[],
  { capacity, fullRate, growth }: LevelLoadsOptions,
): number[] {
  positive('levelLoads: capacity', capacity);
  positive('levelLoads: fullRate', fullRate);
  positive('levelLoads: growth', growth);
  for (const { count, priority } of crowds) {
    within('levelLoads: count', count, 'a finite number ≥ 0', count >= 0 && count < Infinity);
    within('levelLoads: priority', priority, 'a finite number', Number.isFinite(priority));
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
