import type { Page } from '@playwright/test';
import type { Findings, Row } from '../tools/results/results.ts';

/** What a figure of the bench found, and how that stands to its bars. */
export interface Benched extends Findings {
  readonly bars: readonly Row[];
}

/** How much of it. */
export interface Scale {
  /** Tasks pending. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Least tasks of a round. */
  readonly tasks: number;
  /** How long a round takes in which moments are looked at. */
  readonly milliseconds: number;
  /** How long a page is watched, in s, … */
  readonly seconds: number;
  /** … how often … */
  readonly repetitions: number;
  /** … and how long it may come up before, in ms. */
  readonly settle: number;
}

/** A figure of the bench: its title, a sentence, and how it is made. */
export interface BenchFigure {
  readonly title: string;
  readonly make: (page: Page, scale: Scale) => Promise<Benched>;
}

/** Long enough for medians that stay. */
export const fullScale: Scale = {
  sizes: [10, 100, 1000, 10_000, 100_000],
  rounds: 25,
  tasks: 40_000,
  milliseconds: 60,
  seconds: 2.5,
  repetitions: 2,
  settle: 500,
};

/** Long enough to see whether the answers are right. */
export const smokeScale: Scale = {
  sizes: [10, 100],
  rounds: 2,
  tasks: 4000, // fewer may take no time at all by the clock of a page
  milliseconds: 10,
  seconds: 0.05,
  repetitions: 1,
  settle: 0,
};
