import type { Page } from '@playwright/test';
import { readReport } from '../tools/browsers/read-report.ts';
import { figureInNode } from './figure-in-node.ts';
import type { Series } from './pages/contest.ts';

/** The parameters of `run-figure.ts`. */
export interface FigureRequest {
  readonly figure: string;
  /** Prefix of the names of the contestants; all contestants by default. */
  readonly by?: string;
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly tasks?: number;
  readonly milliseconds?: number;
}

/** Series by the environment that ran them. */
export type ByEnvironment = Readonly<Record<string, readonly Series[]>>;

/** Measures figures one after another, each first in Node, then in the page. */
export async function figureInBoth(
  page: Page,
  ...requests: readonly FigureRequest[]
): Promise<ByEnvironment> {
  const node: Series[] = [];
  const chromium: Series[] = [];
  for (const request of requests) {
    const address = addressOf(request);
    node.push(...(await figureInNode(address)));
    chromium.push(...(await readReport<Series[]>(page, `/e2e/bench/loop/pages/figure.html${address}`)));
  }
  return { Node: node, Chromium: chromium };
}

export function addressOf(request: FigureRequest): string {
  const knobs = Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(knobs).toString()}`;
}
