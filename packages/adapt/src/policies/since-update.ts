import type { Policy } from './policy.ts';
import { checkPositive } from '../checks/check-positive.ts';

/**
 * Priority by the time since the last update, `age / limit`: 0 right after an update, 1 after `limit` ms, and higher without bound after that.
 *
 * It prevents starvation. In `weighted([w, policy], [a, sinceUpdate(limit)])` with a policy of 0 to 1, an entity waits at most the sum of
 * `limit × w / a` ms, the time in which all entities could be updated once, and one window; with `order: 'list'`, the last two count twice.
 *
 * Throws a TypeError if `limit` is not a number, and a RangeError if it is not from 1e-100 to 1e100. Source: DOHA, WWW'12 §2.1.1, the minimum update heuristic.
 */
export function sinceUpdate(limit: number): Policy<unknown> {
  checkPositive('sinceUpdate: limit', limit);
  return (_, age) => age / limit;
}
