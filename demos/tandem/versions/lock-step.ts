import { LockStepSession } from '../concurrent/lock-step/lock-step-session.ts';
import type { Game, Version } from '../game/game.ts';

/**
 * The game in several threads in lock step, at most one step per frame. Its result is identical to the result of one thread, to the last bit, for any
 * number of threads. It is for tests: each step takes as long as the slowest thread.
 */
export function lockStepVersion(workers: number | 'auto'): Version {
  return (game) => {
    if (current?.game !== game || current.session.tick !== game.world.tick) {
      current?.session.close();
      current = { game, session: new LockStepSession(game, workers) };
    }
    const { session } = current;
    let request = requestAnimationFrame(run);

    function run(time: number): void {
      request = requestAnimationFrame(run);
      session.beginStep();
      for (const decorate of game.decorations) decorate();
      game.draw(1, time);
    }

    return () => cancelAnimationFrame(request);
  };
}

let current: { readonly game: Game; readonly session: LockStepSession } | undefined;

/** Resolves when the step in progress is complete; undefined if no game was started. For the console and tests. */
export function lockStepIdle(): Promise<void> | undefined {
  return current?.session.idle;
}
