import { type Activity, becomesTrue, type SoakContext } from './activity.ts';
import { addProblem, count } from './findings.ts';

/** Terminates a random worker at random times, on average every `every` seconds. Its replacement must start and begin to work. */
export function killWorkers({ chance, findings, proc }: SoakContext, every: number): Activity {
  let nextKill = performance.now() + 1000 * every;
  const hasBegun = Array.from({ length: proc.workers }, () => false);
  const isBeginning = [...hasBegun];

  function begin(worker: number): void {
    if (hasBegun[worker]! || isBeginning[worker]!) return;
    isBeginning[worker] = true;
    proc
      .worker(worker)
      .call('begin', [])
      .then(
        () => (hasBegun[worker] = true),
        () => {}, // the worker has not started yet, or was killed: the next step tries again
      )
      .finally(() => (isBeginning[worker] = false));
  }

  function beginAll(): boolean {
    for (let worker = 0; worker < proc.workers; worker++) begin(worker);
    return hasBegun.every(Boolean);
  }

  return {
    step() {
      beginAll();
      if (performance.now() < nextKill) return;
      nextKill = performance.now() + 1000 * every * (0.5 + chance());
      const worker = Math.floor(chance() * proc.workers);
      if (!proc.worker(worker).terminate()) return;
      count(findings, 'workers killed');
      hasBegun[worker] = false;
    },
    async end() {
      if (!(await becomesTrue(beginAll))) addProblem(findings, 'a killed worker has not been replaced');
    },
  };
}
