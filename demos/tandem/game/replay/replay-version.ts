import { type Game, step, type Version } from '../game.ts';
import type { TapePlayer } from './tape-player.ts';

/** Maximum time in ms that is caught up after a pause. */
const maxDebt = 4 * step;

/** A loop that plays a tape. `ended` is called at its end, or where it cannot be read any further. */
export function replayVersion(tape: TapePlayer, ended: () => void): Version {
  return (game: Game) => {
    let request = requestAnimationFrame(run);
    let last: number | undefined;
    let debt = 0;
    let isBroken = false;

    function run(time: number): void {
      request = requestAnimationFrame(run);
      debt = Math.min(debt + time - (last ?? time), maxDebt);
      last = time;
      for (; debt >= step && !isOver(); debt -= step) playStep();
      for (const decorate of game.decorations) decorate();
      game.draw(Math.min(1, debt / step), time);
      if (!isOver()) return;
      cancelAnimationFrame(request);
      ended();
    }

    function isOver(): boolean {
      return isBroken || tape.isAtEnd;
    }

    function playStep(): void {
      try {
        game.beginStep();
        for (const player of game.players) game.update(player, step);
        tape.update(game.update);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        isBroken = true;
      }
    }

    return () => cancelAnimationFrame(request);
  };
}
