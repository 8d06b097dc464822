import type { Page } from '@playwright/test';
import type { VersionName } from '../../../../demos/tandem/versions/names.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { withPage } from '../run/play-run.ts';

export interface KeysOptions {
  /** Where the pages are served. */
  readonly origin: string;
  readonly level: string;
  readonly versions: readonly VersionName[];
  /** Threads of the concurrent version. */
  readonly workers: number;
  /** Strokes of each go, and goes of each version. */
  readonly strokes: number;
  readonly goes: number;
  /** Says what is being done. */
  readonly tell: (text: string) => void;
}

/** Milliseconds from a key, as the browser stamps it, … */
interface Delays {
  /** … until the world of the page's thread shows that the robot has been moved by it, … */
  readonly state: number[];
  /** … and until a picture of that is drawn. */
  readonly picture: number[];
}

/** What a page of the game shows to those who look from outside. */
interface Tandem {
  tandem: {
    readonly play: {
      readonly world: { readonly tick: number; readonly robots: readonly object[] };
      drawn(): void;
    };
  };
  keyDelays?: Delays;
}

/** No multiple of anything in the game. */
const strokeEvery = 137;

/** Presses keys in some versions of the game, taking turns, and returns what comes of it, ready to be written. */
export async function measureKeys(options: KeysOptions): Promise<Findings> {
  const { goes, level, origin, strokes, tell, versions, workers } = options;
  const delays = new Map<VersionName, Delays>(
    versions.map((version) => [version, { state: [], picture: [] }]),
  );
  for (let go = 0; go < goes; go++) {
    for (const version of versions) {
      tell(`keys, ${version}, ${go + 1} of ${goes}`);
      const address = `${origin}/demos/tandem/?level=${level}&version=${version}&workers=${workers}`;
      const found = await withPage('all', (page) => pressKeys(page, address, strokes));
      delays.get(version)!.state.push(...found.state);
      delays.get(version)!.picture.push(...found.picture);
    }
  }
  return {
    name: 'tandem-keys',
    parameters: { level, strokes, goes, workers },
    rows: [...delays].map(([version, found]) => rowOf(version, found)),
    samples: Object.fromEntries(
      [...delays].flatMap(([version, { picture, state }]) => [
        [`${version}, state`, state.map((delay) => round(delay, 3))],
        [`${version}, picture`, picture.map((delay) => round(delay, 3))],
      ]),
    ),
  };
}

function rowOf(version: VersionName, { picture, state }: Delays): Row {
  return {
    version,
    keys: state.length,
    'state median': round(quantile(state, 0.5), 2),
    'state p95': round(quantile(state, 0.95), 2),
    'picture median': round(quantile(picture, 0.5), 2),
    'picture p95': round(quantile(picture, 0.95), 2),
  };
}

async function pressKeys(page: Page, address: string, strokes: number): Promise<Delays> {
  await page.goto(address);
  await page.waitForFunction(() => (globalThis as unknown as Tandem).tandem?.play?.world.tick > 60);
  await page.evaluate(watchKeys);
  for (let stroke = 0; stroke < strokes; stroke++) {
    const key = stroke % 2 === 0 ? 'KeyD' : 'KeyA';
    await page.keyboard.down(key);
    await page.waitForTimeout(strokeEvery);
    await page.keyboard.up(key);
    await page.waitForTimeout(strokeEvery);
  }
  return page.evaluate(() => (globalThis as unknown as Tandem).keyDelays!);
}

/** Runs in the page, and must stand on its own there: notes when the first robot has come to a step with other keys than in the one before. */
function watchKeys(): void {
  const game = globalThis as unknown as Tandem;
  const { play } = game.tandem;
  const delays: Delays = { state: [], picture: [] };
  let pressedAt = NaN;
  let seenAt = NaN;
  for (const type of ['keydown', 'keyup'] as const) {
    addEventListener(type, (event) => (pressedAt = event.timeStamp), { capture: true });
  }
  const robot = play.world.robots[0] as { heldBefore: number };
  let held = robot.heldBefore;
  Object.defineProperty(robot, 'heldBefore', {
    get: () => held,
    set(given: number) {
      if (given !== held && !Number.isNaN(pressedAt)) {
        delays.state.push(performance.now() - pressedAt);
        seenAt = pressedAt;
        pressedAt = NaN;
      }
      held = given;
    },
  });
  const drawn = play.drawn.bind(play);
  play.drawn = () => {
    drawn();
    if (Number.isNaN(seenAt)) return;
    delays.picture.push(performance.now() - seenAt);
    seenAt = NaN;
  };
  game.keyDelays = delays;
}
