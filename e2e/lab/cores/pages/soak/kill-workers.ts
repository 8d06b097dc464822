import { type Activity, comesAbout, type Soaked } from './activity.ts';
import { blame, count } from './ledger.ts';

/** Ends a worker every so many seconds, at random; the one in its place must come, and begin to work. */
export function killWorkers({ chance, ledger, proc }: Soaked, every: number): Activity {
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
        () => {}, // it is not there yet, or was killed meanwhile: once more
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
      count(ledger, 'workers killed');
      hasBegun[worker] = false;
    },
    async end() {
      if (!(await comesAbout(beginAll))) blame(ledger, 'a worker that was killed has not come back');
    },
  };
}
