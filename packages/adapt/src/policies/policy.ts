/**
 * Computes the priority of an update of `entity`: how much the update matters to the user. The highest priority goes first.
 *
 * `age`: ms since the entity's last update; `now`: simulated time in ms. A policy is pure: equal arguments give equal results.
 * The policies of this package return 0 to 1 (DOHA, WWW'12 §2.1.1) unless their description says otherwise.
 */
export type Policy<E> = (entity: E, age: number, now: number) => number;

/** What an entity must have so that all policies of a list apply to it: `AllOf<[A, B]>` is `A & B`. */
export type AllOf<Entities extends readonly unknown[]> = Entities extends readonly [infer E, ...infer Others]
  ? E & AllOf<Others>
  : Entities extends readonly []
    ? unknown
    : Entities[number];
