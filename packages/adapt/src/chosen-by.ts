import { callable } from './callable.ts';
import type { Policy } from './policy.ts';

/** The result of the policy that `choose` returns for the entity. Different kinds of entities can have different policies (DOHA, WWW'12 §2.1.1). */
export function chosenBy<E>(choose: (entity: E) => Policy<E>): Policy<E> {
  callable('chosenBy: choose', choose);
  return (entity, age, now) => choose(entity)(entity, age, now);
}
