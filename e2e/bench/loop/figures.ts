import type { BenchFigure } from '../benched.ts';
import { benchFirmTimers } from './firm-timers.ts';
import { benchFrameBudget } from './frame-budget.ts';
import { benchFullPage } from './full-page.ts';
import { benchLateness } from './lateness.ts';
import { benchLightLoad } from './light-load.ts';
import { sizedFigures } from './sized-figures.ts';

/** All figures of the bench of the loop. */
export const figures: readonly BenchFigure[] = [
  ...sizedFigures,
  { title: 'the budget of a frame', make: benchFrameBudget },
  { title: 'timers under tasks that are always runnable', make: benchLateness },
  { title: 'firm timers on the main thread', make: benchFirmTimers },
  { title: 'a page under a loop that is always full', make: benchFullPage },
  { title: 'the CPU time of a light load', make: benchLightLoad },
];
