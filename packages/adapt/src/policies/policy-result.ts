import { displayValue } from '../checks/display-value.ts';

/**
 * Returns `result`, the result of a policy that the policy `what` combines with others. Throws a
 * TypeError unless it is a number, since arithmetic would take null for 0 and '5' for 5.
 */
export function policyResult(what: string, result: number): number {
  if (typeof result === 'number') return result;
  throw new TypeError(`${what}: a policy must return a number, got ${displayValue(result)}`);
}
