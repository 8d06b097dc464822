import type { BenchFigure } from '../figure-results.ts';
import { benchOverlayCost } from './overlay-cost.ts';

/** All figures of the monitor's benchmark. */
export const figures: readonly BenchFigure[] = [{ title: 'the cost of the overlay', make: benchOverlayCost }];
