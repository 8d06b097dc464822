/** The largest size, distance, speed, rate or weight, and the inverse of the smallest one above 0, so that the product of two of them does not overflow. */
export const MAX_MAGNITUDE = 1e100;
