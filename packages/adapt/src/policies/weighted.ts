import { checkCallback } from '../checks/check-callback.ts';
import { displayValue } from '../checks/display-value.ts';
import type { AllOf, Policy } from './policy.ts';
import { policyResult } from './policy-result.ts';
import { checkPositive } from '../checks/check-positive.ts';

/**
 * The weighted mean of several policies. It lies between 0 and 1 if their results do.
 *
 * Throws a TypeError if a part is not `[weight, policy]` with a number and a function. Throws a RangeError without policies, or if a weight is not from
 * 1e-100 to 1e100.
 */
export function weighted<E>(
  ...parts: readonly (readonly [weight: number, policy: Policy<NoInfer<E>>])[]
): Policy<E>;
export function weighted<Es extends readonly unknown[]>(
  ...parts: { readonly [I in keyof Es]: readonly [weight: number, policy: Policy<Es[I]>] }
): Policy<AllOf<Es>>;
export function weighted<E>(...parts: readonly (readonly [weight: number, policy: Policy<E>])[]): Policy<E> {
  for (const part of parts) {
    if (!Array.isArray(part))
      throw new TypeError(`weighted: each part must be [weight, policy], got ${displayValue(part)}`);
    checkPositive('weighted: weight', part[0]);
    checkCallback('weighted: policy', part[1]);
  }
  if (parts.length === 0) throw new RangeError('weighted: needs at least one policy, got none');
  const total = parts.reduce((sum, [weight]) => sum + weight, 0);
  const shares = parts.map(([weight]) => weight / total); // computed first, because the sum of high priorities could overflow
  return (entity, age, now) => {
    let sum = 0;
    for (let i = 0; i < parts.length; i++) {
      sum += shares[i]! * policyResult('weighted', parts[i]![1](entity, age, now));
    }
    return sum;
  };
}
