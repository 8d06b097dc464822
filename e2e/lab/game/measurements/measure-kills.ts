import type { Page } from '@playwright/test';
import type { Findings } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { withPage } from '../run/play-run.ts';

export interface KillsOptions {
  /** Where the pages are served. */
  readonly origin: string;
  readonly level: string;
  readonly workers: number;
  /** How often each thread is killed. */
  readonly kills: number;
  /** Says what is being done. */
  readonly tell: (text: string) => void;
}

/** What a page of the game shows to those who look from outside. */
interface Tandem {
  readonly tandem: {
    readonly play: {
      readonly world: {
        readonly tick: number;
        readonly time: number;
        readonly players: readonly { readonly updatedAt: number; readonly active: boolean }[];
        readonly enemies: readonly { readonly index: number; readonly updatedAt: number }[];
        readonly stage: { readonly taken: Uint8Array };
      };
    };
  };
  readonly tandemPool: () => Promise<{ kill(part: number): void; readonly owners: Uint8Array }>;
}

/** What a kill has cost. */
interface Cost {
  /** Milliseconds between two updates, the longest of each of the thread's enemies and of each player. */
  readonly enemies: number[];
  readonly players: number[];
  readonly areAllThere: boolean;
}

/** Kills the threads of a game, one after another, and returns how long who they had stood still, as the page sees it, ready to be written. */
export async function measureKills({ kills, level, origin, tell, workers }: KillsOptions): Promise<Findings> {
  const address = `${origin}/demos/tandem/?level=${level}&version=concurrent&workers=${workers}`;
  const costs = await withPage('all', async (page) => {
    await page.goto(address);
    await page.waitForFunction(() => (globalThis as unknown as Tandem).tandem?.play?.world.tick > 120);
    const found: Cost[][] = Array.from({ length: workers }, () => []);
    for (let go = 1; go <= kills; go++) {
      for (let part = 0; part < workers; part++) {
        tell(`kill ${go} of ${kills}, thread ${part}`);
        if (found.flat().length > 0) await page.waitForTimeout(rest);
        found[part]!.push(await killAndWait(page, part));
      }
    }
    return found;
  });
  return {
    name: 'tandem-kills',
    parameters: { level, workers, kills },
    rows: costs.map((all, part) => {
      const enemies = all.flatMap((cost) => cost.enemies);
      return {
        thread: part === 0 ? 'the one that has the players' : 'another',
        kills: all.length,
        'enemies stand still for ms, median': round(quantile(enemies, 0.5), 0),
        'p95, ms': round(quantile(enemies, 0.95), 0),
        'most, ms': round(Math.max(...enemies), 0),
        'players, most, ms': round(Math.max(...all.flatMap(({ players }) => players)), 0),
        'players, progress and gems kept': all.every(({ areAllThere }) => areAllThere),
      };
    }),
  };
}

/** Milliseconds between two kills: a worker that goes too often in a row is not replaced. */
const rest = 3000;

/** For so long who is meant is watched. */
const watch = 2000;

function killAndWait(page: Page, part: number): Promise<Cost> {
  return page.evaluate(
    async ([killed, length]) => {
      const { tandem, tandemPool } = globalThis as unknown as Tandem;
      const { world } = tandem.play;
      const crew = await tandemPool();
      const alive = world.players.map(({ active }) => active);
      const gems = world.stage.taken.join();
      const isLively = ({ updatedAt }: { readonly updatedAt: number }): boolean =>
        updatedAt > world.time - 500;
      const theirs = world.enemies.filter((enemy) => crew.owners[enemy.index] === killed && isLively(enemy));
      const watched = [...theirs, ...world.players];
      const seen = watched.map(({ updatedAt }) => updatedAt);
      const changedAt = watched.map(() => performance.now());
      const longest = watched.map(() => 0);
      const end = performance.now() + length;
      crew.kill(killed);
      while (performance.now() < end) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        for (const [i, { updatedAt }] of watched.entries()) {
          longest[i] = Math.max(longest[i]!, now - changedAt[i]!);
          if (updatedAt === seen[i]) continue;
          seen[i] = updatedAt;
          changedAt[i] = now;
        }
      }
      const areAllThere =
        world.players.every(({ active }, i) => active || alive[i] !== true) &&
        world.stage.taken.join() === gems;
      return { enemies: longest.slice(0, theirs.length), players: longest.slice(theirs.length), areAllThere };
    },
    [part, watch] as const,
  );
}
