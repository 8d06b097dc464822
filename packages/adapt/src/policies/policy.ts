/**
 * Computes the priority of an update of `entity`, which is its importance for the user. The highest priority runs first.
 *
 * `age`: time in ms since the entity's last update. `now`: simulated time in ms. A policy is pure: equal arguments give equal results.
 * The policies of this package return 0 to 1 (DOHA, WWW'12 §2.1.1) unless their description says otherwise.
 */
export type Policy<E> = (entity: E, age: number, now: number) => number;

/** The type of entities to which all policies of a list apply: `AllOf<[A, B]>` is `A & B`. */
export type AllOf<Entities extends readonly unknown[]> = Entities extends readonly [infer E, ...infer Others]
  ? E & AllOf<Others>
  : Entities extends readonly []
    ? unknown
    : Entities[number];
