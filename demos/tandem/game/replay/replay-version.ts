import { type Game, step, type Version } from '../game.ts';
import type { TapePlayer } from './tape-player.ts';

/** Milliseconds of the display that are made up for after a pause. */
const longestDebt = 4 * step;

/** A loop that plays a tape instead of the game; `ended` is told when it is over. */
export function replayVersion(tape: TapePlayer, ended: () => void): Version {
  return (game: Game) => {
    let request = requestAnimationFrame(run);
    let last: number | undefined;
    let debt = 0;

    function run(time: number): void {
      request = requestAnimationFrame(run);
      debt = Math.min(debt + time - (last ?? time), longestDebt);
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
