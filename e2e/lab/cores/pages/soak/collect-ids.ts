import { type Activity, becomesTrue, type SoakContext } from './activity.ts';
import { addProblem, count } from './findings.ts';

/** Ids must be below this limit. Each started worker reserves about 2¹⁹ ids. */
const idLimit = 2 ** 28;

/** Takes ids in this thread and in workers. No id may occur twice. */
export function collectIds({ chance, findings, proc }: SoakContext): Activity {
  const ids = proc.task('ids', { retries: 5 });
  const taken = new Uint8Array(idLimit / 8);
  let underWay = 0;

  function take(id: number): void {
    if (id >= idLimit) return addProblem(findings, `id ${id} is above the limit of ${idLimit}`);
    const bit = 1 << (id & 7);
    if ((taken[id >> 3]! & bit) !== 0) addProblem(findings, `id ${id} was given twice`);
    taken[id >> 3]! |= bit;
    count(findings, 'ids taken');
  }

  async function takeInWorker(): Promise<void> {
    underWay++;
    const outcome = await ids.submit([20]).result.catch(() => undefined);
    underWay--;
    if (outcome?.status === 'done') outcome.value.forEach(take);
  }

  return {
    step() {
      take(proc.nextId());
      if (chance() < 0.2) void takeInWorker();
    },
    async end() {
      if (!(await becomesTrue(() => underWay === 0))) addProblem(findings, 'requested ids have not arrived');
    },
  };
}
