import { type Activity, comesAbout, type Soaked } from './activity.ts';
import { blame, count } from './ledger.ts';

/** So many ids can be told apart; each worker that is started is given some 2¹⁹. */
const most = 2 ** 28;

/** Takes ids here and in workers, no id twice. */
export function collectIds({ chance, ledger, proc }: Soaked): Activity {
  const ids = proc.task('ids', { retries: 5 });
  const taken = new Uint8Array(most / 8);
  let underWay = 0;

  function take(id: number): void {
    if (id >= most) return blame(ledger, `id ${id} is beyond what the soak can tell apart`);
    const bit = 1 << (id & 7);
    if ((taken[id >> 3]! & bit) !== 0) blame(ledger, `id ${id} was given twice`);
    taken[id >> 3]! |= bit;
    count(ledger, 'ids taken');
  }

  async function takeFar(): Promise<void> {
    underWay++;
    const outcome = await ids.submit([20]).result.catch(() => undefined);
    underWay--;
    if (outcome?.status === 'done') outcome.value.forEach(take);
  }

  return {
    step() {
      take(proc.nextId());
      if (chance() < 0.2) void takeFar();
    },
    async end() {
      if (!(await comesAbout(() => underWay === 0))) blame(ledger, 'ids that were asked for never come');
    },
  };
}
