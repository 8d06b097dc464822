import type { ThreadIndex } from '@doha/multiproc/shared';
import { type Activity, comesAbout, type Soaked } from './activity.ts';
import { blame, count } from './ledger.ts';
import { tokenHost, type Tokens } from './token-host.ts';

const most = 30;

/** Moves entities from thread to thread and changes them meanwhile: each is in one place, and what comes to it comes once and in order. */
export function moveTokens({ chance, ledger, proc }: Soaked): Activity {
  const here: Tokens = new Map();
  const alive = new Set<number>();
  const places: readonly ThreadIndex[] = [
    'main',
    ...Array.from({ length: proc.workers }, (_, worker) => worker),
  ];
  let number = 0;
  const tokens = proc.entities(
    'tokens',
    tokenHost(
      here,
      (problem) => blame(ledger, problem),
      (ids) => {
        count(ledger, 'entities that died with their worker', ids.length);
        for (const id of ids) if (!alive.delete(id)) blame(ledger, `token ${id} died twice`);
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
    count(ledger, 'changes of entities');
  }

  async function whereTheyAre(): Promise<number[][]> {
    const workers = Array.from({ length: proc.workers }, (_, worker) =>
      proc.worker(worker).call('tokens', []),
    );
    return [...here].concat(...(await Promise.all(workers)));
  }

  return {
    step() {
      if (alive.size < most) make();
      for (const id of alive) {
        const what = chance();
        if (what < 0.2) change(id);
        else if (what < 0.3) {
          tokens.migrate(id, places[Math.floor(chance() * places.length)]!);
          count(ledger, 'orders to entities to move');
        }
      }
    },
    async end() {
      const numbers = new Map([...alive].map((id) => [id, ++number]));
      for (const [id, last] of numbers) tokens.mutate(id, last);
      const areThere = await comesAbout(async () => {
        const found = await whereTheyAre();
        return found.length === numbers.size && found.every(([id, last]) => numbers.get(id!) === last);
      });
      if (areThere) return;
      const found = await whereTheyAre();
      blame(ledger, `of ${numbers.size} entities ${found.length} are found`);
      for (const [id, last] of found) {
        if (numbers.get(id!) !== last)
          blame(ledger, `${id}: the last change is ${last}, not ${numbers.get(id!)}`);
      }
    },
  };
}
