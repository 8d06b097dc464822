import { RegionPool, type RegionPoolOptions } from '../concurrent/region-pool.ts';
import type { Game, Version } from '../game/game.ts';
import { start as startAdaptive } from './adaptive.ts';

/**
 * Maximum number of calls of `game.followStep` in one frame. After a long pause thousands of calls
 * may be due; calls beyond the maximum are left out.
 */
const maxSteps = 10;

/**
 * The last game, its pool, and the tick at which the game was stopped. If the world of the game is
 * at another tick, another loop has continued the game.
 */
let current: { readonly pool: Promise<RegionPool>; readonly game: Game; tick: number } | undefined;

/** DOHA's loop in several threads. Each worker plays a region of the map with its own adaptive loop; the page keeps input and drawing. */
export function concurrentVersion(options: RegionPoolOptions): Version {
  return (game) => (options.workers === 'auto' && hasOneCore() ? startAdaptive(game) : start(game, options));
}

/** Whether all threads would share one core. Then the loop in one thread is faster. */
function hasOneCore(): boolean {
  return navigator.hardwareConcurrency === 1;
}

function start(game: Game, options: RegionPoolOptions): () => void {
  let pool: RegionPool | undefined;
  let request = requestAnimationFrame(run);
  let frameTime = performance.now();
  let noteAt = 0;
  let isStopped = false;
  let stopOther = (): void => {};
  void open();

  async function open(): Promise<void> {
    const opened = await poolFor(game, options).catch(logFailure);
    if (isStopped) return;
    if (opened === undefined) {
      cancelAnimationFrame(request);
      keys.abort();
      stopOther = startAdaptive(game);
      return;
    }
    pool = opened;
    game.threads = pool;
    pool.resume(frameTime);
  }

  function run(time: number): void {
    request = requestAnimationFrame(run);
    const started = performance.now();
    frameTime = time;
    pool?.alignTo(time);
    for (let ticks = Math.min(pool?.advance(time) ?? 0, maxSteps); ticks > 0; ticks--) game.followStep();
    pool?.sendKeys();
    for (const decorate of game.decorations) decorate();
    if (time >= noteAt) {
      game.playNote();
      noteAt = Math.max(noteAt + game.beat, time);
    }
    game.worked(started, performance.now());
    game.draw(pool?.alpha ?? 1, time);
  }

  // Keys are sent when their event arrives. Sent in the next frame, they would be up to a frame late.
  const keys = new AbortController();
  for (const type of ['keydown', 'keyup']) {
    globalThis.addEventListener(
      type,
      () => {
        game.steer();
        pool?.sendKeys();
      },
      keys,
    );
  }

  return () => {
    isStopped = true;
    game.threads = undefined;
    keys.abort();
    cancelAnimationFrame(request);
    stopOther();
    pool?.pause();
    if (current?.game === game) current.tick = game.world.tick;
  };
}

/** The pool of the last game; undefined if none was started. For the console, tests and measuring. */
export function currentPool(): Promise<RegionPool> | undefined {
  return current?.pool;
}

/** The pool that has played this game so far, or a new one. */
function poolFor(game: Game, options: RegionPoolOptions): Promise<RegionPool> {
  const { tick } = game.world;
  if (current?.game === game && current.tick === tick) return current.pool;
  current?.pool.then(
    (pool) => pool.close(),
    () => {}, // it was logged
  );
  current = { game, tick, pool: RegionPool.start(game, options) };
  return current.pool;
}

function logFailure(error: unknown): undefined {
  console.error(error); // oxlint-disable-line no-console -- the game goes on in one thread
}
