import { checkCallback } from '../checks/check-callback.ts';
import { MAX_MAGNITUDE } from '../checks/max-magnitude.ts';
import type { Policy } from './policy.ts';
import { checkNumber } from '../checks/check-number.ts';

/**
 * For behavior that is wrong below a certain update rate, such as gravity. Returns 0 while the entity is on time. Once its age reaches the period
 * 1 / rate, returns the age divided by the period, so the entity that is most overdue relative to its own rate runs first.
 * Combine it with policies of at most 1 by {@link highestOf}. For a `Frame`, use its option `minRate` instead.
 *
 * `rate` returns the minimum rate of an entity in updates per second, 0 to 1e100; 0 for no minimum. The policy throws a TypeError if the result is
 * not a number, and a RangeError if it is out of this range. Source: DOHA, WWW'12 §2.1.1, non-linear behavior.
 */
export function minimumRate<E>(rate: (entity: E) => number): Policy<E> {
  checkCallback('minimumRate: rate', rate);
  return (entity, age) => {
    const lowest = rate(entity);
    const isRate = typeof lowest === 'number' && lowest >= 0 && lowest <= MAX_MAGNITUDE;
    if (!isRate)
      checkNumber('minimumRate: the result of rate', lowest, 'a number from 0 to 1e100', () => false);
    const lateness = (age * lowest) / 1000;
    // With a tolerance of 1e-9: an age of exactly one period must not count as less because of rounding.
    return lateness >= 1 - 1e-9 ? Math.max(1, lateness) : 0;
  };
}
