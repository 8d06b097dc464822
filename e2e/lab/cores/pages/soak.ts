import { MultiProc, WorkerLostError } from '@doha/multiproc';
import { share } from '@doha/multiproc/shared';
import { random } from '../../../../demos/lib/random.ts';
import { type Memory, numberOf, type Platform } from './platform.ts';
import type { Soaker } from './soak.worker.ts';
import type { SoakContext } from './soak/activity.ts';
import { collectIds } from './soak/collect-ids.ts';
import { hearBeats } from './soak/hear-beats.ts';
import { killWorkers } from './soak/kill-workers.ts';
import { addProblem, type Findings } from './soak/findings.ts';
import { moveTokens } from './soak/move-tokens.ts';
import { readHerds } from './soak/read-herds.ts';
import { submitTasks } from './soak/submit-tasks.ts';

export interface SoakReport extends Findings {
  /** Readings at equal intervals. */
  readonly memory: readonly Memory[];
}

/** Milliseconds between two steps of the activities. */
const stepEvery = 4;

/**
 * Uses many features of a pool at the same time, and checks their guarantees throughout.
 *
 * &seconds=300
 * &workers=3
 * &kill=3       mean seconds between two kills of workers
 * &seed=1
 * &readings=50  memory readings
 */
export async function soak(query: URLSearchParams, platform: Platform): Promise<SoakReport> {
  const findings: Findings = { counts: {}, problems: [] };
  const proc = await share(
    MultiProc.start<Soaker>({
      workers: numberOf(query, 'workers'),
      spawn: () => platform.spawn('soak'),
      onError: (error) => {
        if (!(error instanceof WorkerLostError)) addProblem(findings, `onError: ${String(error)}`);
      },
    }),
  );
  const context: SoakContext = { proc, findings, chance: random(numberOf(query, 'seed')) };
  // `killWorkers` is first: its `end` waits until all workers run, and the `end` of the other activities needs all workers.
  const activities = [
    killWorkers(context, numberOf(query, 'kill')),
    submitTasks(context),
    hearBeats(context),
    readHerds(context),
    collectIds(context),
    moveTokens(context),
  ];
  const milliseconds = 1000 * numberOf(query, 'seconds');
  const readings = numberOf(query, 'readings');
  const began = performance.now();
  const memory: Memory[] = [];
  while (performance.now() < began + milliseconds) {
    for (const { step } of activities) step();
    await new Promise((resolve) => setTimeout(resolve, stepEvery));
    const next = began + ((memory.length + 1) * milliseconds) / (readings + 1);
    if (memory.length < readings && performance.now() > next) memory.push(await platform.memory());
  }
  for (const { end } of activities) await end();
  proc.dispose();
  return { ...findings, memory };
}
