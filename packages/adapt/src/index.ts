export type { Policy } from './policies/policy.ts';
export { nearestTo, type NearestToOptions, type Placed } from './policies/nearest-to.ts';
export { sinceUpdate } from './policies/since-update.ts';
export { minimumRate } from './policies/minimum-rate.ts';
export { scaledBySpeed, type Moving } from './policies/scaled-by-speed.ts';
export { highestOf } from './policies/highest-of.ts';
export { weighted } from './policies/weighted.ts';
export { chosenBy } from './policies/chosen-by.ts';
export { staticGrid, type Partition, type StaticGridOptions } from './partition/static-grid.ts';
export { estimateLoads, type EntityGroup, type EstimateLoadsOptions } from './partition/estimate-loads.ts';
export {
  qualityBalance,
  type PieceMove,
  type Piece,
  type QualityBalanceOptions,
} from './partition/quality-balance.ts';
