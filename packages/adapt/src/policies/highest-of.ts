import { checkCallback } from '../checks/check-callback.ts';
import type { AllOf, Policy } from './policy.ts';
import { policyResult } from './policy-result.ts';

/**
 * The highest result of several policies. Throws a RangeError without policies, and a TypeError if
 * a policy is not a function.
 */
export function highestOf<E>(...policies: readonly Policy<NoInfer<E>>[]): Policy<E>;
export function highestOf<Es extends readonly unknown[]>(
  ...policies: { readonly [I in keyof Es]: Policy<Es[I]> }
): Policy<AllOf<Es>>;
export function highestOf<E>(...policies: readonly Policy<E>[]): Policy<E> {
  if (policies.length === 0) throw new RangeError('highestOf: needs at least one policy, got none');
  for (const policy of policies) checkCallback('highestOf: policy', policy);
  return (entity, age, now) => {
    let highest = -Infinity;
    for (const policy of policies) {
      highest = Math.max(highest, policyResult('highestOf', policy(entity, age, now)));
    }
    return highest;
  };
}
