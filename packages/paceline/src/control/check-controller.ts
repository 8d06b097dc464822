import { checkCallback, checkKind, mustBe } from '@doha/loop/options';
import type { LatencyController, Path } from './latency-controller.ts';

/** Returns `given`, a result of the option `controller`. Throws a TypeError that names `what` unless it is a {@link LatencyController}. */
export function checkController(what: string, given: LatencyController): LatencyController {
  const { acknowledged, budget } = (given ?? {}) as Partial<LatencyController>;
  const isRight =
    typeof budget === 'function' && (acknowledged === undefined || typeof acknowledged === 'function');
  checkKind(what, isRight, 'a function that returns an object with the method budget', given);
  for (const method of [budget, acknowledged])
    if (method !== undefined) checkCallback(`${what}: a method`, method);
  return given;
}

/**
 * Returns `bytes`, a result of `controller`. Throws a TypeError unless it is a number, and a RangeError if nothing can raise it: without `looksAgain` only
 * acknowledgments can.
 */
export function checkBudget(
  bytes: number,
  { looksAgain }: LatencyController,
  { unacknowledged }: Path,
): number {
  checkKind('controller: budget', bytes >= 0 || bytes < 0, 'a function that returns a number', bytes);
  const isStuck = bytes < 1 && unacknowledged === 0 && looksAgain === undefined;
  if (isStuck)
    throw new RangeError(mustBe('controller: budget', '≥ 1 when nothing is unacknowledged', bytes));
  return bytes;
}
