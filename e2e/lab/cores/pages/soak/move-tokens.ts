import type { ThreadIndex } from '@doha/multiproc/shared';
import { type Activity, becomesTrue, type SoakContext } from './activity.ts';
import { addProblem, count } from './findings.ts';
import { tokenHost, type Tokens } from './token-host.ts';

const maxTokens = 30;

/**
 * Moves entities between threads and sends them mutations meanwhile. Each entity must be in one thread, and receive its mutations once and in
 * order.
 */
export function moveTokens({ chance, findings, proc }: SoakContext): Activity {
  const here: Tokens = new Map();
  const alive = new Set<number>();
  const threads: readonly ThreadIndex[] = [
    'main',
    ...Array.from({ length: proc.workers }, (_, worker) => worker),
  ];
  let number = 0;
  const tokens = proc.entities(
    'tokens',
    tokenHost(
      here,
      (problem) => addProblem(findings, problem),
      (ids) => {
        count(findings, 'entities that died with their worker', ids.length);
        for (const id of ids) if (!alive.delete(id)) addProblem(findings, `token ${id} died twice`);
      },
    ),
  );

  function make(): void {
    const id = proc.nextId();
    here.set(id, 0);
    alive.add(id);
    tokens.own(id);
  }

  function change(id: number): void {
    tokens.mutate(id, ++number);
    count(findings, 'changes of entities');
  }

  async function allTokens(): Promise<number[][]> {
    const workers = Array.from({ length: proc.workers }, (_, worker) =>
      proc.worker(worker).call('tokens', []),
    );
    return [...here].concat(...(await Promise.all(workers)));
  }

  return {
    step() {
      if (alive.size < maxTokens) make();
      for (const id of alive) {
        const choice = chance();
        if (choice < 0.2) change(id);
        else if (choice < 0.3) {
          tokens.migrate(id, threads[Math.floor(chance() * threads.length)]!);
          count(findings, 'orders to entities to move');
        }
      }
    },
    async end() {
      const numbers = new Map([...alive].map((id) => [id, ++number]));
      for (const [id, last] of numbers) tokens.mutate(id, last);
      const haveArrived = await becomesTrue(async () => {
        const found = await allTokens();
        return found.length === numbers.size && found.every(([id, last]) => numbers.get(id!) === last);
      });
      if (haveArrived) return;
      const found = await allTokens();
      addProblem(findings, `${found.length} of ${numbers.size} entities are found`);
      for (const [id, last] of found) {
        if (numbers.get(id!) !== last)
          addProblem(findings, `token ${id}: the last mutation is ${last}, not ${numbers.get(id!)}`);
      }
    },
  };
}
