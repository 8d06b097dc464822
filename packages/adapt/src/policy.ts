/**
 * How much an update of `entity` matters to what the user perceives: the higher, the sooner.
 *
 * `age`: ms since the entity's last update; `now`: simulated time in ms. Pure: the same arguments give the same number.
 * The policies of this package give 0 to 1 (DOHA, WWW'12 §2.1.1) unless they say otherwise.
 */
export type Policy<E> = (entity: E, age: number, now: number) => number;
