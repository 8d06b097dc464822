import { callable } from './callable.ts';
import type { Policy } from './policy.ts';

/** Asks `choose` for the policy of each entity: kinds of entities can have policies of their own (DOHA, WWW'12 §2.1.1). */
export function chosenBy<E>(choose: (entity: E) => Policy<E>): Policy<E> {
  callable('chosenBy: choose', choose);
  return (entity, age, now) => choose(entity)(entity, age, now);
}
