import type { Policy } from '@doha/adapt';

/**
 * Returns a policy whose weights can be changed while it is in use. `make` creates the policy from the current weights. When they have changed, the first
 * call in the next step creates it anew.
 */
export function tunable<E, W extends Readonly<Record<keyof W, number>>>(
  weights: Readonly<W>,
  make: (weights: Readonly<W>) => Policy<E>,
): Policy<E> {
  const names = Object.keys(weights) as (keyof W)[];
  let used = { ...weights };
  let policy = make(used);
  let checkedAt = NaN;
  return (entity, age, now) => {
    if (now !== checkedAt) {
      checkedAt = now;
      if (names.some((name) => used[name] !== weights[name])) policy = make((used = { ...weights }));
    }
    return policy(entity, age, now);
  };
}
