import { checkCallback } from '../checks/check-callback.ts';
import type { Policy } from './policy.ts';

/**
 * The result of the policy that `choose` returns for the entity, so that different kinds of entities can have different policies (DOHA, WWW'12 §2.1.1). The
 * policy throws a TypeError if `choose` does not return a function.
 */
export function chosenBy<E>(choose: (entity: E) => Policy<E>): Policy<E> {
  checkCallback('chosenBy: choose', choose);
  return (entity, age, now) => {
    const policy = choose(entity);
    checkCallback('chosenBy: the result of choose', policy);
    return policy(entity, age, now);
  };
}
