import type { Policy } from './policy.ts';
import { positive } from './positive.ts';

/**
 * Priority by time since the last update, so that no entity starves: 0 just after it, 1 at `limit` ms, and growing on at that pace without bound.
 *
 * In `weighted([w, policy], [a, sinceUpdate(limit)])` with a policy of 0 to 1, whatever the weights, an entity waits at most `limit × w / a` ms, the
 * time in which all entities could be updated once, and one window. A large `w / a` makes that long: the README compares it with minimum rates.
 *
 * Throws a RangeError if `limit` is not a finite number > 0. Source: DOHA, WWW'12 §2.1.1, the minimum update heuristic.
 */
export function sinceUpdate(limit: number): Policy<unknown> {
  positive('sinceUpdate: limit', limit);
  return (_, age) => age / limit;
}
