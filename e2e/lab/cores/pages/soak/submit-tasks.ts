import { type RemoteTask, WorkerLostError } from '@doha/multiproc';
import type { Visit } from '../soak.worker.ts';
import { type Activity, becomesTrue, type SoakContext } from './activity.ts';
import { addProblem, count } from './findings.ts';

const colors = 5;
const maxPending = 200;
/** Maximal difference between the clocks of two threads in ms. */
const clockTolerance = 1;

/** Submits tasks of all kinds, cancels some, and changes the priority of some. Each task must settle. Tasks of one color must run in order. */
export function submitTasks({ chance, findings, proc }: SoakContext): Activity {
  const visit = proc.task('visit');
  const climb = proc.task('climb');
  const pending = new Set<RemoteTask>();
  const lastOf = Array.from({ length: colors }, () => ({ order: -1, ended: -Infinity }));
  let order = 0;

  function submit(): void {
    const choice = chance();
    const waits = chance() < 0.3;
    if (choice < 0.2) return follow(climb.submit([1 + Math.floor(20 * chance())], someOptions()), () => {});
    if (choice < 0.4) return follow(visit.submit([3 * chance(), waits], someOptions()), () => {});
    const color = Math.floor(colors * chance());
    const own = order++;
    const task = visit.submit([3 * chance(), waits], { ...someOptions(), color });
    follow(task, (result) => checkColor(color, own, result));
  }

  function someOptions(): Parameters<typeof visit.submit>[1] {
    const abort = new AbortController();
    if (chance() < 0.1) setTimeout(() => abort.abort(), 20 * chance());
    return {
      priority: Math.floor(10 * chance()),
      retries: chance() < 0.5 ? 5 : 0,
      signal: abort.signal,
      ...(chance() < 0.1 && { expiresIn: 1 + 30 * chance() }),
    };
  }

  function follow<Result>(task: RemoteTask<Result>, check: (result: Result) => void): void {
    pending.add(task);
    count(findings, 'tasks submitted');
    void settle(task, check).finally(() => pending.delete(task));
  }

  async function settle<Result>(task: RemoteTask<Result>, check: (result: Result) => void): Promise<void> {
    try {
      const outcome = await task.result;
      count(findings, `tasks ${outcome.status}`);
      if (outcome.status === 'done') check(outcome.value);
    } catch (error) {
      if (error instanceof WorkerLostError) count(findings, 'tasks lost with their worker');
      else addProblem(findings, `a task failed: ${String(error)}`);
    }
  }

  function checkColor(color: number, own: number, { began, ended }: Visit): void {
    const last = lastOf[color]!;
    if (own < last.order) addProblem(findings, `color ${color}: task ${own} ended after ${last.order}`);
    if (began < last.ended - clockTolerance)
      addProblem(findings, `color ${color}: two tasks ran at once for ${last.ended - began} ms`);
    lastOf[color] = { order: own, ended };
  }

  return {
    step() {
      for (let more = 4 * chance(); more > 1 && pending.size < maxPending; more--) submit();
      const some = [...pending][Math.floor(chance() * pending.size)];
      const choice = chance();
      if (choice < 0.05) some?.cancel();
      else if (choice < 0.3 && some !== undefined) {
        some.priority = Math.floor(10 * chance());
        count(findings, 'priorities changed');
      }
    },
    async end() {
      if (!(await becomesTrue(() => pending.size === 0)))
        addProblem(findings, `${pending.size} tasks have not settled`);
    },
  };
}
