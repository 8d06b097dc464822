import type { Contestant, Series } from '../../pages/contest.ts';
import { batchCancel } from './batch-figure.ts';
import { cancelContestant, cancellations } from './cancel-figure.ts';
import { drainContestant } from './drain-contestant.ts';
import type { Figure } from './figure.ts';
import { frameContestant } from './frame-figure.ts';
import { holdContestant, holders } from './hold-figure.ts';
import { driven } from './loop-figure.ts';
import { queueDrains } from './queue-figure.ts';
import { turnsContestant, turnsDrains } from './turns-figure.ts';
import { makeWorkload } from './workload.ts';

/**
 * Bytes allocated per task in a steady state, in Node with `--expose-gc`. The young generation is so large that no garbage is collected
 * during a measurement. The growth of the heap is then the number of allocated bytes.
 */
export const bytesFigure: Figure = async ({ sizes, rounds, tasks }) => {
  const series: Series[] = [];
  for (const size of sizes) {
    for (const [name, contestant] of contestants(size, tasks)) {
      const values = await bytesPerTask(contestant, rounds);
      series.push({ name, size, values });
    }
  }
  return series;
};

function contestants(size: number, tasks: number): [string, Contestant][] {
  const workload = makeWorkload(size, tasks);
  const drains = Object.entries(queueDrains).map(([name, prepare]) =>
    drainContestant(name, workload, prepare(workload)),
  );
  const turns = Object.entries(turnsDrains)
    .filter(([name]) => name !== 'scheduler.postTask')
    .map(([name, prepare]) => turnsContestant(name, workload, prepare(workload)));
  const cancels = Object.entries(cancellations).map(([name, prepare]) =>
    cancelContestant(name, workload, prepare(workload)),
  );
  const holds = Object.entries(holders).map(([name, prepare]) =>
    holdContestant(name, workload, { hold: prepare(workload), agree: () => true }),
  );
  return [
    ...drains.map(under('fill and drain')),
    under('fill and drain')(drainContestant('@doha/loop', workload, driven(workload))),
    ...turns.map(under('fill, drain in later turns')),
    ...cancels.map(under('fill, cancel each')),
    under('fill, cancel as a batch')(batchCancel(workload)),
    ...holds.map(under('hold')),
    under('frame')(frameContestant(size, tasks)),
  ];
}

function under(kind: string): (contestant: Contestant) => [string, Contestant] {
  return (contestant) => [`${contestant.name}: ${kind}`, contestant];
}

/** Maximum number of bytes per measurement. The young generation has room for more. */
const maxBytes = 2 ** 27;

/** Bytes per task in three measurements. In a warm-up before, code is compiled and arrays grow. */
async function bytesPerTask(contestant: Contestant, maxRounds: number): Promise<number[]> {
  for (let round = 0; round < maxRounds / 4; round++) await contestant.round();
  const perRound = Math.max(1, (await growth(contestant, 2)) / 2);
  // Reading the counters allocates a few kB, so more rounds give a smaller error.
  const rounds = Math.max(1, Math.min(maxRounds, Math.floor(maxBytes / perRound)));
  const values: number[] = [];
  for (let sample = 0; sample < 3; sample++) {
    values.push((await growth(contestant, rounds)) / (rounds * contestant.tasks));
  }
  return values;
}

/** Growth of the heap in bytes during a number of rounds. */
async function growth(contestant: Contestant, rounds: number): Promise<number> {
  const { gc, process } = globalThis;
  if (gc === undefined) throw new Error('Count bytes: Node must be run with --expose-gc');
  gc();
  const collections = countCollections();
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < rounds; round++) await contestant.round();
  const after = process.memoryUsage().heapUsed;
  if ((await collections()) > 0) {
    throw new Error(`Count bytes: ${contestant.name} must not fill the young generation`);
  }
  return after - before;
}

/** Counts garbage collections. The returned function ends the observation and returns their number. */
function countCollections(): () => Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().length;
  });
  observer.observe({ entryTypes: ['gc'] });
  return async () => {
    // Node reports a collection one turn later.
    await new Promise((resolve) => setTimeout(resolve, 5));
    observer.disconnect();
    return count;
  };
}
