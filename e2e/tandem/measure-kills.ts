import type { Page } from '@playwright/test';
import type { Findings } from '../results.ts';
import { quantile, round } from '../statistics.ts';
import { withPage } from './play-run.ts';

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
  readonly tandemCrew: () => Promise<{ kill(part: number): void; readonly owners: Uint8Array }>;
}

/** What a kill has cost. */
interface Cost {
  /** Milliseconds until nine tenths of the thread's enemies had been updated again, and until the players had. */
  readonly enemies: number;
  readonly players: number;
  readonly areAllThere: boolean;
}

/** Kills the threads of a game, one after another, and returns how long who they had stood still, ready to be written. */
export async function measureKills({ kills, level, origin, tell, workers }: KillsOptions): Promise<Findings> {
  const address = `${origin}/demos/tandem/?level=${level}&version=concurrent&workers=${workers}`;
  const costs = await withPage('all', async (page) => {
    await page.goto(address);
    await page.waitForFunction(() => (globalThis as unknown as Tandem).tandem?.play?.world.tick > 120);
    const found: Cost[][] = Array.from({ length: workers }, () => []);
    for (let go = 1; go <= kills; go++) {
      for (let part = 0; part < workers; part++) {
        tell(`kill ${go} of ${kills}, thread ${part}`);
        found[part]!.push(await killAndWait(page, part));
        await page.waitForTimeout(rest);
      }
    }
    return found;
  });
  return {
    name: 'tandem-kills',
    parameters: { level, workers, kills },
    rows: costs.map((all, part) => ({
      thread: part === 0 ? 'the one that has the players' : `another, ${part}`,
      kills: all.length,
      'enemies move again after ms, median': round(
        quantile(
          all.map(({ enemies }) => enemies),
          0.5,
        ),
        0,
      ),
      'most, ms': round(Math.max(...all.map(({ enemies }) => enemies)), 0),
      'players, most, ms': round(Math.max(...all.map(({ players }) => players)), 0),
      'players, progress and gems kept': all.every(({ areAllThere }) => areAllThere),
    })),
  };
}

/** Milliseconds between two kills: a worker that goes too often in a row is not replaced. */
const rest = 3000;

function killAndWait(page: Page, part: number): Promise<Cost> {
  return page.evaluate(async (killed) => {
    const { tandem, tandemCrew } = globalThis as unknown as Tandem;
    const { world } = tandem.play;
    const crew = await tandemCrew();
    const owners = crew.owners.slice();
    const alive = world.players.map(({ active }) => active);
    const gems = world.stage.taken.join();
    const theirs = world.enemies.filter(({ index }) => owners[index] === killed);
    const lively = theirs.filter(({ updatedAt }) => updatedAt > world.time - 1000);
    const began = performance.now();
    const time = world.time;
    crew.kill(killed);
    const cost = { enemies: NaN, players: NaN };
    while (Number.isNaN(cost.enemies) || Number.isNaN(cost.players)) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const since = performance.now() - began;
      // What was under way when it was killed does not count.
      const goOn = (updatedAt: number): boolean => updatedAt > time + 100;
      const back = lively.filter(({ updatedAt }) => goOn(updatedAt)).length;
      if (Number.isNaN(cost.enemies) && back >= 0.9 * lively.length) cost.enemies = since;
      if (Number.isNaN(cost.players) && world.players.every(({ updatedAt }) => goOn(updatedAt)))
        cost.players = since;
    }
    const areAllThere =
      world.players.every(({ active }, i) => active || alive[i] !== true) &&
      world.stage.taken.join() === gems;
    return { ...cost, areAllThere };
  }, part);
}
