import type { Page } from '@playwright/test';
import type { Findings } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { withPage } from '../run/play-run.ts';

export interface KillsOptions {
  /** Origin of the server of the pages. */
  readonly origin: string;
  readonly level: string;
  readonly workers: number;
  /** Number of kills per thread. */
  readonly kills: number;
  /**
   * Milliseconds from the end of an observation to the next kill. The pool delays a further replacement
   * if the previous one was lost within 10 s and had finished no task.
   */
  readonly pause: number;
  /** Milliseconds for which entities are observed after a kill. */
  readonly observation: number;
  /** Receives progress messages. */
  readonly log: (text: string) => void;
}

/** The globals of the game's page that this measurement uses. */
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

/** The effect of a kill. */
interface KillEffect {
  /** The longest time between two updates in ms, of each enemy of the killed thread and of each player. */
  readonly enemies: number[];
  readonly players: number[];
  /** Whether all active players are still active, and the taken gems are still the same. */
  readonly isAllKept: boolean;
}

/** Kills the threads of a game, one after another. Returns for how long their enemies and the players stood still in the world of the page. */
export async function measureKills(options: KillsOptions): Promise<Findings> {
  const { kills, level, log, observation, origin, pause, workers } = options;
  const address = `${origin}/demos/tandem/?level=${level}&version=concurrent&workers=${workers}`;
  const effects = await withPage('all', async (page) => {
    await page.goto(address);
    await page.waitForFunction(() => (globalThis as unknown as Tandem).tandem?.play?.world.tick > 120);
    const found: KillEffect[][] = Array.from({ length: workers }, () => []);
    for (let kill = 1; kill <= kills; kill++) {
      for (let part = 0; part < workers; part++) {
        log(`kill ${kill} of ${kills}, thread ${part}`);
        if (found.flat().length > 0) await page.waitForTimeout(pause);
        found[part]!.push(await killAndWait(page, part, observation));
      }
    }
    return found;
  });
  return {
    name: 'tandem-kills',
    parameters: { level, workers, kills },
    rows: effects.map((all, part) => {
      const enemies = all.flatMap((effect) => effect.enemies);
      return {
        thread: part === 0 ? 'the one that has the players' : 'another',
        kills: all.length,
        'enemies stand still for ms, median': round(quantile(enemies, 0.5), 0),
        'p95, ms': round(quantile(enemies, 0.95), 0),
        'most, ms': round(Math.max(...enemies), 0),
        'players, most, ms': round(Math.max(...all.flatMap(({ players }) => players)), 0),
        'players and gems kept': all.every(({ isAllKept }) => isAllKept),
      };
    }),
  };
}

function killAndWait(page: Page, part: number, observation: number): Promise<KillEffect> {
  return page.evaluate(
    async ([killed, length]) => {
      const { tandem, tandemPool } = globalThis as unknown as Tandem;
      const { world } = tandem.play;
      const pool = await tandemPool();
      const alive = world.players.map(({ active }) => active);
      const gems = world.stage.taken.join();
      const isUpdated = ({ updatedAt }: { readonly updatedAt: number }): boolean =>
        updatedAt > world.time - 500;
      const enemies = world.enemies.filter(
        (enemy) => pool.owners[enemy.index] === killed && isUpdated(enemy),
      );
      const watched = [...enemies, ...world.players];
      const seen = watched.map(({ updatedAt }) => updatedAt);
      const changedAt = watched.map(() => performance.now());
      const longest = watched.map(() => 0);
      const end = performance.now() + length;
      pool.kill(killed);
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
      const isAllKept =
        world.players.every(({ active }, i) => active || alive[i] !== true) &&
        world.stage.taken.join() === gems;
      return { enemies: longest.slice(0, enemies.length), players: longest.slice(enemies.length), isAllKept };
    },
    [part, observation] as const,
  );
}
