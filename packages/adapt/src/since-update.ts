import type { Policy } from './policy.ts';
import { positive } from './positive.ts';

/**
 * Priority by time since the last update, so that nothing starves: 0 just after it, rising evenly to 1 at `limit` ms and
 * staying there.
 *
 * Throws a RangeError if `limit` is not a finite number > 0. Source: DOHA, WWW'12 §2.1.1, the minimum update heuristic.
 */
export function sinceUpdate(limit: number): Policy<unknown> {
  positive('sinceUpdate: limit', limit);
  return (_, age) => Math.min(1, age / limit);
}
