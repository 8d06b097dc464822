import { type Game, step, stepsPerWindow } from '../game/game.ts';

/** Time debt in ms above which the rest is dropped: an overloaded game slows down instead of stopping altogether. */
const longestDebt = 4 * step;

/** The usual loop: in each picture of the display as many fixed steps as are due, everything in order, then drawing. */
export function start(game: Game): () => void {
  let request = requestAnimationFrame(run);
  let last: number | undefined;
  let debt = step / 2; // between two steps, so that a display of the same rate makes exactly one in each picture
  let steps = 0;
  let noteAt = 0;

  function run(time: number): void {
    request = requestAnimationFrame(run);
    const started = performance.now();
    debt = Math.min(debt + time - (last ?? time), longestDebt);
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
