/** The largest number of a size, a distance, a speed, a rate or a weight, and the inverse of the smallest one above 0: products of them do not overflow. */
export const MAX_MAGNITUDE = 1e100;
