/** Returns a random number from 0 to less than 1. */
export type Chance = () => number;

/** Equal seeds give equal sequences of numbers (Mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from 0 to less than `limit`. */
export function below(chance: Chance, limit: number): number {
  return Math.floor(chance() * limit);
}

/**
 * A whole number from `least` to `most`, both > 0, log-uniform: 2 to 3 is as likely as 32 to 63.
 * Most defects show with few actions, so most storms should be small. Some defects need many.
 */
export function logUniform(chance: Chance, least: number, most: number): number {
  return Math.floor(least * ((most + 1) / least) ** chance());
}

/** One of several items. */
export function oneOf<T>(chance: Chance, items: readonly T[]): T {
  return items[below(chance, items.length)]!;
}

/** One of several items, with a probability proportional to its weight, a whole number. */
export function weighted<T>(chance: Chance, weights: readonly (readonly [weight: number, item: T])[]): T {
  let left = below(
    chance,
    weights.reduce((sum, [weight]) => sum + weight, 0),
  );
  return weights.find(([weight]) => (left -= weight) < 0)![1];
}

/**
 * The weights for one storm. Each item is left out, or has its given weight or four times that
 * weight. Storms without some actions reach states that storms with all actions hardly reach (swarm
 * testing, Groce et al., ISSTA 2012).
 */
export function swarm<T>(
  chance: Chance,
  weights: readonly (readonly [weight: number, item: T])[],
): (readonly [weight: number, item: T])[] {
  const drawn = weights.map(([weight, item]) => [weight * oneOf(chance, [0, 1, 1, 4]), item] as const);
  const [first] = weights;
  const isEmpty = drawn.every(([weight]) => weight === 0);
  return isEmpty && first !== undefined ? [first] : drawn.filter(([weight]) => weight > 0);
}
