import { MultiProc, WorkerLostError } from '@doha/multiproc';
import { share } from '@doha/multiproc/shared';
import { random } from '../../../tools/pages/random.ts';
import { type Memory, numberOf, type Platform } from './platform.ts';
import type { Soaker } from './soak.worker.ts';
import type { Soaked } from './soak/activity.ts';
import { collectIds } from './soak/collect-ids.ts';
import { hearBeats } from './soak/hear-beats.ts';
import { killWorkers } from './soak/kill-workers.ts';
import { blame, type Ledger } from './soak/ledger.ts';
import { moveTokens } from './soak/move-tokens.ts';
import { readHerds } from './soak/read-herds.ts';
import { submitTasks } from './soak/submit-tasks.ts';

export interface SoakReport extends Ledger {
  /** Readings, evenly over the time. */
  readonly memory: readonly Memory[];
}

const stepEvery = 4;

/**
 * Does all that workers can do, for long, and checks all the time what must hold.
 *
 * &seconds=300
 * &workers=3
 * &kill=3       seconds from one worker that is killed to the next
 * &seed=1
 * &readings=50   of the memory
 */
export async function soak(query: URLSearchParams, platform: Platform): Promise<SoakReport> {
  const ledger: Ledger = { counts: {}, problems: [] };
  const proc = await share(
    MultiProc.start<Soaker>({
      workers: numberOf(query, 'workers'),
      spawn: () => platform.spawn('soak'),
      onError: (error) => {
        if (!(error instanceof WorkerLostError)) blame(ledger, `told: ${String(error)}`);
      },
    }),
  );
  const soaked: Soaked = { proc, ledger, chance: random(numberOf(query, 'seed')) };
  // Who kills comes first: what the others wait for at the end needs all workers.
  const activities = [
    killWorkers(soaked, numberOf(query, 'kill')),
    submitTasks(soaked),
    hearBeats(soaked),
    readHerds(soaked),
    collectIds(soaked),
    moveTokens(soaked),
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
  return { ...ledger, memory };
}
