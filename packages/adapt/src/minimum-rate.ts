import { callable } from './callable.ts';
import type { Policy } from './policy.ts';

/**
 * For behaviour that goes wrong below a rate, such as gravity: 0 while the entity is on time, and once 1 / rate has passed since its last
 * update as many times 1 as it is late, so that of two late entities the one that is later by its own measure goes first.
 * Combine it by {@link highestOf} with policies that stay at or below 1. (A `Frame` does this by itself when given `minRate`.)
 *
 * `rate`: updates per second, ≥ 0, of each entity; 0 for none. Source: DOHA, WWW'12 §2.1.1, non-linear behaviours.
 */
export function minimumRate<E>(rate: (entity: E) => number): Policy<E> {
  callable('minimumRate: rate', rate);
  return (entity, age) => {
    const lateness = (age * rate(entity)) / 1000;
    return lateness >= 1 ? lateness : 0;
  };
}
