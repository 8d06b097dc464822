import { checkCallback, checkKind } from '@doha/loop/options';
import type { LatencyController } from './latency-controller.ts';

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

/** Returns `bytes`, a result of a controller. Throws a TypeError unless it is a number. */
export function checkBudget(bytes: number): number {
  checkKind('controller: budget', bytes >= 0 || bytes < 0, 'a function that returns a number', bytes);
  return bytes;
}
