import { test } from '@playwright/test';
import { type Findings, writeResults } from '../../../tools/results/results.ts';
import { Lab, whyNoLab } from '../link/lab.ts';

type Measured = Promise<Findings | readonly Findings[]>;

const why = whyNoLab();

/** Reports progress to the terminal. */
export function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs a measurement in a lab whose endpoints have real-time priority, and writes its results. Skips the test on a machine that cannot run a lab. */
export async function inLab(measure: (lab: Lab) => Measured): Promise<void> {
  await inLabs(1, ([lab]) => measure(lab!));
}

/** Like {@link inLab}, with several labs. */
export async function inLabs(count: number, measure: (labs: readonly Lab[]) => Measured): Promise<void> {
  test.skip(why !== undefined, why);
  const labs: Lab[] = [];
  try {
    while (labs.length < count) labs.push(await Lab.up({ isRealTime: true }));
    for (const findings of [await measure(labs)].flat()) log(writeResults(findings));
  } finally {
    for (const lab of labs) lab.down();
  }
}
