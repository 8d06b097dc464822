import { Crew, type CrewOptions } from '../concurrent/region-pool.ts';
import type { Game } from '../game/game.ts';
import { start as startAdaptive } from './adaptive.ts';

/** Steps that are told of in one picture: after one was away there may be thousands. */
const most = 10;

/** The threads of a game, and the tick at which they were stopped last: if it is at another, another loop has gone on with it. */
let current: { readonly crew: Promise<Crew>; readonly game: Game; tick: number } | undefined;

/**
 * DOHA's loop in several threads: each plays a region of the map by an adaptive loop of its own; this one has the page, the keys and the
 * drawing.
 */
export function startWith(options: CrewOptions): (game: Game) => () => void {
  return (game) => (options.workers === 'auto' && hasOneCore() ? startAdaptive(game) : start(game, options));
}

/** Whether a second thread would only take turns with the page's, and its drawing: then the loop in one thread does better. */
function hasOneCore(): boolean {
  return navigator.hardwareConcurrency === 1;
}

function start(game: Game, options: CrewOptions): () => void {
  let crew: Crew | undefined;
  let request = requestAnimationFrame(run);
  let pictureAt = performance.now();
  let noteAt = 0;
  let isStopped = false;
  let stopOther = (): void => {};
  void goOn();

  async function goOn(): Promise<void> {
    const made = await crewFor(game, options).catch(tellWhy);
    if (isStopped) return;
    if (made === undefined) {
      cancelAnimationFrame(request);
      keys.abort();
      stopOther = startAdaptive(game);
      return;
    }
    crew = made;
    game.threads = crew;
    crew.resume(pictureAt);
  }

  function run(time: number): void {
    request = requestAnimationFrame(run);
    const started = performance.now();
    pictureAt = time;
    crew?.keepTime(time);
    for (let ticks = Math.min(crew?.follow(time) ?? 0, most); ticks > 0; ticks--) game.followStep();
    crew?.press();
    for (const decorate of game.decorations) decorate();
    if (time >= noteAt) {
      game.playNote();
      noteAt = Math.max(noteAt + game.beat, time);
    }
    game.worked(started, performance.now());
    game.draw(crew?.alpha ?? 1, time);
  }

  // A key goes to who has the players at once, not with the next picture.
  const keys = new AbortController();
  for (const type of ['keydown', 'keyup']) {
    globalThis.addEventListener(
      type,
      () => {
        game.steer();
        crew?.press();
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
    crew?.pause();
    if (current?.game === game) current.tick = game.world.tick;
  };
}

/** The threads of the game that was started last, for those who look from outside. */
export function currentCrew(): Promise<Crew> | undefined {
  return current?.crew;
}

/** The threads that have this game already, as it is, or new ones. */
function crewFor(game: Game, options: CrewOptions): Promise<Crew> {
  const { tick } = game.world;
  if (current?.game === game && current.tick === tick) return current.crew;
  current?.crew.then(
    (crew) => crew.close(),
    () => {}, // it was told of
  );
  current = { game, tick, crew: Crew.start(game, options) };
  return current.crew;
}

// The game goes on in one thread.
function tellWhy(error: unknown): undefined {
  console.error(error); // oxlint-disable-line no-console -- who looks after it wants to know
}
