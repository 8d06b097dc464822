import { nearestTo, sinceUpdate, weighted } from '@doha/adapt';
import { EventLoop, Frame } from '@doha/loop';
import { type Game, halfAt, stepsPerWindow } from '../game.ts';

/** DOHA's loop: players in every step, enemies as far as the time goes, the nearest first and none forgotten. */
export function start(game: Game): () => void {
  const loop = new EventLoop({ probe: { turned: game.worked } });
  const frame = new Frame({
    always: game.players,
    entities: game.enemies,
    stepsPerWindow,
    beforeStep: game.beginStep,
    update: game.update,
    priority: weighted([3, nearestTo(game.players, { halfAt })], [1, sinceUpdate(300)]),
    minRate: (enemy) => enemy.minRate,
  });
  loop.everyFrame({ simulate: frame, draw: game.draw, maxLateness: 0.1 });

  return () => loop.dispose();
}
