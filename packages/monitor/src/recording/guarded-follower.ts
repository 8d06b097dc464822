import { logError } from '../callbacks/call-guarded.ts';
import { once } from '../callbacks/once.ts';
import { type Followed, type Follower, missingName, type ThreadRecords } from './follower.ts';

/**
 * Returns a follower that throws no errors, for timers, whose errors the application cannot catch. `followed` may be an object of the application. Its first
 * error goes to `failed`, by default to the console. Throws the error of `followed.follow`.
 */
export function guardedFollower(
  followed: Followed,
  failed: (error: unknown) => unknown = logError,
): Follower {
  const follower = followed.follow();
  const report = once(failed);
  const guarded = <Result>(call: () => Result, otherwise: Result): Result => {
    try {
      return call();
    } catch (error) {
      report(error);
      return otherwise;
    }
  };
  const withNames = (records: ThreadRecords): ThreadRecords => ({
    ...records,
    nameOf: (number) => guarded(() => records.nameOf(number), missingName),
  });
  return { take: () => guarded(() => follower.take().map(withNames), []) };
}
