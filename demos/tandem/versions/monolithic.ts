import { type Game, step, stepsPerWindow } from '../game/game.ts';

/** Maximum time in ms that is caught up. Beyond it, an overloaded game slows down instead of freezing. */
const maxDebt = 4 * step;

/** The usual loop: each frame makes all fixed steps that are due, updates everything in order, and draws. */
export function start(game: Game): () => void {
  let request = requestAnimationFrame(run);
  let last: number | undefined;
  let debt = step / 2; // half a step, so that a display with the step rate gets exactly one step per frame
  let steps = 0;
  let noteAt = 0;

  function run(time: number): void {
    request = requestAnimationFrame(run);
    const started = performance.now();
    debt = Math.min(debt + time - (last ?? time), maxDebt);
    last = time;
    for (; debt >= step; debt -= step) {
      game.beginStep();
      for (const player of game.players) game.update(player, step);
      if (steps++ % stepsPerWindow > 0) continue;
      for (const enemy of game.enemies) game.update(enemy, step * stepsPerWindow);
    }
    for (const decorate of game.decorations) decorate();
    if (time >= noteAt) {
      game.playNote();
      noteAt = Math.max(noteAt + game.beat, time);
    }
    game.worked(started, performance.now());
    game.draw(debt / step, time);
  }

  return () => cancelAnimationFrame(request);
}
