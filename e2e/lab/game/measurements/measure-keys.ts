import type { Page } from '@playwright/test';
import type { VersionName } from '../../../../demos/tandem/versions/names.ts';
import type { Findings, Row } from '../../../tools/results/results.ts';
import { quantile, round } from '../../../tools/statistics/statistics.ts';
import { withPage } from '../run/play-run.ts';

export interface KeysOptions {
  /** Origin of the server of the pages. */
  readonly origin: string;
  readonly level: string;
  readonly versions: readonly VersionName[];
  /** Threads of the concurrent version. */
  readonly workers: number;
  /** Key strokes per run. */
  readonly strokes: number;
  /** Runs per version. */
  readonly runs: number;
  /** Receives progress messages. */
  readonly log: (text: string) => void;
}

/** Input latencies in ms, from the time stamps of key events. */
interface Delays {
  /** Until the first robot has made a step with the changed keys, in the world of the page's thread. */
  readonly state: number[];
  /** Until a frame of this state is drawn. */
  readonly frame: number[];
}

/** The globals of the game's page that this measurement uses. */
interface Tandem {
  tandem: {
    readonly play: {
      readonly world: { readonly tick: number; readonly robots: readonly object[] };
      drawn(): void;
    };
  };
  keyDelays?: Delays;
}

/** Milliseconds from press to release and from release to press: not a multiple of any period of the game. */
const strokeEvery = 137;

/** Presses keys in alternating versions of the game. Returns one row of input latencies per version. */
export async function measureKeys(options: KeysOptions): Promise<Findings> {
  const { level, origin, runs, strokes, log, versions, workers } = options;
  const delays = new Map<VersionName, Delays>(versions.map((version) => [version, { state: [], frame: [] }]));
  for (let run = 1; run <= runs; run++) {
    for (const version of versions) {
      log(`keys, ${version}, ${run} of ${runs}`);
      const address = `${origin}/demos/tandem/?level=${level}&version=${version}&workers=${workers}`;
      const found = await withPage('all', (page) => pressKeys(page, address, strokes));
      delays.get(version)!.state.push(...found.state);
      delays.get(version)!.frame.push(...found.frame);
    }
  }
  return {
    name: 'tandem-keys',
    parameters: { level, strokes, runs, workers },
    rows: [...delays].map(([version, found]) => rowOf(version, found)),
    samples: Object.fromEntries(
      [...delays].flatMap(([version, { frame, state }]) => [
        [`${version}, state`, state.map((delay) => round(delay, 3))],
        [`${version}, input latency`, frame.map((delay) => round(delay, 3))],
      ]),
    ),
  };
}

function rowOf(version: VersionName, { frame, state }: Delays): Row {
  return {
    version,
    keys: state.length,
    'state median': round(quantile(state, 0.5), 2),
    'state p95': round(quantile(state, 0.95), 2),
    'input latency median': round(quantile(frame, 0.5), 2),
    'input latency p95': round(quantile(frame, 0.95), 2),
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

/**
 * Records the time from each key event to the first robot's step with the changed keys, and to the
 * drawing of this state. Runs in the page, so it must not use the scope of this module.
 */
function watchKeys(): void {
  const game = globalThis as unknown as Tandem;
  const { play } = game.tandem;
  const delays: Delays = { state: [], frame: [] };
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
    delays.frame.push(performance.now() - seenAt);
    seenAt = NaN;
  };
  game.keyDelays = delays;
}
