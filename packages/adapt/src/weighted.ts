import { callable } from './callable.ts';
import type { AllOf, Policy } from './policy.ts';
import { positive } from './positive.ts';

/**
 * The weighted mean of several policies. It lies between 0 and 1 if their results do.
 *
 * Throws a RangeError without policies, or if a weight is not a finite number > 0.
 */
export function weighted<E>(
  ...parts: readonly (readonly [weight: number, policy: Policy<NoInfer<E>>])[]
): Policy<E>;
export function weighted<Es extends readonly unknown[]>(
  ...parts: { readonly [I in keyof Es]: readonly [weight: number, policy: Policy<Es[I]>] }
): Policy<AllOf<Es>>;
export function weighted<E>(...parts: readonly (readonly [weight: number, policy: Policy<E>])[]): Policy<E> {
  let total = 0;
  for (const part of parts) {
    if (!Array.isArray(part))
      throw new TypeError(`weighted: each part must be [weight, policy], got ${typeof part}`);
    total += positive('weighted: weight', part[0]);
    callable('weighted: policy', part[1]);
  }
  if (total === 0) throw new RangeError('weighted: needs at least one policy, got none');
  return (entity, age, now) => {
    let sum = 0;
    for (let i = 0; i < parts.length; i++) sum += parts[i]![0] * parts[i]![1](entity, age, now);
    return sum / total;
  };
}
