/** From this priority on, a task only means to be the first: that of a `Frame` which ranks its entities has the greatest number. */
export const firstPriority = 1e300;
