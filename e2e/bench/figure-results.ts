import type { Page } from '@playwright/test';
import type { Findings, Row } from '../tools/results/results.ts';

/** The results of one figure (see `BenchFigure`), and its bars (target values). */
export interface FigureResults extends Findings {
  readonly bars: readonly Row[];
}

/** The size of a benchmark run. */
export interface Scale {
  /** Numbers of pending tasks. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Approximate number of tasks per round. With large sizes a round has more. */
  readonly tasks: number;
  /** Duration of a round in ms, for figures whose rounds have no fixed number of tasks. */
  readonly milliseconds: number;
  /** Time in s for which a page is observed. */
  readonly seconds: number;
  /** Number of observations of each page; with a light load, three times as many. */
  readonly repetitions: number;
  /** Time in ms between the start of a page and its observation; with a light load, twice this time. */
  readonly settle: number;
}

/** A figure: a part of a benchmark with a result table of its own. `make` measures it. */
export interface BenchFigure {
  readonly title: string;
  readonly make: (page: Page, scale: Scale) => Promise<FigureResults>;
}

/** Enough rounds and tasks for stable medians. */
export const fullScale: Scale = {
  sizes: [10, 100, 1000, 10_000, 100_000],
  rounds: 25,
  tasks: 40_000,
  milliseconds: 60,
  seconds: 2.5,
  repetitions: 2,
  settle: 500,
};

/** A short run that only checks the results of the contestants. */
export const smokeScale: Scale = {
  sizes: [10, 100],
  rounds: 1,
  tasks: 4000, // the coarse clock of a page may measure 0 ms for fewer tasks
  milliseconds: 10,
  seconds: 0.05,
  repetitions: 1,
  settle: 0,
};
