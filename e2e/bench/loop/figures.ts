import type { BenchFigure } from '../figure-results.ts';
import { benchFirmTimers } from './firm-timers.ts';
import { benchFrameBudget } from './frame-budget.ts';
import { benchFullPage } from './full-page.ts';
import { benchLateness } from './lateness.ts';
import { benchLightLoad } from './light-load.ts';
import { sizedFigures } from './sized-figures.ts';

/** All figures of the loop benchmark. */
export const figures: readonly BenchFigure[] = [
  ...sizedFigures,
  { title: 'the budget of a frame', make: benchFrameBudget },
  { title: 'timers while tasks are always runnable', make: benchLateness },
  { title: 'firm timers on the main thread', make: benchFirmTimers },
  { title: 'a page whose loop always has tasks', make: benchFullPage },
  { title: 'the CPU time of a light load', make: benchLightLoad },
];
