import { type Game, step, type Version } from '../game.ts';
import type { TapePlayer } from './tape-player.ts';

/** Maximum time in ms that is caught up after a pause. */
const maxDebt = 4 * step;

/** A loop that plays a tape. `ended` is called at its end. */
export function replayVersion(tape: TapePlayer, ended: () => void): Version {
  return (game: Game) => {
    let request = requestAnimationFrame(run);
    let last: number | undefined;
    let debt = 0;

    function run(time: number): void {
      request = requestAnimationFrame(run);
      debt = Math.min(debt + time - (last ?? time), maxDebt);
      last = time;
      for (; debt >= step && !tape.isAtEnd; debt -= step) {
        game.beginStep();
        for (const player of game.players) game.update(player, step);
        tape.update(game.update);
      }
      for (const decorate of game.decorations) decorate();
      game.draw(Math.min(1, debt / step), time);
      if (!tape.isAtEnd) return;
      cancelAnimationFrame(request);
      ended();
    }

    return () => cancelAnimationFrame(request);
  };
}
