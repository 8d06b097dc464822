/**
 * The largest allowed size, distance, speed, rate or weight. The smallest one above 0 is its
 * inverse. Products of two such numbers do not overflow.
 */
export const MAX_MAGNITUDE = 1e100;
