export type { Policy } from './policy.ts';
export { nearestTo, type Placed } from './nearest-to.ts';
export { sinceUpdate } from './since-update.ts';
export { minimumRate } from './minimum-rate.ts';
export { scaledBySpeed, type Moving } from './scaled-by-speed.ts';
export { highestOf } from './highest-of.ts';
export { weighted } from './weighted.ts';
export { chosenBy } from './chosen-by.ts';
