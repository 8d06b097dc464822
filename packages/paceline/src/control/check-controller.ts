import { checkCallback, checkKind, mustBe } from '@doha/loop/options';
import type { LatencyController, Path } from './latency-controller.ts';

/** Returns `given`, a result of the option `controller`. Throws a TypeError that names `what` unless it is a {@link LatencyController}. */
export function checkController(what: string, given: LatencyController): LatencyController {
  const { acknowledged, budget, closed, rate } = (given ?? {}) as Partial<LatencyController>;
  const isOptional = (method: unknown): boolean => method === undefined || typeof method === 'function';
  const isRight = typeof budget === 'function' && [acknowledged, rate, closed].every(isOptional);
  checkKind(what, isRight, 'a function that returns an object with the method budget', given);
  for (const method of [budget, acknowledged, rate, closed])
    if (method !== undefined) checkCallback(`${what}: a method`, method);
  return given;
}

/**
 * Returns `bytes`, a result of `controller.budget`. Throws a TypeError unless it is a number.
 * Throws a RangeError if nothing could be sent ever again: `bytes` is below 1, no acknowledgment is
 * expected that could raise the budget, and the controller has no `pollInterval`.
 */
export function checkBudget(
  bytes: number,
  { pollInterval }: LatencyController,
  { unacknowledged }: Path,
): number {
  checkKind('controller: budget', bytes >= 0 || bytes < 0, 'a function that returns a number', bytes);
  const isStuck = bytes < 1 && unacknowledged === 0 && pollInterval === undefined;
  if (isStuck)
    throw new RangeError(mustBe('controller: budget', '≥ 1 when nothing is unacknowledged', bytes));
  return bytes;
}

/**
 * Returns `rate`, a result of `controller.rate`. Throws a TypeError unless it is a number ≥ 0 or
 * undefined.
 */
export function checkDeliveryRate(rate: number | undefined): number | undefined {
  checkKind(
    'controller: rate',
    rate === undefined || rate >= 0,
    'a function that returns a number ≥ 0 or undefined',
    rate,
  );
  return rate;
}
